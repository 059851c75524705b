import type { ChatMessage } from '../chat-api.ts'
import type { ConversationBlock } from '../conversation.ts'
import { isTitle, type OpencodeBox, PROMPT, resumeOpencode } from '../opencode.ts'
import { type ClientBench, openClientBench } from './client-bench.ts'
import type { SentRound, SentRounds } from './split-rounds.ts'
import type { Stet } from './stet.ts'

/** Operates with the built command, imports the outcome into the real opencode, goes on with it there, and compares. */
export function openOpencodeBench(stet: Stet, box: OpencodeBox): ClientBench {
  return openClientBench(stet, {
    sentFor: (path) => sentByOpencode(path, box),
    split: splitBlocks,
    blocksOf: (block: ConversationBlock) => [block],
  })
}

/** What the client sends of a file, or why it sends nothing; its own prompt is left out. */
export async function sentByOpencode(path: string, box?: OpencodeBox): Promise<readonly ConversationBlock[] | string> {
  const ran = await resumeOpencode(path, box)
  if (!ran.ok) return `exit ${ran.exitCode}: ${(ran.stdout + ran.stderr).slice(-400)}`
  const asked = ran.requests.filter(({ body }) => !isTitle(body.messages))
  if (asked.length !== 1) return `the client asked ${asked.length} times: it did something of its own first`
  return ran
    .messages!.filter(({ role }) => role !== 'system')
    .flatMap(blocksOfMessage)
    .filter(({ text = '' }) => !text.includes(PROMPT))
}

/** A message as the blocks that every client's conversation is compared by. */
function blocksOfMessage({
  role,
  content,
  reasoning_content,
  tool_calls = [],
  tool_call_id,
}: ChatMessage): readonly ConversationBlock[] {
  const pieces = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
  if (role === 'tool')
    return [
      { role: 'user', type: 'tool_result', id: String(tool_call_id), content: pieces.map(({ text }) => text).join('') },
    ]
  return [
    ...(reasoning_content ? [{ role, type: 'thinking', text: reasoning_content }] : []),
    ...pieces
      .filter(({ type, text }) => type !== 'text' || text !== '')
      .map((piece) =>
        piece.type === 'text'
          ? { role, type: 'text', text: String(piece.text) }
          : { role, type: 'image', content: piece.image_url?.url },
      ),
    ...tool_calls.map(({ id, function: { name, arguments: input } }) => ({
      role,
      type: 'tool_use',
      id,
      name,
      input: JSON.parse(input),
    })),
  ]
}

/** Splits what was sent into rounds, by what people say in the file. */
function splitBlocks(sent: readonly ConversationBlock[], file: string): SentRounds {
  const humans = (
    JSON.parse(file).messages as {
      info: { id: string; role: string; time: { created: number } }
      parts: { type: string; text?: string }[]
    }[]
  ).flatMap(({ info, parts }) => {
    const text = parts.find(({ type }) => type === 'text')?.text
    return info.role === 'user' && text !== undefined ? [{ id: info.id, started: info.time.created, text }] : []
  })
  let next = 0
  const starts = sent.flatMap(({ role, text }, at) => {
    const number = role === 'user' ? humans.findIndex((human, index) => index >= next && human.text === text) : -1
    if (number === -1) return []
    next = number + 1
    return [{ at, number: number + 1, human: humans[number]! }]
  })
  return {
    prelude: sent.slice(0, starts[0]?.at),
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
