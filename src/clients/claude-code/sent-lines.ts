import { linesOf } from '../lines.ts'
import { activePath } from './active-path.ts'
import type { Node } from './graph.ts'
import { nodeOf } from './node.ts'
import { readLine } from './read-line.ts'
import { contentOf, isText, type Line } from './schema.ts'

/** One line a client would send when it resumes the session, with its place in the file. */
export interface SentLine {
  readonly place: number
  readonly line: Line
}

interface Linked extends Node {
  readonly place: number
  readonly messageId: string | undefined
  readonly calls: readonly string[]
  readonly answers: readonly string[]
  /** What the line says, to tell a part of a reply from a copy of another part. */
  readonly says: readonly string[]
}

/**
 * The user and assistant lines a client sends when it resumes these lines, in order.
 *
 * The path through the parents misses what parallel tool calls left beside it: the client joins all lines of one reply
 * by `message.id` and finds each call's answer by its id, and so does this.
 */
export function sentLines(lines: readonly Line[]): readonly SentLine[] {
  const isSubagents = lines.find((line) => isText(line.uuid))?.isSidechain === true
  const nodes = lines.flatMap((line, place): Linked[] => {
    if (line.isSidechain && !isSubagents) return [] // a subagent's lines inside a main file
    const node = nodeOf(line, 0)
    if (!node) return []
    const content = contentOf(line.message)
    return [
      {
        ...node,
        place,
        messageId: line.type === 'assistant' ? line.message?.id : undefined,
        says: line.type === 'assistant' ? content.map((block) => block.id ?? JSON.stringify(block)) : [],
        calls: content
          .filter((block) => block.type === 'tool_use')
          .map((block) => block.id)
          .filter(isText),
        answers: content
          .filter((block) => block.type === 'tool_result')
          .map((block) => block.tool_use_id)
          .filter(isText),
      },
    ]
  })
  const path = activePath(nodes).filter((node) => node.kind === 'message' || node.kind === 'note')
  return withParallels(path, nodes).map(({ place }) => ({ place, line: lines[place]! }))
}

/** The records of a whole file that the client itself can read. */
export function readableLines(file: Buffer): readonly Line[] {
  const records: Line[] = []
  for (const bytes of linesOf(file)) {
    const reading = readLine(bytes)
    if (reading.kind === 'record') records.push(reading.record)
  }
  return records
}

function withParallels(path: readonly Linked[], nodes: readonly Linked[]): readonly Linked[] {
  const onPath = new Set(path.map((node) => node.place))
  const replies = new Map<string, Linked[]>()
  const answers = new Map<string, Linked>()
  for (const node of nodes) {
    if (node.messageId !== undefined) replies.set(node.messageId, [...(replies.get(node.messageId) ?? []), node])
    for (const id of node.answers) if (!answers.has(id) || onPath.has(node.place)) answers.set(id, node)
  }
  const sent: Linked[] = []
  const done = new Set<number>()
  const take = (node: Linked) => {
    if (done.has(node.place)) return
    done.add(node.place)
    sent.push(node)
  }
  for (const [at, node] of path.entries()) {
    if (done.has(node.place)) continue
    if (node.messageId === undefined) {
      take(node)
      continue
    }
    const parts = [node]
    for (let next = at + 1; next < path.length && goesOn(path[next]!); next++) {
      if (path[next]!.messageId === node.messageId) parts.push(path[next]!)
    }
    const known = new Set(
      replies
        .get(node.messageId)!
        .filter((part) => onPath.has(part.place))
        .flatMap((part) => part.says),
    )
    const beside = replies.get(node.messageId)!.filter((part) => !part.says.some((said) => known.has(said)))
    const reply = [...parts, ...beside].sort((a, b) => a.place - b.place)
    for (const part of reply) take(part)
    const results = reply
      .flatMap((part) => part.calls)
      .map((call) => answers.get(call))
      .filter((found) => found !== undefined)
    for (const result of results.sort((a, b) => a.place - b.place)) take(result)
  }
  return sent
}

/** Whether a reply may go on behind this line: only something a person or the client said ends it. */
function goesOn(node: Linked): boolean {
  return node.messageId !== undefined || node.answers.length > 0
}
