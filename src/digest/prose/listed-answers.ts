import type { EntryDraft } from '../entry.ts'
import { answered, isQuestion } from './answers.ts'

/** A line that begins with the mark of an item: `2. yes`, `b) the second one`. */
const ITEM = /^\s*(?:\*\*)?(\d{1,2}|[a-h])(?:[.):]|\s*[-–—])(?:\*\*)?\s+(\S.*)$/i
const ASKS = /[?？]/

export interface ListedAnswers {
  readonly decisions: readonly EntryDraft[]
  /** The message without the lines that answered. */
  readonly rest: string
}

/**
 * What a person decides by going through a list of questions: each item of his own with the question that has the same mark.
 * Who asks back has not decided, and one item alone is a choice.
 */
export function listedAnswers(message: string, asked: string): ListedAnswers | undefined {
  const lines = message.split(/\r?\n/)
  if (lines.filter((line) => ITEM.test(line)).length < 2) return undefined
  const questions = questionsIn(asked)
  if (questions.size < 2) return undefined
  const decisions: EntryDraft[] = []
  const rest: string[] = []
  let many = 0
  for (const line of lines) {
    const [, mark, answer] = ITEM.exec(line) ?? []
    const text = mark === undefined ? undefined : questions.get(mark.toLowerCase())
    if (text === undefined) {
      rest.push(line)
      continue
    }
    many++
    if (!isQuestion(answer!))
      decisions.push({ kind: 'decision', who: 'user', text: answered({ text }, answer!), names: [], sure: 1 })
  }
  return many > 1 ? { decisions, rest: rest.join('\n') } : undefined
}

/** The questions of the last list that has some, by their marks. */
function questionsIn(message: string): ReadonlyMap<string, string> {
  const questions = new Map<string, string>()
  let mark: string | undefined
  let item = ''
  const close = () => {
    if (mark !== undefined && ASKS.test(item)) questions.set(mark, item.replace(/\*\*/g, ''))
    mark = undefined
  }
  for (const line of message.split(/\r?\n/)) {
    const [, next, text] = ITEM.exec(line) ?? []
    if (next !== undefined) {
      close()
      if (questions.has(next.toLowerCase())) questions.clear()
      mark = next.toLowerCase()
      item = text!
    } else if (line.trim() === '' || /^\S/.test(line)) close()
    else item += ` ${line.trim()}`
  }
  close()
  return questions
}
