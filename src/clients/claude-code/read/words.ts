import { type Content, isText, type Line } from '../schema.ts'

/** A name, and what was given to it. The oldest clients wrote names without the slash, and then what was given, if nothing. */
const NAME = String.raw`<command-name>(\/[^<]+|[^<]+(?=<\/command-name>\s*<command-args>))<\/command-name>`
const GIVEN = String.raw`(?:\s*<command-args>([\s\S]*?)<\/command-args>(?:\s*$|\s*<command-contents>))?`
const MESSAGE = String.raw`<command-message>[^<]*<\/command-message>`

/** How the client writes a slash command that it puts into words for the agent: what it shows first, then the name. */
const REQUEST = new RegExp(String.raw`^\s*${MESSAGE}\s*${NAME}${GIVEN}`)
/** And one that it runs itself, after which it may still ask the agent: the name first. */
const TYPED = new RegExp(String.raw`^\s*${NAME}\s*${MESSAGE}${GIVEN}`)
/** A line of the shell that a person had it run, after which it may ask the agent, too. */
const SHELL = /^\s*<bash-input>([\s\S]*)<\/bash-input>\s*$/

export function isRequest(text: string): boolean {
  return REQUEST.test(text)
}

export function isTyped(text: string): boolean {
  return TYPED.test(text) || isShell(text)
}

export function isShell(text: string): boolean {
  return SHELL.test(text)
}

/** What the oldest clients put into words for the agent in the same text. */
export function contentsIn(text: string): string | undefined {
  return /<command-contents>([\s\S]*)<\/command-contents>\s*$/.exec(text)?.[1]
}

/** A slash command or a line of the shell as the person typed it; undefined for any other text. */
export function commandIn(text: string): string | undefined {
  const [, shell] = SHELL.exec(text) ?? []
  if (shell !== undefined) return `!${shell.trim()}`
  const [, name, given = ''] = REQUEST.exec(text) ?? TYPED.exec(text) ?? []
  return name === undefined ? undefined : `/${name.trim().replace(/^\//, '')} ${given}`.trim()
}

/** What a person says in a text, and what the client put before and after it. */
interface SpokenPart {
  readonly before: string
  readonly said: string
  readonly after: string
}

/** What the client adds of itself to a person's text: the editor's state, hooks' output, reminders. */
const TAG = '(system-reminder|ide_[a-z_]+|[a-z-]+-hook|new-diagnostics)'
const BEFORE = new RegExp(String.raw`^\s*<${TAG}(?: [^>]*)?>[\s\S]*?<\/\1>\s*`)
const AFTER = new RegExp(String.raw`\s*<${TAG}(?: [^>]*)?>(?:(?!<\/?\1[ >])[\s\S])*<\/\1>\s*$`)

/** Only what stands before or after all of the words is the client's: a person may write of tags. */
export function spokenPart(text: string): SpokenPart {
  if (!text.includes('</')) return { before: '', said: text, after: '' }
  let from = 0
  let to = text.length
  for (let found = BEFORE.exec(text); found; found = BEFORE.exec(text.slice(from))) from += found[0].length
  for (let found = AFTER.exec(text.slice(from)); found; found = AFTER.exec(text.slice(from, to)))
    to = from + found.index
  if (to <= from) return { before: text, said: '', after: '' }
  return { before: text.slice(0, from), said: text.slice(from, to), after: text.slice(to) }
}

/** A person's words that the client put into a result, and what the result says without them. */
interface WordsInResult {
  readonly said: string
  readonly bare: string
}

/** How the client tells the agent that a call was refused, and why: in a terminal, and in an editor. */
const REFUSED =
  /^The user doesn't want to proceed with this tool use\.[^\n]*\b(?:the user said:\n|The user provided the following reason for the rejection: +)/
/** What it says after the reason. */
const ADVICE = "\n\nNote: The user's next message may contain a correction or preference."
/** What it gives as the reason where the person would rather talk; after it, what was answered and noted so far. */
const OWN_REASONS = [
  'The user wants to clarify these questions.',
  'The user has indicated they have provided enough answers',
]
const ANSWERED = /\n {2}(?:Answer|User notes): ([\s\S]+?)(?=\n {2}User notes: |\n *- "|$)/g

/** The reason for refusing a call, or the answers to questions; undefined where a result holds neither. */
export function wordsInResult(line: Line, { content, is_error }: Content): WordsInResult | undefined {
  const text = textOf(content)
  if (text === undefined || line.isMeta) return undefined
  return is_error === true ? reasonIn(line, text) : answersIn(line.toolUseResult, text)
}

function reasonIn({ userFeedback }: Line, text: string): WordsInResult | undefined {
  const opening = REFUSED.exec(text)?.[0]
  const rest = opening === undefined ? '' : text.slice(opening.length)
  const reason = isText(userFeedback) ? userFeedback : rest.slice(0, endOf(rest))
  const at = text.indexOf(reason, opening?.length ?? 0)
  if (reason.trim() === '' || at === -1) return undefined
  const [before, after] = [text.slice(0, at), text.slice(at + reason.length)]
  if (!OWN_REASONS.some((own) => reason.startsWith(own))) return { said: reason, bare: before + after }
  const said = Array.from(reason.matchAll(ANSWERED), ([, answer]) => answer!)
  if (said.length === 0) return undefined
  const bare = reason.replace(ANSWERED, (whole, answer: string) => `${whole.slice(0, -answer.length)}…`)
  return { said: said.join('\n'), bare: before + bare + after }
}

function endOf(text: string): number {
  const advice = text.lastIndexOf(ADVICE)
  return advice === -1 ? text.length : advice
}

/** How the client writes an answer that is a note alone. */
const NO_OPTION = '(notes only)'

/** The client keeps answers next to the result, by their questions, with what the person noted on them or said instead. */
function answersIn(result: unknown, text: string): WordsInResult | undefined {
  const { questions, answers, annotations, response } = fieldsOf(result)
  if (!Array.isArray(questions)) return undefined
  const [given, notes] = [fieldsOf(answers), fieldsOf(annotations)]
  const asked = new Set([...Object.keys(given), ...Object.keys(notes)])
  const all = [...asked].flatMap((question) => [given[question], fieldsOf(notes[question]).notes])
  const said = [...all, response].filter((one) => isText(one) && one.trim() !== '' && one !== NO_OPTION) as string[]
  if (said.length === 0) return undefined
  const bare = said.reduce(withoutAnswer, text)
  return { said: said.join('\n'), bare }
}

/** A question may have the same words. */
function withoutAnswer(text: string, said: string): string {
  const at = text.indexOf(`"="${said}"`)
  const from = at === -1 ? text.indexOf(said) : at + 3
  return from === -1 ? text : `${text.slice(0, from)}…${text.slice(from + said.length)}`
}

function textOf(content: unknown): string | undefined {
  if (isText(content)) return content
  const [part, ...more] = Array.isArray(content) ? (content as readonly (Content | null)[]) : []
  return more.length === 0 && isText(part?.text) ? part.text : undefined
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
