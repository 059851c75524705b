import { hashHex } from '../../model/id.ts'
import type { Outline, OutlineLine, OutlinePart } from '../../model/outline.ts'
import { toUtc } from '../../model/time.ts'
import type { Skimmer } from '../client.ts'
import { textEnd } from '../lines.ts'
import { blockCount } from './blocks.ts'
import { kindOfUserLine } from './classify.ts'
import { contextOf } from './measure.ts'
import { outlineBlocks } from './outline-blocks.ts'
import { readLine } from './read-line.ts'
import { contentOf, isText, type Line, type Usage } from './schema.ts'
import { type Linked, linkedOf, openCallsOf, sentNodes } from './sent-lines.ts'
import { isSynthetic } from './synthetic.ts'
import { TITLES } from './titles.ts'

interface Skimmed extends Linked {
  readonly outline: OutlineLine
  readonly starts: 'round' | 'synthetic' | undefined
  readonly isAck: boolean
  readonly isLeftOut: boolean
  /** Of a synthetic message. */
  readonly text?: string
}

/**
 * Reads a session line by line and tells what the client would send of it. Of each line only an outline is kept, so
 * that the largest session fits into memory.
 */
export function createSkimmer(): Skimmer {
  const nodes: Skimmed[] = []
  const titles: { start: number; end: number }[] = []
  const ordinals = new Map<number, number>()
  let number = 0
  let isSubagents: boolean | undefined

  return {
    add(line, start, round) {
      number++
      const reading = readLine(line.subarray(0, textEnd(line, 0, line.length)))
      const end = start + line.length
      if (reading.kind === 'broken') {
        for (const { record } of reading.parts) if (record) count(round, blockCount(record))
        return
      }
      if (reading.kind === 'blank') return
      const { record } = reading
      if (TITLES.has(record.type ?? '')) titles.push({ start, end })
      const ordinal = isText(record.uuid) || record.message ? count(round, blockCount(record)) : 0
      if (isText(record.uuid)) isSubagents ??= record.isSidechain === true
      if (record.isSidechain && !isSubagents) return
      const linked = linkedOf(record, nodes.length)
      if (linked) nodes.push(skim(record, linked, { start, end, number, round, ordinal }))
    },
    outline: () => outlineOf(nodes, titles),
  }

  /** Counts the blocks of a line and returns the place of the first of them in its round. */
  function count(round: number, blocks: number): number {
    const before = ordinals.get(round) ?? 0
    ordinals.set(round, before + blocks)
    return before
  }
}

interface Place {
  readonly start: number
  readonly end: number
  readonly number: number
  readonly round: number
  readonly ordinal: number
}

function skim(line: Line, linked: Linked, { start, end, number, round, ordinal }: Place): Skimmed {
  const synthetic = isSynthetic(line)
  const isHuman = line.type === 'user' && !synthetic && kindOfUserLine(line) === 'human'
  return {
    ...linked,
    says: linked.says.map((said) => (said.length > 64 ? hashHex(said) : said)),
    starts: isHuman ? 'round' : synthetic ? 'synthetic' : undefined,
    isAck: line.type === 'assistant' && line.message?.model === '<synthetic>' && !line.isApiErrorMessage,
    isLeftOut: line.type === 'progress' || line.isApiErrorMessage === true,
    ...(synthetic && { text: contentOf(line.message)[0]!.text! }),
    outline: {
      start,
      end,
      number,
      round,
      uuid: linked.uuid,
      at: toUtc(line.timestamp) ?? null,
      reply: linked.messageId ?? null,
      context: line.type === 'assistant' ? contextBehind(line.message?.usage) : 0,
      blocks: outlineBlocks(line, ordinal),
    },
  }
}

function contextBehind(usage: Usage | undefined): number {
  const context = contextOf(usage)
  return context > 0 && typeof usage?.output_tokens === 'number' ? context + usage.output_tokens : context
}

function outlineOf(nodes: readonly Skimmed[], titles: Outline['titles']): Outline {
  const parts: { kind: OutlinePart['kind']; round: number; text?: string; lines: OutlineLine[] }[] = []
  let before: Skimmed | undefined
  const sent = sentNodes(nodes).filter((node) => !node.isLeftOut && node.kind !== 'leaf' && node.kind !== 'foreign')
  for (const node of sent) {
    if (node.starts === 'round') parts.push({ kind: 'round', round: node.outline.round, lines: [] })
    else if (node.starts === 'synthetic') parts.push({ kind: 'synthetic', round: 0, text: node.text!, lines: [] })
    else if (!parts.at(-1) || (parts.at(-1)!.kind === 'synthetic' && !(node.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', round: 0, lines: [] })
    parts.at(-1)!.lines.push(node.outline)
    before = node
  }
  return { parts, titles, openCalls: openCallsOf(sent) }
}
