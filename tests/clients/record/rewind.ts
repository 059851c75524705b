import { randomUUID } from 'node:crypto'
import type { ConversationBlock } from '../conversation.ts'

/** A session and the conversation it represents. */
export interface Recorded {
  readonly session: string
  readonly conversation: readonly ConversationBlock[]
}

const PROMPT = 'Forget the second word instead.'
const ANSWER = 'Then only alpha is left.'

/**
 * Makes of a session one that was rewound to before its last prompt and went on from there: two branches with one
 * trunk. The new branch is written first and the old one last, so only the `last-prompt` record tells that the new
 * one is current; a reader that takes the last line of the file takes the wrong branch.
 */
export function rewind({ session, conversation }: Recorded): Recorded {
  const lines = session.split('\n').filter(Boolean)
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const at = parsed.findLastIndex(
    (line) => line.type === 'user' && typeof (line.message as { content: unknown }).content === 'string',
  )
  const prompt = parsed[at]
  const answer = parsed.findLast((line) => line.type === 'assistant')
  if (!prompt || !answer) throw new Error('There is no round to rewind.')

  const asked = { ...prompt, uuid: randomUUID(), promptId: randomUUID(), message: { role: 'user', content: PROMPT } }
  const said = {
    ...answer,
    uuid: randomUUID(),
    parentUuid: asked.uuid,
    message: { ...(answer.message as object), id: 'msg_rewound0001', content: [{ type: 'text', text: ANSWER }] },
  }
  const current = { type: 'last-prompt', lastPrompt: PROMPT, leafUuid: said.uuid, sessionId: prompt.sessionId }
  const rest = lines.slice(at).filter((_, index) => parsed[at + index]?.type !== 'last-prompt')
  const written = [
    ...lines.slice(0, at),
    ...[asked, said].map((line) => JSON.stringify(line)),
    ...rest,
    JSON.stringify(current),
  ]

  const lastAsked = conversation.findLastIndex((block) => block.role === 'user' && block.type === 'text')
  return {
    session: `${written.join('\n')}\n`,
    conversation: [
      ...conversation.slice(0, lastAsked),
      { role: 'user', type: 'text', text: PROMPT },
      { role: 'assistant', type: 'text', text: ANSWER },
    ],
  }
}
