import { type ConversationBlock, conversation } from '../conversation.ts'
import { PROMPT, resumePi } from '../pi.ts'
import { type ClientBench, type ClientPatient, openClientBench } from './client-bench.ts'
import type { SentRound, SentRounds } from './split-rounds.ts'
import type { Stet } from './stet.ts'

export type PiPatient = ClientPatient
export type PiBench = ClientBench

/** Operates with the built command, resumes the outcome in the real pi, and compares. */
export function openPiBench(stet: Stet, version: string): PiBench {
  return openClientBench(stet, {
    sentFor: (path) => sentByPi(path, version),
    split: splitBlocks,
    blocksOf: (block: ConversationBlock) => [block],
  })
}

/** What the client sends of a file, or why it sends nothing. */
export async function sentByPi(path: string, version?: string): Promise<readonly ConversationBlock[] | string> {
  const ran = await resumePi(path, { ...(version !== undefined && { version }) })
  if (!ran.ok) return `exit ${ran.exitCode}: ${(ran.stdout + ran.stderr).slice(-300)}`
  if (ran.requests.length !== 1)
    return `the client asked ${ran.requests.length} times: it did something of its own first`
  return conversation(ran.messages!, PROMPT)
}

interface Said {
  readonly id: string
  readonly started: number
  readonly text: string
}

/** What a compaction tells begins so, and so do a branch that was left and a command that a person ran. */
const TOLD = /^The conversation history before this point was compacted|^The following is a summary of a branch|^Ran `/

/** Splits what was sent into rounds, by what people say in the file, the last first. */
export function splitBlocks(sent: readonly ConversationBlock[], file: string): SentRounds {
  const humans = humansIn(file)
  let next = humans.length
  const starts: { at: number; number: number; human: Said }[] = []
  for (const [at, { role, type, text }] of [...sent.entries()].reverse()) {
    const number =
      role === 'user' && type === 'text' ? humans.findLastIndex((one, index) => index < next && one.text === text) : -1
    if (number === -1) continue
    next = number
    starts.unshift({ at, number: number + 1, human: humans[number]! })
  }
  const before = sent.slice(0, starts[0]?.at)
  const work = before.findIndex(({ role, text = '' }) => role === 'assistant' || !TOLD.test(text))
  const rest = work === -1 ? [] : before.slice(work)
  return {
    prelude: work === -1 ? before : before.slice(0, work),
    ...(rest.length > 0 && { rest: { number: (starts[0]?.number ?? humans.length + 1) - 1, blocks: rest } }),
    rounds: starts.map(
      ({ at, number, human }, index): SentRound => ({
        number,
        uuid: human.id,
        started: human.started,
        blocks: sent.slice(at, starts[index + 1]?.at),
      }),
    ),
  }
}

/** The messages of people in the order of the file. Reads it by itself: it is here to check the product. */
function humansIn(file: string): readonly Said[] {
  return file
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .flatMap(({ id, timestamp, message }) => {
      if (message?.role !== 'user') return []
      const { content } = message
      const text =
        typeof content === 'string' ? content : content.find((piece: { type: string }) => piece.type === 'text')?.text
      return [{ id: `${timestamp} ${id}`, started: Date.parse(timestamp), text }]
    })
}
