import type { ConversationBlock } from '../conversation.ts'

/** Tells whether what was sent represents a block of the untouched session. */
export interface Form {
  readonly matches: (own: ConversationBlock, sent: ConversationBlock, tool: string | undefined) => boolean
  /** Whether the block is left out. */
  readonly leavesOut: (own: ConversationBlock) => boolean
  /** Whether this is a word of the product's own that may stand in a round of this form. */
  readonly adds: (sent: ConversationBlock) => boolean
}

const CUT = / — cut by stet; in line \d+(?: of .+)?; stet inject [^\]\n]+\]$/
const THINKING = /^\[thinking · \d+ chars — inject\(\S+:\d+, thinking\)\] \[in line \d+(?: of .+)?\]$/
const CALL =
  /^\[tool_use: [\s\S]* — inject\(\S+:\d+, tool_use\)\] \[in line \d+(?: of .+)?\](?: \[tool_result[\s\S]* — inject\(\S+:\d+, tool_result\)\] \[in line \d+\])?$/

/** What the client makes up for a call without a result: there is none to leave out. */
const UNANSWERED =
  /^aborted$|^No result provided$|^\[Tool (?:call interrupted: the session ended before|result missing due to internal error\])/

/** A result that is not longer than its beginning and the notice together stays. */
const NOTICE = 600

const never = () => false

/** As it was: nothing more, nothing less, nothing else. */
export const FULL: Form = { matches: isSame, leavesOut: never, adds: never }

/** Results of these tools that are longer keep their first characters and say where the rest is. */
export function trimmed(threshold: number, tools: readonly string[] = ['Read', 'Bash', 'Grep', 'Glob']): Form {
  const notice = new RegExp(
    `\\n?…\\[cut by stet: (\\d+) characters, ${threshold} kept; whole in line \\d+ of .+; stet inject \\S+\\]$`,
  )
  return {
    ...FULL,
    matches(own, sent, tool) {
      if (own.type !== 'tool_result' || !tools.includes(tool ?? '')) return isSame(own, sent)
      const now = withoutReminders(textOf(sent))
      const found = notice.exec(now)
      if (!found) return isSame(own, sent) && textOf(own).length <= threshold + NOTICE
      const head = now.slice(0, found.index)
      // Never half of a character: the head may be one unit shorter.
      const isHead = textOf(own).startsWith(head) && (head.length === threshold || head.length === threshold - 1)
      const length = Number(found[1])
      const isLength = length === textOf(own).length || length === withoutReminders(textOf(own)).length
      return isHead && isLength && isSame({ ...own, content: '' }, { ...sent, content: '' })
    },
  }
}

/** Only what people and the agent said. */
export const CONVERSATION: Form = {
  ...FULL,
  leavesOut: ({ type }) => type === 'thinking' || type === 'tool_use' || type === 'tool_result',
}

/** Thinking and calls as one line each. The client sends not all thinking, so references to it may be more. */
export const NAVIGATE: Form = {
  matches: (own, sent) =>
    own.type === 'thinking'
      ? isText(sent, THINKING)
      : own.type === 'tool_use'
        ? isText(sent, CALL) && namesOf(own).some((name) => sent.text!.startsWith(`[tool_use: ${name}`))
        : isSame(own, sent),
  leavesOut: ({ type }) => type === 'tool_result',
  adds: (sent) => isText(sent, THINKING),
}

/** Blocks of some kinds as references; a call takes its result along. */
export function without(...kinds: readonly string[]): Form {
  return {
    matches(own, sent) {
      if (!kinds.includes(own.type) || UNANSWERED.test(textOf(own))) return isSame(own, sent)
      if (own.type === 'thinking') return isText(sent, THINKING)
      if (own.type !== 'tool_result') return isText(sent, CUT, own.role) && sent.text!.startsWith(`[${own.type}`)
      return CUT.test(withoutReminders(textOf(sent))) && isSame({ ...own, content: '' }, { ...sent, content: '' })
    },
    leavesOut: ({ type }) => type === 'tool_result' && kinds.includes('tool_use'),
    adds: (sent) => kinds.includes('thinking') && isText(sent, THINKING),
  }
}

/** The client sends calls of a tool by the name it has today. */
function namesOf({ name = '' }: ConversationBlock): readonly string[] {
  return name === 'Agent' ? [name, 'Task'] : [name]
}

function isText(sent: ConversationBlock, like: RegExp, by = 'assistant'): boolean {
  const { role, type, text = '' } = sent
  return role === by && type === 'text' && like.test(text)
}

/**
 * Equal but for the name that joins a call to its result, which is compared elsewhere, and for reminders: for some
 * models the client puts them after the last result, which loses its outer white space then, for others into a message
 * of their own.
 */
function isSame(own: ConversationBlock, sent: ConversationBlock): boolean {
  if (inJson(own) === inJson(sent)) return true
  return [own, sent].some(hasReminder) && inJson(bare(own)) === inJson(bare(sent))
}

function hasReminder({ type, content }: ConversationBlock): boolean {
  return type === 'tool_result' && typeof content === 'string' && withoutReminders(content) !== content
}

function inJson(block: ConversationBlock): string {
  return JSON.stringify({ ...block, id: '' })
}

function bare(block: ConversationBlock): ConversationBlock {
  const { type, content } = block
  return type === 'tool_result' && typeof content === 'string'
    ? { ...block, content: withoutReminders(content).trim() }
    : block
}

function withoutReminders(text: string): string {
  return text.replace(/(?:\s*<system-reminder>(?:(?!<\/system-reminder>)[\s\S])*<\/system-reminder>)+\s*$/, '')
}

/** All text of a block: of a result in parts, that of its parts together. */
function textOf({ text, content }: ConversationBlock): string {
  if (text !== undefined) return text
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => part?.text ?? '').join('') : ''
}
