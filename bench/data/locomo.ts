import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Turn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  readonly blip_caption?: string
}

interface Conversation {
  readonly qa: readonly {
    readonly question: string
    readonly evidence?: readonly string[]
    readonly category: number
  }[]
  readonly conversation: Readonly<Record<string, string | readonly Turn[]>>
}

export interface Asked {
  readonly conversation: number
  readonly question: string
  readonly category: number
  /** The rounds that answer it, as references. */
  readonly evidence: readonly string[]
}

export interface Dialogues {
  readonly files: readonly string[]
  readonly questions: readonly Asked[]
}

/** The folder of a conversation's sessions: a project of its own. */
export const projectOf = (conversation: number) => `/locomo/conversation-${conversation}`

/** Writes LoCoMo's dialogues as sessions, two turns a round, and gives its questions. */
export function writeDialogues(path: string, folder: string): Dialogues {
  const conversations: readonly Conversation[] = JSON.parse(readFileSync(path, 'utf8'))
  const files: string[] = []
  const questions: Asked[] = []
  for (const [at, { qa, conversation }] of conversations.entries()) {
    const places = new Map<string, string>()
    for (let number = 1; Array.isArray(conversation[`session_${number}`]); number++) {
      const session = `10c0${String(at + 1).padStart(4, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
      const turns = conversation[`session_${number}`] as readonly Turn[]
      const started = timeOf(String(conversation[`session_${number}_date_time`]))
      const lines = turns.map((turn, place) => lineOf(turn, place, { session, started, cwd: projectOf(at + 1) }))
      turns.forEach(({ dia_id }, place) => {
        places.set(dia_id, `${session}:${Math.floor(place / 2) + 1}`)
      })
      const file = join(folder, `${session}.jsonl`)
      writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
      files.push(file)
    }
    for (const { question, evidence = [], category } of qa) {
      const known = evidence.flatMap((ids) => ids.split(/[;\s]+/)).map((id) => places.get(id))
      const refs = [...new Set(known.filter((ref) => ref !== undefined))]
      if (refs.length > 0) questions.push({ conversation: at + 1, question, category, evidence: refs })
    }
  }
  return { files, questions }
}

/** `1:56 pm on 8 May, 2023` */
function timeOf(text: string): number {
  const [, hour, minute, half, day, month, year] = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(text)!
  const date = new Date(`${month} ${day}, ${year} 00:00:00 UTC`)
  return date.getTime() + (((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute)) * 60_000
}

function lineOf(
  { speaker, text, blip_caption }: Turn,
  place: number,
  { session, started, cwd }: { readonly session: string; readonly started: number; readonly cwd: string },
): object {
  const said = `${speaker}: ${text}${blip_caption ? ` [${blip_caption}]` : ''}`
  const isUser = place % 2 === 0
  const uuid = (at: number) => `${session.slice(0, 24)}${session.slice(-6)}${String(at).padStart(6, '0')}`
  return {
    type: isUser ? 'user' : 'assistant',
    uuid: uuid(place),
    parentUuid: place === 0 ? null : uuid(place - 1),
    sessionId: session,
    timestamp: new Date(started + place * 1000).toISOString(),
    cwd,
    isSidechain: false,
    message: isUser
      ? { role: 'user', content: said }
      : { role: 'assistant', model: 'm', content: [{ type: 'text', text: said }] },
  }
}
