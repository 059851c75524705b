import { type Content, isText, type Line } from '../schema.ts'

/** A person's words that the client put into a result, and what the result says without them. */
export interface WordsInResult {
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
