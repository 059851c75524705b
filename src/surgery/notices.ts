import type { EntryBlock } from '../model/entry.ts'
import { estimateTokens } from '../model/tokens.ts'
import { gistOf } from './gist.ts'

/** So much of a result's first line is told. */
const FIRST_LINE = 80

/** What `inject` takes to give the block back, from a session that holds it whole. */
export interface BlockLocation {
  readonly session: string
  /** `<session>:<round>`: a number alone would lead elsewhere in a session that renumbers its rounds. */
  readonly round: string
  /** `<session>:<round>:<ordinal>`. */
  readonly block: string
  /** The line it is in whole, and the file of that line; null where a notice of the same round names that already. */
  readonly line: number
  readonly file: string | null
}

/** Known again by its form, so that no later operation cuts it: see `isNotice`. */
export function cutNotice(chars: number, kept: number, where: BlockLocation): string {
  return `\n…[cut by stet: ${chars} characters, ${kept} kept; whole ${waysTo(where)}]`
}

/** Two ways to the whole; the first needs no Stet. */
function waysTo(where: BlockLocation): string {
  return `${inLine(where)}; stet inject ${where.block}`
}

function inLine({ line, file }: BlockLocation): string {
  return `in line ${line}${file === null ? '' : ` of ${file}`}`
}

/** A reference, which names `inject` alone, with the way that needs no Stet. */
export function withLine(reference: string, where: BlockLocation): string {
  return `${reference} [${inLine(where)}]`
}

/** The notices of a call's strings by their lengths: of those that are shorter when they are cut. */
export function stringNotices(
  lengths: readonly number[],
  kept: number,
  where: BlockLocation,
): ReadonlyMap<number, string> {
  const notices = lengths.map((length) => [length, cutNotice(length, kept, where)] as const)
  return new Map(notices.filter(([length, notice]) => kept + notice.length < length))
}

/** In place of a result that another one says again. */
export function repeatNotice(chars: number, again: number, where: BlockLocation): string {
  return `[cut by stet: ${chars} characters, the same again in round ${where.session}:${again}; ${waysTo(where)}]`
}

/** In place of what was read of a file before it was read or changed again. */
export function supersededNotice(chars: number, later: number, where: BlockLocation): string {
  return `[cut by stet: ${chars} characters, superseded in round ${where.session}:${later}; ${waysTo(where)}]`
}

/** In place of a block that somebody summed up. */
export function summedUpNotice(summary: string, chars: number, where: BlockLocation): string {
  return `${summary.trim()}\n[cut by stet: ${chars} characters summed up; ${waysTo(where)}]`
}

export function omittedNotice(kind: string, chars: number, where: BlockLocation): string {
  const size = chars > 0 ? ` · ${chars} chars` : ''
  return `[${kind}${size} — cut by stet; ${waysTo(where)}]`
}

/** In place of thinking; `round` is `<session>:<round>`, or a number for a reader who knows the session, here and below. */
export function thinkingReference(chars: number, round: string): string {
  return `[thinking · ${chars} chars — inject(${round}, thinking)]`
}

/** Says what a call is for, in its own words where it has any, or else what it is about. */
export function toolUseSummary(block: Pick<EntryBlock, 'name' | 'begins' | 'description'>, round: string): string {
  const gist = gistOf({ begins: block.description ?? '' }) || gistOf(block)
  const target = gist === '' ? '' : ` ${gist}`
  return `[tool_use: ${block.name ?? 'tool'}${target} — inject(${round}, tool_use)]`
}

/** Says how long a result is, how long it took, and its first line. */
export function toolResultSummary(block: Pick<EntryBlock, 'chars' | 'begins' | 'ms'>, round: string): string {
  const ms = block.ms === undefined ? '' : ` · ${block.ms} ms`
  const line = gistOf({ begins: block.begins.trimStart().split(/[\r\n]/, 1)[0]! })
  const first = line === '' ? '' : ` · ${JSON.stringify([...line].slice(0, FIRST_LINE).join(''))}`
  return `[tool_result · ${estimateTokens(block.chars)} tokens${ms}${first} — inject(${round}, tool_result)]`
}
