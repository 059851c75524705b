import { lstatSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { SessionFiles, SideFiles } from '../client.ts'
import { entriesOf, filesBelow } from '../kit/files-below.ts'
import { linesOf } from '../lines.ts'
import { readPlainFile } from '../read-plain-file.ts'
import { isText, type Line, readObject } from './schema.ts'

const ENDING = '.jsonl'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const FILES: SessionFiles = {
  configDir: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
  find: findSessions,
  keeps: (configDir) => ({ days: keptDays(configDir), setting: 'cleanupPeriodDays' }),
  mayHold: (path) => path.endsWith(ENDING),
  recognises: (path, head) => recognises(head, isNamedAsSession(path)),
  identify,
  nameOf: (sessionId) => `${sessionId}${ENDING}`,
  idIn: sessionIdOf,
  pathOf: sessionPath,
  resumeCommand: (session) =>
    `claude --resume ${/^[\w./-]+$/.test(session) ? session : `'${session.replaceAll("'", "'\\''")}'`}`,
  typedResume: (session) => `/resume ${session}`,
  startCommand: (session) => ({ command: `claude --session-id ${session}`, isOfId: true }),
  promptCommand: (file) => `claude "$(cat ${file})"`,
  folderOf: (path) => (path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : `${path}-files`),
  sideFiles: sideFilesOf,
  spawningCall,
}

/**
 * The session's id: the file's name where that is a uuid or a subagent's, as the client itself has it; else what the
 * file's first lines say; else the file's name, made safe.
 */
function identify(path: string, head: Buffer): string {
  const name = basename(path).replace(/\.jsonl$/, '')
  if (isNamedAsSession(path)) return name
  for (const bytes of linesOf(head)) {
    const line: Line | undefined = readObject(bytes.toString('utf8'))
    if (line?.isSidechain && isText(line.agentId)) return safeName(`agent-${line.agentId}`)
    if (isText(line?.sessionId)) return safeName(line.sessionId)
  }
  return safeName(name)
}

/** A uuid, or a subagent's name: `agent-a1b2c3`, and `agent-acompact-a1b2c3` of one the client started by itself. */
function isNamedAsSession(path: string): boolean {
  const name = basename(path)
  if (!name.endsWith(ENDING)) return false
  const id = name.slice(0, -ENDING.length)
  return UUID.test(id) || /^agent-[A-Za-z0-9][A-Za-z0-9_-]{0,190}$/.test(id)
}

/** The folder name the client makes of a project's real path. */
function slugOf(cwd: string): string {
  const slug = cwd.replace(/[^A-Za-z0-9]/g, '-')
  if (slug.length <= 200) return slug
  let hash = 0
  for (let at = 0; at < cwd.length; at++) hash = (hash * 31 + cwd.charCodeAt(at)) | 0
  return `${slug.slice(0, 200)}-${Math.abs(hash).toString(36)}`
}

/** The client takes the file's name for the id, whatever is inside. */
function sessionIdOf(path: string): string | undefined {
  const name = basename(path).replace(/\.jsonl$/, '')
  return UUID.test(name) ? name : undefined
}

/** `cleanupPeriodDays` of the user's settings; the client takes 30 where nothing is set. */
function keptDays(configDir: string): number {
  const settings = readObject(textOf(join(configDir, 'settings.json'))) as
    | { readonly cleanupPeriodDays?: unknown }
    | undefined
  const days = settings?.cleanupPeriodDays
  return typeof days === 'number' && days >= 0 ? days : 30
}

function sessionPath(configDir: string, cwd: string, sessionId: string): string {
  return join(configDir, 'projects', slugOf(cwd), `${sessionId}${ENDING}`)
}

/**
 * Every session file under the client's configuration folder; subagents' files come with their sessions, or by themselves
 * where a session's own file is gone. A folder that cannot be read is given itself: who reads it says why. Links that lead
 * out of the folder are not followed.
 */
async function* findSessions(configDir: string): AsyncIterable<string> {
  const projects = join(configDir, 'projects')
  const root = await realpath(projects).catch(() => projects)
  const found = await within(projects, root)
  if (!found) yield projects
  for (const project of found ?? []) {
    const paths = await within(project, root)
    if (!paths) yield project
    const known = new Set(paths)
    for (const path of known) {
      if (path.endsWith(ENDING)) yield path
      else if (UUID.test(basename(path)) && !known.has(`${path}${ENDING}`))
        yield* (await sideFilesOf(`${path}${ENDING}`)).sessions
    }
  }
}

/** What is in a folder, but for links that lead out of the root; undefined where it cannot be read. */
async function within(folder: string, root: string): Promise<readonly string[] | undefined> {
  const entries = await entriesOf(folder)
  if (!entries) return undefined
  const paths: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const real = entry.isSymbolicLink() ? await realpath(path).catch(() => path) : path
    if (real === path || real.startsWith(`${root}${sep}`)) paths.push(path)
  }
  return paths.sort()
}

/** The tool call that the client notes in `agent-<id>.meta.json` next to a subagent's file. */
async function spawningCall(path: string): Promise<string | null> {
  const meta = readObject(textOf(path.replace(/\.jsonl$/, '.meta.json'))) as
    | { readonly toolUseId?: unknown }
    | undefined
  return isText(meta?.toolUseId) ? meta.toolUseId : null
}

function textOf(path: string): string {
  try {
    return readPlainFile(path)
  } catch {
    return '' // the client wrote none, or it is no file
  }
}

/** The folders the client has for a session, in the folder `<id>` next to its file. */
const SIDE_FOLDERS = ['subagents', 'tool-results']

/** What the client keeps next to `<id>.jsonl`: what is in those folders and nothing else; links are not followed. */
async function sideFilesOf(path: string): Promise<SideFiles> {
  const name = basename(path).replace(/\.jsonl$/, '')
  const folder = join(dirname(path), name)
  const sessions: string[] = []
  const others: { path: string; name: string }[] = []
  if (folder === path || /^\.{0,2}$/.test(name)) return { sessions, others } // never the folder it is in
  if (!isFolder(folder)) return { sessions, others }
  for (const side of SIDE_FOLDERS.map((one) => join(folder, one)).filter(isFolder)) {
    const { files, unreadable } = await filesBelow(side)
    for (const file of [...files, ...unreadable]) {
      if (isNamedAsSession(file))
        sessions.push(file) // the client keeps lines of other kinds there too, such as journals
      else others.push({ path: file, name: relative(folder, file) })
    }
  }
  return { sessions, others }
}

/** False for a link to one. Asked at once: most sessions have no folder, and to wait for another thread takes ten times as long. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** So many lines of a file are looked at. */
const LINES = 50

/** Side records without the id of a session or of a line. */
const SIDE_RECORDS: ReadonlySet<unknown> = new Set(['summary', 'file-history-snapshot', 'queue-operation'])

/**
 * A file is Claude Code's when one of its first lines is one of the client's own, chain line or side record. A file that is
 * named as the client names its files may begin with damage, or with side records that nobody knows yet, but with no line
 * of another client.
 */
export function recognises(head: Buffer, isNamedSo: boolean): boolean {
  let lines = 0
  for (const bytes of linesOf(head)) {
    if (++lines > LINES) break
    const line = readObject(bytes.toString('utf8'))
    if (!line) continue
    if (isOwn(line)) return true
    if (isAnothers(line)) return false
  }
  return isNamedSo
}

function isOwn(line: Line): boolean {
  if ('surgery_metadata' in line || 'trim_metadata' in line) return true
  if (!isText(line.type)) return false
  if (isText(line.sessionId) || isText(line.leafUuid) || (isText(line.uuid) && 'parentUuid' in line)) return true
  return SIDE_RECORDS.has(line.type) || ((line.type === 'user' || line.type === 'assistant') && Boolean(line.message))
}

/** Whether a line names itself or what it holds in a way that Claude Code does not. */
function isAnothers(line: Line): boolean {
  return 'payload' in line || ('id' in line && !('uuid' in line)) || 'projectHash' in line
}
