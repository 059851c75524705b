import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { ConfigDir } from '../../model/config-dir.ts'
import { safeName } from '../../model/id.ts'
import type { SessionFiles } from '../client.ts'
import { isObject, readRecord } from '../json-record.ts'
import { entriesOf, filesBelow } from '../kit/files-below.ts'
import { topLevelFields } from '../kit/json-fields.ts'
import { recordEnd } from '../kit/record-end.ts'
import { linesOf } from '../lines.ts'
import { readPlainFile } from '../read-plain-file.ts'
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

/** What a folder's files of the client say whose they are in. */
const MARKER = '.project_root'

/** What the client calls the project of a folder, or would call it: its list knows, a marker in the files of the project, or the rule. */
function projectOf(configDir: string, cwd: string): string {
  const listed = listedIn(join(configDir, 'projects.json'))
  const known = listed.get(resolve(cwd)) ?? markedIn(configDir, cwd)
  if (known !== undefined) return known
  const taken = new Set(listed.values())
  const name = nameOf(cwd)
  for (let count = 0; ; count++) {
    const candidate = count === 0 ? name : `${name}-${count}`
    const isAnothers = ['tmp', 'history'].some((folder) => ownerOf(join(configDir, folder, candidate)) !== undefined)
    if (!taken.has(candidate) && !isAnothers) return candidate
  }
}

function nameOf(cwd: string): string {
  const name = basename(cwd)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return name.replace(/^-|-$/g, '') || 'project'
}

function listedIn(path: string): ReadonlyMap<string, string> {
  const { projects } = readRecord(Buffer.from(readOrNothing(path))) ?? {}
  const entries = isObject(projects) ? Object.entries(projects) : []
  return new Map(
    entries.flatMap(([folder, name]) => (isText(name) && /^[a-z0-9-]+$/.test(name) ? [[folder, name]] : [])),
  )
}

function markedIn(configDir: string, cwd: string): string | undefined {
  for (const folder of ['tmp', 'history']) {
    const found = namesIn(join(configDir, folder)).find(
      (name) => ownerOf(join(configDir, folder, name)) === resolve(cwd),
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** The folder whose project this is; undefined where it is nobody's. */
function ownerOf(folder: string): string | undefined {
  const owner = readOrNothing(join(folder, MARKER)).trim()
  return owner === '' ? undefined : resolve(owner)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return [] // none yet, or not readable: the client makes it anew
  }
}

function readOrNothing(path: string): string {
  try {
    return readPlainFile(path)
  } catch {
    return '' // as if it were not there: the client says what it thinks of it
  }
}
