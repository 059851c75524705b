import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ConfigDir } from '../../model/config-dir.ts'
import { safeName } from '../../model/id.ts'
import type { SessionFiles } from '../client.ts'
import { entriesOf, filesBelow } from '../files-below.ts'
import { topLevelFields } from '../json-fields.ts'
import { linesOf } from '../lines.ts'
import { recordEnd } from '../record-end.ts'
import { projectOf } from './project-of.ts'
import { isText, readLine } from './schema.ts'

/** The client's own folder. */
export const CONFIG_DIR: ConfigDir = { variable: 'GEMINI_CLI_HOME', folder: '.gemini', namesHome: true }

export const FILES: SessionFiles = {
  configDir: CONFIG_DIR,
  find: findSessions,
  mayHold: (path) => /(?:^|[\\/])session-[^\\/]*\.json$|\.jsonl$/.test(path),
  recognises: (_path, head) => sessionIn(head) !== undefined,
  identify: (path, head) => safeName(sessionIn(head) ?? basename(path).replace(/\.jsonl?$/, '')),
  newId,
  successor: (path) => (path.endsWith('.json') && existsSync(`${path}l`) ? `${path}l` : undefined),
  nameOf: fileNameOf,
  pathOf: (configDir, cwd, sessionId) =>
    join(configDir, 'tmp', projectOf(configDir, cwd), 'chats', fileNameOf(sessionId)),
  resumeCommand: (session) =>
    session.endsWith('.jsonl') ? `gemini --session-file ${session}` : `gemini --resume ${session}`,
  typedResume: () => '/resume', // it lists the sessions, the newest first, and takes no id
  startCommand: (session) => ({ command: `gemini --session-id ${session}`, isOfId: true }),
  promptCommand: (file) => `gemini -i "$(cat ${file})"`,
}

/** A UUID that has the time in its middle: the client's names of files begin with the first digits, which must differ. */
function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  const random = randomUUID()
  return `${random.slice(0, 8)}-${time.slice(0, 4)}-8${time.slice(4, 7)}-a${time.slice(7, 10)}-${time.slice(10)}${random.slice(26)}`
}

/** The day of the folder and the name of a file whose session's id does not tell its time. */
const SOME_TIME = '2020-01-01T00:00:00.000Z'

/** When an id of ours was made; the time that is given for any other. */
export function timeOf(id: string, otherwise: string): string {
  const [, ...digits] =
    /^[0-9a-f]{8}-([0-9a-f]{4})-8([0-9a-f]{3})-a([0-9a-f]{3})-([0-9a-f]{2})[0-9a-f]{10}$/.exec(id) ?? []
  return digits.length === 0 ? otherwise : new Date(Number.parseInt(digits.join(''), 16)).toISOString()
}

function fileNameOf(sessionId: string): string {
  return `session-${timeOf(sessionId, SOME_TIME).slice(0, 16).replace(':', '-')}-${sessionId.slice(0, 8)}.jsonl`
}

/** The session that a file's first record names, which older versions may have gone on with beyond what is read here. */
function sessionIn(head: Buffer): string | undefined {
  for (const bytes of linesOf(head, recordEnd)) {
    const fields = topLevelFields(bytes, ['sessionId', 'projectHash'])
    const project = fields.get('projectHash')
    const session = fields.get('sessionId')
    if (!project || !session) return undefined
    const id = readLine(Buffer.from(`{"id":${bytes.toString('utf8', session.start, session.end)}}`))?.id
    return isText(id) && id !== '' ? id : undefined
  }
  return undefined
}

/** Every session file under the client's folder, and what cannot be read there; a document that was gone on with is older. */
async function* findSessions(configDir: string): AsyncIterable<string> {
  const projects = join(configDir, 'tmp')
  const entries = await entriesOf(projects)
  if (!entries) yield projects
  for (const { name } of entries ?? []) {
    const { files, unreadable } = await filesBelow(join(projects, name, 'chats'))
    yield* unreadable
    const known = new Set(files)
    for (const file of files) if (/\.jsonl$/.test(file) || (/\.json$/.test(file) && !known.has(`${file}l`))) yield file
  }
}
