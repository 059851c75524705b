import { type DiffLine, lineDiff } from '../../../src/model/line-diff.ts'
import { callLine, textOf, type View } from '../../../src/read/round-view.ts'

/** A block of a round in two contexts: what it says in each, and what changed. */
export interface ComparedBlock {
  readonly key: string
  /** What it is: you, agent, thinking, or the call in one line. */
  readonly name: string
  readonly target: string
  readonly a: string | undefined
  readonly b: string | undefined
  readonly lines: readonly DiffLine[]
}

/** Longer texts are compared by their beginnings. */
const MOST = 20_000

/** The blocks of a round that are not the same in both, in the order of the first, and how many are the same. */
export function compareRounds(
  a: readonly View[],
  b: readonly View[],
): { blocks: readonly ComparedBlock[]; same: number } {
  const left = [...b]
  const pairs = a.map((view) => {
    const at = placeOf(view, left)
    return { a: view, b: at === -1 ? undefined : left.splice(at, 1)[0] }
  })
  const all = [...pairs, ...left.map((view) => ({ a: undefined, b: view }))]
  const compared = all.map(({ a, b }) => blockOf(a, b)).filter(({ a, b }) => (a ?? b)?.trim() !== '')
  const blocks = compared.filter(({ a, b }) => a !== b)
  return { blocks, same: compared.length - blocks.length }
}

/** The same call, the same words, or the next of its kind that nobody else is. */
function placeOf(view: View, others: readonly View[]): number {
  if (view.kind === 'tool') {
    const id = idOf(view)
    return others.findIndex((other) => other.kind === 'tool' && idOf(other) === id)
  }
  const text = textIn(view)
  const equal = others.findIndex((other) => other.kind === view.kind && textIn(other) === text)
  return equal === -1 ? others.findIndex((other) => other.kind === view.kind) : equal
}

function idOf(view: Extract<View, { kind: 'tool' }>): string | undefined {
  return view.call?.tool_use_id ?? view.result?.tool_use_id
}

function blockOf(a: View | undefined, b: View | undefined): ComparedBlock {
  const [before, after] = [a && textIn(a), b && textIn(b)]
  const one = (a ?? b)!
  const line = one.kind === 'tool' ? callLine(one) : undefined
  return {
    key: `${one.kind}:${one.key}`,
    name: line?.name ?? (one.kind === 'user' ? 'you' : one.kind === 'note' ? 'note of the client' : one.kind),
    target: line?.target ?? '',
    a: before,
    b: after,
    lines: before === after ? [] : lineDiff(before?.slice(0, MOST) ?? null, after?.slice(0, MOST) ?? ''),
  }
}

/** What a block says; of a call what was asked, where that is not in its line, and what came back. */
function textIn(view: View): string {
  if (view.kind !== 'tool') return view.text
  const asked = view.call?.act?.command ?? (view.call ? textOf(view.call.content) : '')
  return `${asked}\n${callLine(view).output}`.trim()
}
