/** A message of a person, as it is in a session file. */
export interface HumanLine {
  /** Its place among the people's messages of the file, counted from 1: the number of its round. */
  readonly number: number
  readonly uuid: string
  readonly started: number
  readonly blocks: readonly {
    readonly type: string
    readonly text?: string
    readonly thinking?: string
    readonly id?: string
  }[]
}

/** What the client writes in a person's place begins so. */
const CLIENTS_WORDS =
  /^\s*(?:<(?:command-|local-command-|bash-|task-notification|teammate-message|system-reminder)|\[Request interrupted by user|Base directory for this skill:|This session is being continued from|Continue from where you left off\.|Caveat: The messages below were generated)/

interface UserLine {
  readonly type?: string
  readonly subtype?: string
  readonly uuid?: string
  readonly timestamp?: string
  readonly isMeta?: boolean
  readonly isCompactSummary?: boolean
  readonly isSidechain?: boolean
  readonly compactMetadata?: { readonly preservedSegment?: { readonly headUuid?: string; readonly tailUuid?: string } }
  readonly origin?: { readonly kind?: string }
  readonly message?: {
    readonly model?: string
    readonly content?: string | readonly (HumanLine['blocks'][number] & { readonly tool_use_id?: string })[]
  }
}

/** Finds the messages of people in a session file. Reads the file by itself: it is here to check the product. */
export function humanLines(file: string): readonly HumanLine[] {
  return file
    .split('\n')
    .flatMap((text) => parsed(text) ?? [])
    .filter(isHuman)
    .map((line, at) => ({
      number: at + 1,
      uuid: line.uuid ?? '',
      started: Date.parse(line.timestamp ?? ''),
      blocks: contentOf(line),
    }))
}

/**
 * How what is left of the round begins that the last compaction cut, and the number of that round: with what the
 * compaction kept of it, else with the first reply after it, before anybody said a word.
 */
export function restOfCutRound(file: string) {
  const lines = file.split('\n').flatMap((text) => parsed(text) ?? [])
  const boundary = lines.findLastIndex(({ type, subtype }) => type === 'system' && subtype === 'compact_boundary')
  if (boundary === -1) return undefined
  const { headUuid, tailUuid } = lines[boundary]!.compactMetadata?.preservedSegment ?? {}
  const [head, tail] = [headUuid, tailUuid].map((id) => lines.findIndex(({ uuid }) => id !== undefined && uuid === id))
  const kept = head === -1 || tail === -1 ? [] : lines.slice(head, tail! + 1)
  const left = [...kept, ...lines.slice(boundary + 1)]
  const next = left.findIndex(isHuman)
  const work = (next === -1 ? left : left.slice(0, next)).filter(
    (line) =>
      !line.isSidechain &&
      (line.type === 'assistant'
        ? line.message?.model !== '<synthetic>'
        : line.type === 'user' && contentOf(line).some(({ type }) => type === 'tool_result')),
  )
  if (work.length === 0) return undefined
  const before = lines.slice(0, Math.min(lines.indexOf(work[0]!), boundary))
  return { number: before.filter(isHuman).length, reply: work.slice(0, 4).flatMap(contentOf) }
}

function isHuman(line: UserLine): boolean {
  if (line.type !== 'user' || line.isMeta || line.isCompactSummary || line.isSidechain) return false
  if ((line.origin?.kind ?? 'human') !== 'human') return false
  const content = contentOf(line)
  if (content.some((block) => block.type === 'tool_result')) return false
  if (content.some((block) => block.text?.includes('<!-- stet:'))) return false
  return content.some((block) => (block.type === 'text' ? !CLIENTS_WORDS.test(block.text ?? '') : true))
}

function contentOf({ message }: UserLine): HumanLine['blocks'] {
  const content = message?.content ?? []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((block) => (block.tool_use_id === undefined ? block : { ...block, id: block.tool_use_id }))
}

function parsed(text: string): UserLine | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what is no JSON is nobody's message
  }
}
