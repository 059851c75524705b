import { linesOf } from '../../lines.ts'
import { type Node, nodeOf } from '../read/graph.ts'
import { eachRecord } from '../read/read-line.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { activePath } from './active-path.ts'

/** One line a client would send when it resumes the session. */
export interface SentLine {
  readonly line: Line
  readonly links: Linked
}

/** A line with what joins it to others. */
export interface Linked extends Node {
  readonly place: number
  readonly messageId: string | undefined
  readonly calls: readonly string[]
  readonly answers: readonly string[]
  /** Whether it is a part of a reply in which nothing is. */
  readonly isSilent: boolean
}

/** A line, whole or in outline, and the links that the whole one has. */
export type LinkedLine = Pick<SentLine, 'line'> & { readonly links: Linked | undefined }

/** The lines that `sentNodes` names, in the order in which the API gets them: all lines of a reply together. */
export function sentLines(lines: readonly Line[]): readonly SentLine[] {
  return sentOf(lines.map((line, place) => ({ line, links: linkedOf(line, place) })))
}

/** The same of lines whose links were found before. */
export function sentOf(lines: readonly LinkedLine[]): readonly SentLine[] {
  const isSubagents = lines.find(({ line }) => isText(line.uuid))?.line.isSidechain === true
  const nodes = lines.flatMap(({ line, links }): readonly Linked[] => {
    const isOther = line.isSidechain && !isSubagents // a subagent's line inside a main file
    return links && !isOther ? [links] : []
  })
  const sent = sentNodes(nodes)
  return withParallels(sent, sent)
    .filter((node) => node.kind !== 'other')
    .map(({ place }) => lines[place] as SentLine)
}

/** The links of a line; undefined for side records. */
export function linkedOf(line: Line, place: number): Linked | undefined {
  const node = nodeOf(line, 0)
  if (!node) return undefined
  const content = contentOf(line.message)
  const isReply = line.type === 'assistant'
  return {
    ...node,
    place,
    messageId: isReply ? line.message?.id : undefined,
    isSilent: isReply && content.length === 0,
    calls: idsIn(content, 'tool_use', 'id'),
    answers: idsIn(content, 'tool_result', 'tool_use_id'),
  }
}

/**
 * What a client sends when it resumes a session: the only place that says so. The path through the parents misses what
 * parallel tool calls left next to it: the client joins all lines of one reply by `message.id` and finds each call's answer
 * by its id, and so does this. The order is one that the client reads as it reads the file itself: an answer that came
 * late stays where it is, for there the client makes one up for its call.
 */
export function sentNodes<N extends Linked>(nodes: readonly N[]): readonly N[] {
  const walk = walkOf(nodes)
  return withParallels(walk, nodes, lateAnswers(walk))
}

/** The places of answers that another reply came before. */
function lateAnswers(path: readonly Linked[]): ReadonlySet<number> {
  const callers = new Map<string, string | undefined>()
  const late = new Set<number>()
  let reply: string | undefined
  for (const { messageId, calls, answers, place } of path) {
    if (messageId !== undefined) reply = messageId
    for (const call of calls) callers.set(call, messageId)
    if (answers.some((call) => callers.has(call) && callers.get(call) !== reply)) late.add(place)
  }
  return late
}

/** The way to the line the client goes on from, and the compaction that it begins with. */
function walkOf<N extends Linked>(nodes: readonly N[]): readonly N[] {
  return activePath(nodes, resumedFrom(nodes))
}

/** The line the client goes on from. */
export function leafOf<N extends Linked>(nodes: readonly N[]): N | undefined {
  return walkOf(nodes).at(-1)
}

/**
 * A side record may name one of several parallel answers as the leaf while another one was gone on from: the client
 * takes them for one and goes on too, from this line.
 */
function resumedFrom(nodes: readonly Linked[]): string | undefined {
  const leaf = nodes.findLast((node) => node.kind === 'leaf')
  const named = leaf && nodes.findLast((node) => node.kind !== 'leaf' && node.uuid === leaf.uuid)
  if (!named || named.answers.length === 0) return undefined
  const parents = new Set(nodes.map((node) => node.parent))
  if (parents.has(named.uuid)) return undefined
  const reply = nodes.find((node) => node.calls.some((call) => named.answers.includes(call)))?.messageId
  if (reply === undefined) return undefined
  const calls = new Set(nodes.flatMap((node) => (node.messageId === reply ? node.calls : [])))
  return nodes.findLast((node) => parents.has(node.uuid) && node.answers.some((call) => calls.has(call)))?.uuid
}

/** The calls without an answer in the last reply, after which nothing was said any more. */
export function openCallsOf(sent: readonly Linked[]): readonly string[] {
  const last = sent.findLastIndex((node) => node.messageId !== undefined)
  if (last === -1) return []
  const next = sent.slice(last + 1)
  if (next.some((node) => (node.kind === 'message' || node.kind === 'note') && node.answers.length === 0)) return []
  const reply = sent[last]!.messageId
  const open = new Set<string>()
  for (const { messageId, calls } of sent) if (messageId === reply) for (const call of calls) open.add(call)
  if (open.size > 0) for (const { answers } of sent) for (const call of answers) open.delete(call)
  return [...open]
}

export function idsIn(content: readonly Content[], type: string, key: 'id' | 'tool_use_id'): readonly string[] {
  let ids: string[] | undefined
  for (const block of content) {
    const id = block.type === type ? block[key] : undefined
    if (!isText(id)) continue
    if (ids) ids.push(id)
    else ids = [id]
  }
  return ids ?? NONE
}

const NONE: readonly string[] = []

/** The records of a whole file that the client itself can read. */
export function readableLines(file: Buffer): readonly Line[] {
  const records: Line[] = []
  for (const bytes of linesOf(file)) {
    eachRecord(bytes, (record, { isRead }) => {
      if (isRead) records.push(record)
    })
  }
  return records
}

/**
 * The parts of a reply are together, and answers right after them. With `staying`, what another reply came between
 * stays where it is, and so do the answers at these places.
 */
function withParallels<N extends Linked>(
  walk: readonly N[],
  nodes: readonly N[],
  staying?: ReadonlySet<number>,
): readonly N[] {
  const path = walk.filter((node) => node.kind !== 'boundary')
  const compacted = walk.findLast((node) => node.kind === 'boundary')?.place ?? -1
  const onPath = placesOf(path, nodes)
  const replies = new Map<string, N[]>()
  const answers = new Map<string, N>()
  const isWhole = isAll(path, nodes) // then no reply has parts next to the path
  const hasSilent = isWhole && path.some((node) => node.messageId !== undefined && node.isSilent)
  for (const node of isWhole ? path : lastOfName(nodes)) {
    if (node.place < compacted && !onPath[node.place]) continue // of what was before, only the kept lines are left
    if (node.messageId !== undefined && (!isWhole || hasSilent)) {
      const parts = replies.get(node.messageId)
      if (parts) parts.push(node)
      else replies.set(node.messageId, [node])
    }
    for (const id of node.answers) {
      const known = answers.get(id)
      if (!known || (onPath[node.place] && !onPath[known.place])) answers.set(id, node)
    }
  }
  const ahead = new Map<string, N[]>() // the parts of replies up to `next`, each looked at once
  let next = 0
  const sent: N[] = []
  const done = new Uint8Array(onPath.length)
  const take = (node: N) => {
    if (done[node.place]) return
    done[node.place] = 1
    sent.push(node)
  }
  for (let at = 0; at < path.length; at++) {
    const node = path[at]!
    if (done[node.place]) continue
    if (node.messageId === undefined) {
      take(node)
      continue
    }
    const reply = [...partsFrom(at, node.messageId), ...offPath(replies.get(node.messageId) ?? [])].sort(byTime)
    for (const part of reply) take(part)
    for (const result of answersTo(reply).sort(byPlace)) take(result)
  }
  return sent

  /** The parts of a reply from this place on the path as far as it may go on. */
  function partsFrom(at: number, reply: string): readonly N[] {
    if (at >= next) {
      ahead.clear()
      for (next = at; next < path.length && goesOn(path[next]!); next++) {
        const part = path[next]!
        if (part.messageId === undefined) continue
        if (staying && part.messageId !== reply) break
        const parts = ahead.get(part.messageId)
        if (parts) parts.push(part)
        else ahead.set(part.messageId, [part])
      }
    }
    const parts = ahead.get(reply)!
    return parts.slice(parts.indexOf(path[at]!))
  }

  /** Parts of a reply that are not on the path, but for calls that are, and those that say nothing. */
  function offPath(reply: readonly N[]): readonly N[] {
    if (reply.every((part) => onPath[part.place] && !part.isSilent)) return []
    const known = new Set(reply.filter((part) => onPath[part.place]).flatMap((part) => part.calls))
    return reply.filter((part) => part.isSilent || !(onPath[part.place] || part.calls.some((call) => known.has(call))))
  }

  function answersTo(reply: readonly N[]): N[] {
    const found: N[] = []
    for (const { calls } of reply) {
      for (const call of calls) {
        const answer = answers.get(call)
        if (answer && !staying?.has(answer.place)) found.push(answer)
      }
    }
    return found
  }
}

/** Whether every line is on the path, in the order of the file. */
function isAll(path: readonly Linked[], nodes: readonly Linked[]): boolean {
  let at = 0
  for (const node of nodes) {
    if (node.kind === 'leaf') continue
    if (path[at++]?.place !== node.place) return false
  }
  return at === path.length
}

/** Of two lines of one name the client knows the last. */
function lastOfName<N extends Linked>(nodes: readonly N[]): Iterable<N> {
  const last = new Map<string, N>()
  for (const node of nodes) if (node.kind !== 'leaf' && node.kind !== 'foreign') last.set(node.uuid, node)
  return last.values()
}

/** 1 at the place of each of these nodes. */
function placesOf(some: readonly Linked[], all: readonly Linked[]): Uint8Array {
  const places = new Uint8Array((all.at(-1)?.place ?? -1) + 1)
  for (const { place } of some) places[place] = 1
  return places
}

function byPlace(a: Linked, b: Linked): number {
  return a.place - b.place
}

function byTime(a: Linked, b: Linked): number {
  return a.at - b.at || a.place - b.place
}

/** Whether a reply may go on after this line: only something a person or the client said ends it. */
function goesOn(node: Linked): boolean {
  return node.kind === 'other' || node.messageId !== undefined || node.answers.length > 0
}
