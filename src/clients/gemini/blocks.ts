import type { BlockDraft, Role } from '../../model/block.ts'
import { note, picture, withAnswers } from '../kit/blocks.ts'
import { kindOfMessage, spokenParts } from './classify.ts'
import { type Call, callsOf, type Fields, isObject, isText, type Line, type Part, partsOf, textOf } from './schema.ts'

const AGENT = 'assistant' as Role
const PERSON = 'user' as Role

/** The blocks of one record, in the order in which the client sends them. What it notes of the session has none. */
export function blocksOf(line: Line): readonly BlockDraft[] {
  const timestamp = line.timestamp ?? null
  if (line.kind === 'call') return callBlocks(line.fields, timestamp)
  if (line.kind === 'answer') return withAnswers(answerBlock([line.fields], {}, timestamp))
  if (line.kind !== 'message') return []
  const kind = kindOfMessage(line)
  if (kind === 'reply') return replyBlocks(line, timestamp)
  const { content } = line.fields
  if (kind === 'note' || kind === 'snapshot') return [note(partsOf(content).map(textOf).join('\n'), timestamp)]
  const spoken = spokenParts(line.fields)
  return partsOf(content).flatMap((part, at) => withAnswers(userBlock(part, spoken[at]!, timestamp)))
}

function userBlock(part: Part, isSpoken: boolean, timestamp: string | null): BlockDraft {
  if (isObject(part.functionResponse)) return answerBlock([part], {}, timestamp)
  if (isText(part.text)) {
    return isSpoken ? { role: PERSON, timestamp, type: 'user-text', content: part.text } : note(part.text, timestamp)
  }
  const image = imageOf(part)
  return { role: PERSON, timestamp, type: image ? 'image' : 'unknown', content: image ?? part }
}

/** Thoughts, words, calls, and then their answers; a reply that was sent again has its calls among its pieces. */
function replyBlocks({ fields }: Line, timestamp: string | null): readonly BlockDraft[] {
  const parts = partsOf(fields.content)
  const isWhole = parts.some((part) => part.thought === true || isObject(part.functionCall))
  const thoughts = !isWhole && Array.isArray(fields.thoughts) ? fields.thoughts.filter(isObject) : []
  const called = new Set(parts.flatMap(({ functionCall }) => (isObject(functionCall) ? [functionCall.id] : [])))
  const calls = callsOf(fields).map((call) => {
    const [use, ...answers] = callBlocks(call, timestamp)
    return { id: call.id, use, answers }
  })
  return [
    ...thoughts.map(
      (thought): BlockDraft => ({ role: AGENT, timestamp, type: 'thinking', content: thoughtOf(thought) }),
    ),
    ...parts.filter(({ text }) => text !== '').map((part) => replyBlock(part, timestamp)),
    ...calls.filter(({ id }) => !called.has(id)).map(({ use }) => use!),
    ...calls.flatMap(({ answers }) => answers),
  ]
}

function replyBlock(part: Part, timestamp: string | null): BlockDraft {
  const { functionCall: call } = part
  if (isObject(call)) return useBlock(call, timestamp)
  if (!isText(part.text)) return { role: AGENT, timestamp, type: 'unknown', content: part }
  return { role: AGENT, timestamp, type: part.thought === true ? 'thinking' : 'assistant-text', content: part.text }
}

function thoughtOf({ subject, description }: Readonly<Record<string, unknown>>): string {
  const said = isText(description) ? description : ''
  return isText(subject) && subject !== '' ? `**${subject}** ${said}` : said
}

function callBlocks(call: Call, timestamp: string | null): readonly BlockDraft[] {
  const { result, status, timestamp: at } = call
  const time = isText(at) ? at : timestamp
  const use = useBlock(call, time)
  if (result === undefined || result === null || (Array.isArray(result) && result.length === 0)) return [use]
  const parts = isText(result) ? [{ text: result }] : partsOf(result)
  return [use, ...withAnswers(answerBlock(parts, { id: call.id, status }, time))]
}

function useBlock({ id, name, args }: Call, timestamp: string | null): BlockDraft {
  return {
    role: AGENT,
    timestamp,
    type: 'tool_use',
    content: args ?? null,
    ...(isText(name) && { name }),
    ...(isText(id) && { tool_use_id: id }),
  }
}

const ENDED_BADLY: ReadonlySet<unknown> = new Set(['error', 'cancelled'])

/** What a tool gave back: a text, or pieces in the common form where there is more. */
function answerBlock(parts: readonly Part[], { id, status }: Call, timestamp: string | null): BlockDraft {
  const responses = parts.flatMap(({ functionResponse }) => (isObject(functionResponse) ? [functionResponse] : []))
  const pieces = parts.flatMap(answerPieces)
  const call = id ?? responses[0]?.id
  const failed = responses.some(({ response }) => isObject(response) && response.error !== undefined)
  return {
    role: PERSON,
    timestamp,
    type: 'tool_result',
    content: pieces.length === 1 && isObject(pieces[0]) && isText(pieces[0].text) ? pieces[0].text : pieces,
    ...(isText(call) && { tool_use_id: call }),
    ...((failed || ENDED_BADLY.has(status)) && { is_error: true }),
  }
}

function answerPieces(part: Part): readonly unknown[] {
  const { functionResponse: answer } = part
  if (!isObject(answer)) return [isText(part.text) ? { type: 'text', text: part.text } : (imageOf(part) ?? part)]
  return [{ type: 'text', text: answerText(answer) }, ...partsOf(answer.parts).flatMap(answerPieces)]
}

/** The words of an answer. */
export function answerText({ response }: Fields): string {
  const said = isObject(response) ? (response.output ?? response.error ?? response) : response
  return isText(said) ? said : JSON.stringify(said ?? '')
}

/** A picture in the common form; undefined for any other piece. */
function imageOf({ inlineData }: Part): unknown {
  if (!isObject(inlineData) || !isText(inlineData.data)) return undefined
  const { mimeType, data } = inlineData
  if (!isText(mimeType) || !mimeType.startsWith('image/')) return undefined
  return picture(mimeType, data)
}
