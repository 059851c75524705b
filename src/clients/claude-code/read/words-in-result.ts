import { type Content, isText, type Line } from '../schema.ts'

/** A person's words that the client put into a result, and what the result says without them. */
export interface WordsInResult {
  readonly said: string
  readonly bare: string
}

/** How the client tells the agent that a call was refused, and why. */
const REFUSED = /^The user doesn't want to proceed with this tool use\.[^\n]*\bthe user said:\n/
/** What it says after the reason. */
const ADVICE = "\n\nNote: The user's next message may contain a correction or preference."
/** What it gives as the reason where the person gave none. */
const OWN_REASONS = [
  'The user wants to clarify these questions.',
  'The user has indicated they have provided enough answers',
]

/** The reason for refusing a call, or the answers to questions; undefined where a result holds neither. */
export function wordsInResult(line: Line, { content, is_error }: Content): WordsInResult | undefined {
  const text = textOf(content)
  if (text === undefined || line.isMeta) return undefined
  return is_error === true ? reasonIn(line, text) : answersIn(line.toolUseResult, text)
}

function reasonIn({ userFeedback }: Line, text: string): WordsInResult | undefined {
  const opening = REFUSED.exec(text)?.[0]
  const rest = opening === undefined ? '' : text.slice(opening.length)
  const said = isText(userFeedback) ? userFeedback : rest.slice(0, endOf(rest))
  const at = text.indexOf(said, opening?.length ?? 0)
  if (said.trim() === '' || at === -1 || OWN_REASONS.some((reason) => said.startsWith(reason))) return undefined
  return { said, bare: text.slice(0, at) + text.slice(at + said.length) }
}

function endOf(text: string): number {
  const advice = text.lastIndexOf(ADVICE)
  return advice === -1 ? text.length : advice
}

/** The client keeps answers next to the result, by their questions, with what the person noted on them. */
function answersIn(result: unknown, text: string): WordsInResult | undefined {
  const { questions, answers, annotations } = fieldsOf(result)
  if (!Array.isArray(questions)) return undefined
  const notes = fieldsOf(annotations)
  const said = Object.entries(fieldsOf(answers)).flatMap(([question, answer]) => {
    const { notes: note } = fieldsOf(notes[question])
    return [answer, note].filter((one) => isText(one) && one.trim() !== '') as string[]
  })
  if (said.length === 0) return undefined
  const bare = said.reduce((rest, one) => rest.replace(one, '…'), text)
  return { said: said.join('\n'), bare }
}

function textOf(content: unknown): string | undefined {
  if (isText(content)) return content
  const [part, ...more] = Array.isArray(content) ? (content as readonly (Content | null)[]) : []
  return more.length === 0 && isText(part?.text) ? part.text : undefined
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
