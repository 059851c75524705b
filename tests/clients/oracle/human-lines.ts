/** A message of a person, as it stands in a session file. */
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
  readonly origin?: { readonly kind?: string }
  readonly message?: {
    readonly model?: string
    readonly content?:
      | string
      | readonly { readonly type: string; readonly text?: string; readonly thinking?: string; readonly id?: string }[]
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

/** The first reply behind the last compaction, before anybody said a word, and the number of the round it belongs to. */
export function workBehindCompaction(file: string) {
  const lines = file.split('\n').flatMap((text) => parsed(text) ?? [])
  const boundary = lines.findLastIndex(({ type, subtype }) => type === 'system' && subtype === 'compact_boundary')
  const behind = boundary === -1 ? [] : lines.slice(boundary + 1)
  const next = behind.findIndex(isHuman)
  const work = (next === -1 ? behind : behind.slice(0, next)).filter(
    ({ type, isSidechain, message }) => type === 'assistant' && !isSidechain && message?.model !== '<synthetic>',
  )
  if (work.length === 0) return undefined
  return { number: lines.slice(0, boundary).filter(isHuman).length, reply: work.slice(0, 4).flatMap(contentOf) }
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
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function parsed(text: string): UserLine | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what is no JSON is nobody's message
  }
}
