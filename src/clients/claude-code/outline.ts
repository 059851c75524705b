import { isUtf8 } from 'node:buffer'
import { hashHex } from '../../model/id.ts'
import type { Outline, OutlineLine, OutlinePart } from '../../model/outline.ts'
import { toUtc } from '../../model/time.ts'
import type { Skimmer } from '../client.ts'
import { textEnd } from '../lines.ts'
import { blockCount } from './blocks.ts'
import { kindOfUserLine } from './classify.ts'
import { contextOf } from './measure.ts'
import { mend } from './mend.ts'
import type { Renames } from './mend-calls.ts'
import { type Mendable, mendableOf } from './mendable.ts'
import { outlineBlocks } from './outline-blocks.ts'
import { readLine } from './read-line.ts'
import { contentOf, isText, type Line, type Usage } from './schema.ts'
import { openCallsOf, sentNodes } from './sent-lines.ts'
import { staleUsage, type Weight, weigh } from './stale-usage.ts'
import { isSynthetic } from './synthetic.ts'
import { TITLES } from './titles.ts'

interface Skimmed extends Mendable {
  readonly outline: OutlineLine
  readonly weight: Weight
  readonly starts: 'round' | 'synthetic' | undefined
  readonly isSidechain: boolean
  readonly isAck: boolean
  readonly isLeftOut: boolean
  /** Of a synthetic message. */
  readonly text?: string
}

/**
 * Reads a session line by line and tells what the client would send of it, or what it would if the session were mended.
 * Of each line only an outline is kept, so that the largest session fits into memory.
 */
export function createSkimmer({ mends }: { readonly mends: boolean } = { mends: false }): Skimmer {
  const nodes: Skimmed[] = []
  const titles: { start: number; end: number }[] = []
  const ordinals = new Map<number, number>()
  let number = 0
  let isSubagents: boolean | undefined

  return {
    add(line, start, roundAt) {
      number++
      const reading = readLine(line.subarray(0, textEnd(line, 0, line.length)))
      if (reading.kind === 'record') {
        take(reading.record, start, start + line.length, roundAt(start), true)
        const taken = nodes.at(-1)
        if (taken?.outline.start === start && !isUtf8(line))
          nodes[nodes.length - 1] = { ...taken, outline: { ...taken.outline, isRaw: true } }
      }
      if (reading.kind !== 'broken') return
      for (const part of reading.parts) {
        const from = start + part.start
        if (part.record) take(part.record, from, start + part.end, roundAt(from), false)
      }
    },
    outline: () => outlineOf(own(), titles, mends),
  }

  /** Without a subagent's lines inside a main file. */
  function own(): readonly Skimmed[] {
    if (isSubagents || !nodes.some((node) => node.isSidechain)) return nodes
    return nodes.filter((node) => !node.isSidechain).map((node, place) => ({ ...node, place }))
  }

  /** Takes a record; one that shares its line is only counted, unless the session is mended. */
  function take(record: Line, start: number, end: number, round: number, isRead: boolean): void {
    const ordinal = note(record, round)
    if (!isRead && !mends) return
    if (isRead && TITLES.has(record.type ?? '')) titles.push({ start, end })
    const node = mendableOf(record, nodes.length, isRead)
    if (node) nodes.push(skim(record, node, { start, end, number, round, ordinal }))
  }

  /** Counts the blocks of a record, seen by the client or not; returns the place of the first of them in its round. */
  function note(record: Line, round: number): number {
    if (!isText(record.uuid) && !record.message) return 0
    isSubagents ??= record.isSidechain === true
    const before = ordinals.get(round) ?? 0
    ordinals.set(round, before + blockCount(record))
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

function skim(line: Line, linked: Mendable, { start, end, number, round, ordinal }: Place): Skimmed {
  const synthetic = isSynthetic(line)
  const isHuman = line.type === 'user' && !synthetic && kindOfUserLine(line) === 'human'
  return {
    ...linked,
    says: linked.says.map((said) => (said.length > 64 ? hashHex(said) : said)),
    starts: isHuman ? 'round' : synthetic ? 'synthetic' : undefined,
    isSidechain: line.isSidechain === true,
    isAck: line.type === 'assistant' && line.message?.model === '<synthetic>' && !line.isApiErrorMessage,
    isLeftOut: line.type === 'progress' || line.isApiErrorMessage === true,
    ...(synthetic && { text: contentOf(line.message)[0]!.text! }),
    weight: weigh(line),
    outline: {
      start,
      end,
      number,
      round,
      uuid: linked.uuid,
      isMessage: line.type === 'user' || line.type === 'assistant',
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

function outlineOf(nodes: readonly Skimmed[], titles: Outline['titles'], mends: boolean): Outline {
  const { sent, openCalls } = mends ? mendedOf(nodes) : asIs(nodes)
  const parts: { kind: OutlinePart['kind']; round: number; text?: string; lines: OutlineLine[] }[] = []
  let before: Skimmed | undefined
  for (const node of sent) {
    if (node.starts === 'round') parts.push({ kind: 'round', round: node.outline.round, lines: [] })
    else if (node.starts === 'synthetic') parts.push({ kind: 'synthetic', round: 0, text: node.text!, lines: [] })
    else if (!parts.at(-1) || (parts.at(-1)!.kind === 'synthetic' && !(node.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', round: 0, lines: [] })
    parts.at(-1)!.lines.push(node.outline)
    before = node
  }
  return { parts, titles, openCalls }
}

interface Sent {
  readonly sent: readonly Skimmed[]
  readonly openCalls: readonly string[]
}

function asIs(nodes: readonly Skimmed[]): Sent {
  const sent = sentNodes(nodes).filter(isKept)
  return { sent, openCalls: openCallsOf(sent) }
}

/** The lines of a session that was mended, with what has to change in them. */
function mendedOf(nodes: readonly Skimmed[]): Sent {
  const { sent, renames, openCalls } = mend(nodes)
  const isStale = staleUsage(sent.map((node) => node.weight)) !== undefined
  return {
    openCalls,
    sent: sent.filter(isKept).map((node) => {
      const names = renames.get(node.place)
      const outline = isStale ? { ...node.outline, context: 0 } : node.outline
      return { ...node, outline: names ? { ...named(outline, names), renames: names } : outline }
    }),
  }
}

function named(outline: OutlineLine, names: Renames): OutlineLine {
  return {
    ...outline,
    reply: outline.reply === null ? null : (names.get(outline.reply) ?? outline.reply),
    blocks: outline.blocks.map((block) =>
      block.call === undefined ? block : { ...block, call: names.get(block.call) ?? block.call },
    ),
  }
}

function isKept({ kind, isLeftOut }: Skimmed): boolean {
  return !isLeftOut && kind !== 'leaf' && kind !== 'foreign'
}
