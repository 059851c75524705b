import type { ConversationBlock } from '../conversation.ts'
import { PROMPT, resumeGemini } from '../gemini.ts'
import type { GeminiPart } from '../gemini-api.ts'
import { type ClientBench, type ClientPatient, openClientBench } from './client-bench.ts'
import type { SentRound, SentRounds } from './split-rounds.ts'
import type { Stet } from './stet.ts'

export type GeminiPatient = ClientPatient
export type GeminiBench = ClientBench

/** A piece that the API is sent, and who says it. */
export interface SentPart extends GeminiPart {
  readonly role: 'user' | 'model'
}

/** Operates with the built command, resumes the outcome in the real Gemini CLI, and compares. */
export function openGeminiBench(stet: Stet): GeminiBench {
  return openClientBench(stet, { sentFor: sentByGemini, split: splitParts, blocksOf: blocksOfPart })
}

/**
 * What the client sends of a file, or why it sends nothing; what it tells the model anew is left out, and so is an answer
 * that it sends a second time: of its own files it sends each twice.
 */
export async function sentByGemini(path: string): Promise<readonly SentPart[] | string> {
  const ran = await resumeGemini(path)
  if (!ran.ok) return `exit ${ran.exitCode}: ${(ran.stdout + ran.stderr).slice(-300)}`
  if (ran.requests.length !== 1)
    return `the client asked ${ran.requests.length} times: it did something of its own first`
  const answered = new Set<string>()
  return ran
    .contents!.flatMap(({ role, parts }) => parts.map((part): SentPart => ({ role, ...part })))
    .filter(({ text, functionResponse }) => {
      if (text === PROMPT || text?.startsWith('<session_context>')) return false
      if (functionResponse?.id === undefined) return true
      const isFirst = !answered.has(functionResponse.id)
      answered.add(functionResponse.id)
      return isFirst
    })
}

interface Said {
  readonly id: string
  readonly timestamp: string
  readonly text: string
}

/** Splits what was sent into rounds, by what people say in the file. */
export function splitParts(sent: readonly SentPart[], file: string): SentRounds {
  const humans = humansIn(file)
  let next = 0
  const starts = sent.flatMap(({ role, text }, at) => {
    const number = role === 'user' ? humans.findIndex((human, index) => index >= next && human.text === text) : -1
    if (number === -1) return []
    next = number + 1
    return [{ at, number: number + 1, human: humans[number]! }]
  })
  return {
    prelude: sent.slice(0, starts[0]?.at).flatMap(blocksOfPart),
    rounds: starts.map(
      ({ at, number, human }, index): SentRound => ({
        number,
        uuid: human.id,
        started: Date.parse(human.timestamp),
        blocks: sent.slice(at, starts[index + 1]?.at).flatMap(blocksOfPart),
      }),
    ),
  }
}

/** Each message of a person once: in lines of their own, or in a document. */
function humansIn(file: string): readonly Said[] {
  const records = file.startsWith('{\n')
    ? JSON.parse(file).messages
    : file
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
  return records.flatMap(({ id, type, timestamp, content }: Said & { type: string; content: unknown }) => {
    const text = typeof content === 'string' ? content : (content as GeminiPart[] | undefined)?.[0]?.text
    return type === 'user' && text !== undefined ? [{ id, timestamp, text }] : []
  })
}

/** A piece as the blocks that every client's conversation is compared by. */
export function blocksOfPart({ role: by, ...part }: SentPart): readonly ConversationBlock[] {
  const role = by === 'model' ? 'assistant' : 'user'
  const { text, functionCall: call, functionResponse: answer, inlineData } = part
  if (text !== undefined) return [{ role, type: 'text', text }]
  if (call) return [{ role, type: 'tool_use', id: String(call.id), name: call.name, input: call.args }]
  if (answer) {
    const { output, error, ...other } = answer.response
    const isError = error !== undefined
    const content = output ?? error ?? other
    return [{ role, type: 'tool_result', id: String(answer.id), content, ...(isError && { isError }) }]
  }
  return [{ role, type: inlineData ? 'image' : 'unknown', content: inlineData?.data ?? part }]
}
