import { hashHex, type RoundId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { NO_ACT } from '../../model/tool-act.ts'
import type { Client, Prompt } from '../client.ts'
import { type Facts, noteTime } from '../kit/about-session.ts'
import { startRound } from '../kit/numbering.ts'
import { parserOf } from '../kit/parser.ts'
import { readerOf } from '../kit/reader.ts'

const FORMAT = 'prompts-v1'

/** Whether only the prompts of a session are recorded, because its transcript was gone before. */
export function isOnlyPrompts({ format }: Pick<Session, 'format'>): boolean {
  return format === FORMAT
}

const known = new Map<string, Client>()

/**
 * Reads the lines of a client's history of prompts as a session: each is a round in which a person spoke, and nobody
 * answered. Such a session can be listed, searched and shown; there is nothing in it that a client resumes.
 */
export function promptsOf(client: Client): Client {
  const made = known.get(client.name) ?? makePrompts(client)
  known.set(client.name, made)
  return made
}

function makePrompts({ name, label, agent, history }: Client): Client {
  const read = (line: Buffer) => history?.read(line)
  const parser = parserOf<object, Prompt>(
    () => ({}),
    ({ state, count, turn }) => ({
      read,
      role: () => 'round',
      add(prompt, bytes) {
        const round = startRound(state)
        turn(String(round))
        noteTime(state.about, prompt.at ?? undefined)
        if (prompt.cwd !== null) (state.about.facts as Facts).cwd = prompt.cwd
        count({
          owner: round,
          drafts: blocksOf(prompt),
          at: prompt.at,
          idOf: () => hashHex(bytes) as RoundId,
          isHuman: true,
          isReply: false,
        })
        return round
      },
    }),
  )
  return {
    name,
    label,
    agent,
    format: FORMAT,
    files: {
      async *find() {},
      mayHold: () => false,
      recognises: () => false,
      identify: (path) => path,
      nameOf: (sessionId) => sessionId,
    },
    reader: readerOf({
      parser,
      read,
      blocks: blocksOf,
      active: (rows) => ({ leaf: null, rounds: rows.map(Number), cut: [] }),
    }),
    tools: { trimmed: [], act: () => NO_ACT, outcome: (_content, failed) => ({ failed, exit: null, output: '' }) },
  }
}

function blocksOf({ text, at }: Prompt) {
  return [{ type: 'user-text', role: 'user', timestamp: at, content: text }] as const
}
