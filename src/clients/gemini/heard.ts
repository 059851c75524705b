import { hashHex } from '../../model/id.ts'
import { answersIn, callsIn, type InnerRecord } from './inner-records.ts'
import { callsOf, type Fields, isObject, isText, type Line, partsOf } from './schema.ts'

/** What a parser remembers of the messages before, to tell what is said for the first time. Plain JSON. */
export interface Heard {
  /** Rounds by the ids and the words of the messages that they begin with. */
  rounds: Record<string, number>
  /** Ids of what the client told the model. */
  told: string[]
  /** The last reply, which the client writes again when its calls were answered. */
  reply: { id: string | null; said: string; calls: string[]; answered: string[] }
}

export function nothingHeard(): Heard {
  return { rounds: {}, told: [], reply: noReply() }
}

export function noReply(): Heard['reply'] {
  return { id: null, said: '', calls: [], answered: [] }
}

/** As much of a hash as tells the messages of one session apart. */
const DIGITS = 12

/** How the round of a message is found again by its id. */
export function idKey({ id = '' }: Line): string {
  return hashHex(`id\0${id}`).slice(0, DIGITS)
}

/** And by its words: what a compaction keeps, the client writes with new ids. */
export function wordsKey({ fields }: Line): string {
  return digestOf(partsOf(fields.content))
}

/** What is new in a reply: all of it, or of one that is written again the calls and answers that came since. */
export function hearReply(heard: Heard, record: InnerRecord, bytes: Buffer): readonly InnerRecord[] {
  const { id, fields } = record.line
  if (id === heard.reply.id && saidKey(fields) === heard.reply.said) return newCalls(heard.reply, record, bytes)
  const calls = callsOf(fields).filter((call) => isText(call.id))
  heard.reply = {
    id: id ?? null,
    said: saidKey(fields),
    calls: calls.map((call) => String(call.id)),
    answered: calls.filter(({ result }) => result !== undefined).map((call) => String(call.id)),
  }
  return [record]
}

function newCalls(reply: Heard['reply'], { line, start, end }: InnerRecord, bytes: Buffer): readonly InnerRecord[] {
  return within(callsIn(line, bytes.subarray(start, end)), start).flatMap((call) => {
    const { id, fields } = call.line
    if (id === undefined) return []
    const isNew = !reply.calls.includes(id)
    const isAnswer = fields.result !== undefined && !reply.answered.includes(id)
    if (isNew) reply.calls.push(id)
    if (isAnswer) reply.answered.push(id)
    if (isNew) return [call]
    return isAnswer ? within(answersIn(call.line, bytes.subarray(call.start, call.end)), call.start) : []
  })
}

/** Records of a record that is itself inside of another. */
function within(records: readonly InnerRecord[], at: number): readonly InnerRecord[] {
  return records.map(({ line, start, end }) => ({ line, start: at + start, end: at + end }))
}

/** Whether a message has answers that the reply did not have: most of them the client writes twice. */
export function hearAnswers({ reply }: Heard, { fields }: Line): boolean {
  const calls = partsOf(fields.content).flatMap(({ functionResponse: answer }) =>
    isObject(answer) && isText(answer.id) ? [answer.id] : [],
  )
  if (calls.length > 0 && calls.every((call) => reply.answered.includes(call))) return false
  reply.answered.push(...calls)
  return true
}

/** What tells whether a reply says what it said before. */
function saidKey({ content, thoughts }: Fields): string {
  return digestOf([content, thoughts])
}

function digestOf(value: unknown): string {
  return hashHex(JSON.stringify(value) ?? '').slice(0, DIGITS)
}
