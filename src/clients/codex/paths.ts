import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { safeName, timedUuid, timeOfUuid } from '../../model/id.ts'
import type { SessionFiles } from '../client.ts'
import { filesBelow } from '../kit/files-below.ts'
import { linesOf } from '../lines.ts'
import { isText, readLine } from './schema.ts'

export const FILES: SessionFiles = {
  configDir: { variable: 'CODEX_HOME', folder: '.codex' },
  find: findSessions,
  mayHold: (path) => /\.jsonl(?:\.zst)?$/.test(path),
  recognises: (_path, head) => recognises(head),
  identify,
  newId,
  nameOf: fileNameOf,
  idIn: sessionIdOf,
  pathOf: sessionPath,
  resumeCommand: (session) => `codex resume ${sessionIdOf(session) ?? session}`,
  typedResume: (session) => `/resume ${session}`,
  findsEveryFolder: true, // it asks in which of the two to go on
  startCommand: () => ({ command: 'codex', isOfId: false }),
  promptCommand: (file) => `codex "$(cat ${file})"`,
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** `rollout-<time>-<session>.jsonl`; of a session that was taken back, the id of the file follows that of the session. */
const NAME = new RegExp(
  `^rollout-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-(${UUID})(?:_${UUID})?\\.jsonl(?:\\.zst)?$`,
  'i',
)

/** Where the client keeps its sessions, those that were put away included. */
const FOLDERS = ['sessions', 'archived_sessions']

const TYPES: ReadonlySet<unknown> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'world_state',
  'compacted',
  'token_usage_record',
])

/** How many of the first lines are looked at. */
const FIRST_LINES = 50

/** A file is Codex's when one of its first lines has the envelope of the client's own. */
function recognises(head: Buffer): boolean {
  let lines = 0
  for (const bytes of linesOf(head)) {
    if (++lines > FIRST_LINES) break
    const line = readLine(bytes)
    if (!line || !TYPES.has(line.type) || line.timestamp === undefined) continue
    if (Object.keys(line.payload).length > 0) return true
  }
  return false
}

function newId(now: Date): string {
  return timedUuid(now, randomUUID())
}

/** The session's id as its first line has it; else as the file's name has it, made safe. */
function identify(path: string, head: Buffer): string {
  for (const bytes of linesOf(head)) {
    const line = readLine(bytes)
    if (line?.type === 'session_meta' && isText(line.payload.id)) return safeName(line.payload.id)
  }
  return sessionIdOf(path) ?? safeName(basename(path).replace(/\.jsonl(?:\.zst)?$/, ''))
}

/** The session that the file's name names; undefined where it names none. */
function sessionIdOf(path: string): string | undefined {
  return NAME.exec(basename(path))?.[1]
}

/** In the folder of the day that a session's id was made on: the client's ids begin with the time. */
function sessionPath(configDir: string, _cwd: string, sessionId: string): string {
  return join(configDir, 'sessions', ...timeOfUuid(sessionId, SOME_TIME).slice(0, 10).split('-'), fileNameOf(sessionId))
}

function fileNameOf(sessionId: string): string {
  return `rollout-${timeOfUuid(sessionId, SOME_TIME).slice(0, 19).replaceAll(':', '-')}-${sessionId}.jsonl`
}

/** The day of the folder and the name of a file whose session's id does not tell its time. */
const SOME_TIME = '2020-01-01T00:00:00.000Z'

/**
 * Every session file under the client's folder, and what cannot be read there; where a file is there compressed too, the
 * other one is newer.
 */
async function* findSessions(configDir: string): AsyncIterable<string> {
  for (const folder of FOLDERS) {
    const { files, unreadable } = await filesBelow(join(configDir, folder))
    yield* unreadable
    const plain = new Set(files)
    for (const file of files) {
      if (file.endsWith('.jsonl') || (file.endsWith('.jsonl.zst') && !plain.has(file.slice(0, -'.zst'.length))))
        yield file
    }
  }
}
