import { TRIM_THRESHOLD } from '../model/defaults.ts'
import type { Entry, EntryBlock } from '../model/entry.ts'
import type { Form, Plan } from '../model/plan.ts'
import { parseRange, roundsIn } from '../model/range.ts'
import { blockIdOf } from './block-id.ts'
import { FULL } from './fidelity.ts'
import { locationOf } from './location-of.ts'
import { cutNotice, repeatNotice, stringNotices, summedUpNotice, supersededNotice } from './notices.ts'
import { piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { numberOf, type OwnPart, ownPartsOf, type Subject, shownRoundsOf } from './subject.ts'

export interface TrimOptions {
  /** Longer texts than this are cut to it. */
  readonly threshold: number
  /** Whose results are cut; `all` for every tool but agents. */
  readonly tools: readonly string[] | 'all'
  /** Only these rounds are cut; what belongs to none then stays, too. */
  readonly rounds?: string
  /** The last rounds stay as they are. */
  readonly keepRecent: number
  /** Cuts the long strings that calls were given, too. */
  readonly toolInputs: boolean
  /** Cuts the agent's own long messages: the first so many, or with a negative number all but the last so many. */
  readonly assistant: number
  readonly images: boolean
  /** Of results that say the same, the last stays. */
  readonly duplicates: boolean
  /** What was read of a file before it was read again or changed is cut. */
  readonly superseded: boolean
  /** Cuts agents' final reports, too. */
  readonly agents: boolean
  /** Lines somebody chose, and what is there instead; then nothing else is cut but what the other options name. */
  readonly chosen?: ReadonlyMap<number, string>
}

/** What a trim cuts unless told otherwise; of which tools, the client says. */
export const trimDefaults = (tools: readonly string[]): TrimOptions => ({
  threshold: TRIM_THRESHOLD,
  tools,
  keepRecent: 0,
  toolInputs: false,
  assistant: 0,
  images: false,
  duplicates: false,
  superseded: false,
  agents: false,
})

/** The same for results that say the same, as far as they are asked for. */
export type Prints = ReadonlyMap<EntryBlock, string>

/**
 * Every round, with the long results of some tools cut to their beginning. What belongs to no round is cut as one that is
 * older than all.
 */
export function trim(subject: Subject, options: TrimOptions, prints: Prints): Plan {
  const recent = new Set<OwnPart>(options.keepRecent === 0 ? [] : shownRoundsOf(subject).slice(-options.keepRecent))
  const keepsAll = recent.size < options.keepRecent
  const { rounds } = options
  const wanted =
    rounds === undefined ? undefined : new Set(roundsIn(parseRange(rounds, subject.highest, subject.session)))
  const isMeant = (part: OwnPart) => wanted === undefined || (part.kind !== 'other' && wanted.has(numberOf(part)))
  const old = keepsAll ? [] : ownPartsOf(subject).filter((part) => !recent.has(part) && isMeant(part))
  const cuts = cutsOf(subject, old, options, prints)
  const pieces = piecesOf(subject, (part) => {
    if (part.kind !== 'round' && part.kind !== 'rest') return undefined
    const blocks = cuts.get(part)
    return [{ kind: 'round', ref: part.ref, fidelity: FULL, ...(blocks && { blocks }) }]
  })
  const besides = Object.assign({}, ...[...cuts].map(([part, blocks]) => (part.kind === 'other' ? blocks : {})))
  const { chosen, ...params } = options
  const plan = planOf('trim', [subject], pieces, { ...params, ...(chosen && { chosen: [...chosen.keys()] }) })
  return Object.keys(besides).length === 0 ? plan : { ...plan, besides }
}

type Head = Extract<Form, { head: number }>

/** A block with where it is. */
interface Candidate {
  readonly part: OwnPart
  readonly line: Entry
  readonly block: EntryBlock
}

function cutsOf(
  subject: Subject,
  parts: readonly OwnPart[],
  options: TrimOptions,
  prints: Prints,
): ReadonlyMap<OwnPart, Readonly<Record<string, Form>>> {
  const cuts = new Map<OwnPart, Record<string, Form>>()
  const candidates: Candidate[] = []
  const tools = new Map<string, string | undefined>()
  for (const part of parts) {
    for (const line of part.lines) {
      for (const block of line.blocks) {
        if (block.kind === 'tool_use' && block.call !== undefined) tools.set(block.call, block.name)
        if (mayBeCut(block, options)) candidates.push({ part, line, block })
      }
    }
  }
  const later = options.duplicates || options.superseded ? laterOnes(subject, options, prints) : undefined
  const speeches = chosenSpeeches(candidates, options)
  for (const candidate of candidates) {
    const form = formOf(candidate)
    if (form === undefined || candidate.block.isNotice || candidate.line.isRaw) continue
    const blocks = cuts.get(candidate.part) ?? {}
    blocks[blockIdOf(subject.session, candidate.line, candidate.block)] = form
    cuts.set(candidate.part, blocks)
  }
  return cuts

  function formOf(candidate: Candidate): Form | undefined {
    const { block } = candidate
    const summary = options.chosen?.get(candidate.line.number)
    if (summary !== undefined && (block.kind === 'tool_result' || block.kind === 'assistant-text'))
      return summedUp(candidate, summary)
    if (block.kind === 'image') return options.images ? 'omit' : undefined
    if (block.kind === 'tool_use') return options.toolInputs ? stringsOf(candidate) : undefined
    if (block.kind === 'assistant-text') return speeches.has(block) ? headOf(candidate) : undefined
    if (block.kind !== 'tool_result') return undefined
    const tool = block.call === undefined ? nameless(parts) : tools.get(block.call)
    const again = later?.get(block)
    if (again && isShorter(candidate, again)) return again
    if (!options.chosen && isTarget(tool, subject, options)) {
      const head = headOf(candidate)
      if (head) return withImages(head, block)
    }
    return options.images && block.images > 0 ? 'without-images' : undefined
  }

  function withImages(head: Head, { images }: EntryBlock): Form {
    return options.images && images > 0 ? { ...head, images: 'omit' } : head
  }

  function headOf(candidate: Candidate): Head | undefined {
    const { chars } = candidate.block
    if (chars <= options.threshold) return undefined
    const notice = cutNotice(chars, options.threshold, locationOf(subject, candidate.line, candidate.block))
    return options.threshold + notice.length < chars ? { head: options.threshold } : undefined
  }

  function stringsOf(candidate: Candidate): Form | undefined {
    const { threshold } = options
    return stringNotices(candidate.block.strings ?? [], threshold, locationOf(subject, candidate.line, candidate.block))
      .size > 0
      ? { head: threshold }
      : undefined
  }

  function summedUp(candidate: Candidate, said: string): Form | undefined {
    const notice = summedUpNotice(said, candidate.block.chars, locationOf(subject, candidate.line, candidate.block))
    return notice.length < candidate.block.chars ? { said } : undefined
  }

  function isShorter(candidate: Candidate, form: Form): boolean {
    if (typeof form !== 'object') return false
    const where = locationOf(subject, candidate.line, candidate.block)
    const { chars } = candidate.block
    const notice =
      'again' in form
        ? repeatNotice(chars, form.again, where)
        : 'superseded' in form
          ? supersededNotice(chars, form.superseded, where)
          : ''
    return notice.length < chars
  }
}

/** The tool of the last call without an id: a result without one is taken for its. */
function nameless(parts: readonly OwnPart[]): string | undefined {
  const blocks = parts.flatMap(({ lines }) => lines.flatMap((line) => line.blocks))
  return blocks.findLast(({ kind, call }) => kind === 'tool_use' && call === undefined)?.name
}

/** Most blocks are passed over by what they are, or by their length. */
function mayBeCut({ kind, chars }: EntryBlock, options: TrimOptions): boolean {
  switch (kind) {
    case 'tool_result':
      return (
        chars > options.threshold ||
        options.images ||
        options.duplicates ||
        options.superseded ||
        options.chosen !== undefined
      )
    case 'assistant-text':
      return options.assistant !== 0 || options.chosen !== undefined
    case 'tool_use':
      return options.toolInputs
    case 'image':
      return options.images
    default:
      return false
  }
}

/** The result of an agent is its report. */
function isTarget(tool: string | undefined, { roleOf }: Subject, { tools, agents }: TrimOptions): boolean {
  if (tool === undefined) return false
  if (roleOf(tool) === 'agent') return agents
  return tools === 'all' || tools.includes(tool)
}

function chosenSpeeches(
  candidates: readonly Candidate[],
  { assistant, threshold }: TrimOptions,
): ReadonlySet<EntryBlock> {
  const long = candidates
    .map(({ block }) => block)
    .filter((block) => block.kind === 'assistant-text' && block.chars > threshold)
  if (assistant === 0) return new Set()
  return new Set(assistant > 0 ? long.slice(0, assistant) : long.slice(0, assistant))
}

/** Of a longer one not all may be known. */
const LONGEST_PATH = 160

/** Results that a later one says again, or that tell of a file as it is no more; all that is sent counts as later. */
function laterOnes(
  subject: Subject,
  { duplicates, superseded }: TrimOptions,
  prints: Prints,
): ReadonlyMap<EntryBlock, Form> {
  const { roleOf } = subject
  const found = new Map<EntryBlock, Form>()
  const told = new Map<string, number>()
  const files = new Map<string, number>()
  const candidates = ownPartsOf(subject).flatMap((part) =>
    part.lines.flatMap((line) => line.blocks.map((block) => ({ block, round: line.round }))),
  )
  const calls = new Map(candidates.map(({ block }) => [block.kind === 'tool_use' ? block.call : undefined, block]))
  for (const { block, round } of candidates.toReversed()) {
    const call = calls.get(block.call)
    if (block.kind === 'tool_result') {
      const print = prints.get(block) ?? ''
      const again = told.get(print)
      if (duplicates && again !== undefined) found.set(block, { again })
      else if (print !== '') told.set(print, round)
      const newer = call && roleOf(call.name) === 'read' ? files.get(call.begins) : undefined
      if (superseded && newer !== undefined && !found.has(block)) found.set(block, { superseded: newer })
    }
    const role = block.kind === 'tool_use' ? roleOf(block.name) : undefined
    const isOfFile = role === 'read' || role === 'write'
    if (isOfFile && block.begins.length < LONGEST_PATH && !files.has(block.begins)) files.set(block.begins, round)
  }
  return found
}
