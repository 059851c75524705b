import type { Mendable } from './mendable.ts'
import { withSpareAnswers } from './spare-answers.ts'

/** New names by the old ones. */
export type Renames = ReadonlyMap<string, string>

interface DisambiguatedCalls<N extends Mendable> {
  readonly sent: readonly N[]
  /** By the place of the line. */
  readonly renames: ReadonlyMap<number, Renames>
}

/**
 * Gives every call that has the id of an earlier one an id of its own, its answer too, and the reply it is a part of
 * where that has the id of an earlier one: the client leaves out what has an id it saw before. `nodes` are all lines of
 * the session: an answer may be next to the path, and not have been found because an earlier one has its id.
 */
export function disambiguateCalls<N extends Mendable>(found: readonly N[], nodes: readonly N[]): DisambiguatedCalls<N> {
  const sent = withSpareAnswers(found, nodes)
  const taken = new Set(sent.flatMap((node) => [...node.calls, node.messageId ?? '']))
  const renames = new Map<number, Map<string, string>>()
  nameCalls()
  nameReplies()
  return { sent: sent.map((node) => renamed(node, renames.get(node.place))), renames }

  function nameCalls(): void {
    const calls = new Set<string>()
    const unanswered = new Map<string, string[]>()
    for (const node of sent) {
      for (const call of node.calls) {
        const name = calls.has(call) ? newName(call) : call
        calls.add(call)
        unanswered.set(call, [...(unanswered.get(call) ?? []), name])
        if (name !== call) rename(node, call, name)
      }
      for (const call of node.answers) {
        const name = unanswered.get(call)?.shift()
        if (name !== undefined && name !== call) rename(node, call, name)
      }
    }
  }

  /** A reply goes on until another one begins or a person speaks; after that, the same id means another reply. */
  function nameReplies(): void {
    const runs: N[][] = []
    for (const node of sent) {
      if (node.opens) runs.push([])
      else if (node.messageId !== undefined && node.messageId === runs.at(-1)?.[0]?.messageId) runs.at(-1)!.push(node)
      else if (node.messageId !== undefined) runs.push([node])
    }
    const replies = new Set<string>()
    for (const run of runs) {
      const id = run[0]?.messageId
      if (id === undefined) continue
      const isRepeated = replies.has(id) && run.some((node) => node.calls.some((call) => isRenamed(node, call)))
      replies.add(id)
      if (!isRepeated) continue
      const name = newName(id)
      for (const node of run) rename(node, id, name)
    }
  }

  function rename({ place }: N, name: string, to: string): void {
    renames.set(place, (renames.get(place) ?? new Map<string, string>()).set(name, to))
  }

  function isRenamed({ place }: N, name: string): boolean {
    return renames.get(place)?.has(name) === true
  }

  function newName(name: string): string {
    for (let number = 2; ; number++) {
      const other = `${name}_${number}`
      if (taken.has(other)) continue
      taken.add(other)
      return other
    }
  }
}

function renamed<N extends Mendable>(node: N, names: Renames | undefined): N {
  if (!names) return node
  const nameOf = (name: string) => names.get(name) ?? name
  return {
    ...node,
    calls: node.calls.map(nameOf),
    answers: node.answers.map(nameOf),
    messageId: node.messageId === undefined ? undefined : nameOf(node.messageId),
  }
}
