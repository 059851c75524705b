import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { safeName } from '../../model/id.ts'
import type { SessionFiles, SideFiles } from '../client.ts'
import { linesOf } from '../lines.ts'
import { recognises } from './recognises.ts'
import { isText, type Line, readObject } from './schema.ts'

const ENDING = '.jsonl'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const FILES: SessionFiles = {
  configDir: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
  find: findSessions,
  mayHold: (path) => path.endsWith(ENDING),
  recognises: (path, head) => recognises(head, isNamedAsSession(path)),
  identify,
  nameOf: (sessionId) => `${sessionId}${ENDING}`,
  idIn: sessionIdOf,
  pathOf: sessionPath,
  resumeCommand: (session) =>
    `claude --resume ${/^[\w./-]+$/.test(session) ? session : `'${session.replaceAll("'", "'\\''")}'`}`,
  folderOf: (path) => (path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : `${path}-files`),
  sideFiles: sideFilesOf,
  spawningCall,
}

/**
 * The session's id: the file's name where that is a uuid or a subagent's, as the client itself has it; else what the
 * file's first lines say; else the file's name, made safe.
 */
export function identify(path: string, head: Buffer): string {
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
export function isNamedAsSession(path: string): boolean {
  const name = basename(path)
  if (!name.endsWith(ENDING)) return false
  const id = name.slice(0, -ENDING.length)
  return UUID.test(id) || /^agent-[A-Za-z0-9][A-Za-z0-9_-]{0,190}$/.test(id)
}

/** The folder name the client makes of a project's real path. */
export function slugOf(cwd: string): string {
  const slug = cwd.replace(/[^A-Za-z0-9]/g, '-')
  if (slug.length <= 200) return slug
  let hash = 0
  for (let at = 0; at < cwd.length; at++) hash = (hash * 31 + cwd.charCodeAt(at)) | 0
  return `${slug.slice(0, 200)}-${Math.abs(hash).toString(36)}`
}

/** The client takes the file's name for the id, whatever stands inside. */
export function sessionIdOf(path: string): string | undefined {
  const name = basename(path).replace(/\.jsonl$/, '')
  return UUID.test(name) ? name : undefined
}

export function sessionPath(configDir: string, cwd: string, sessionId: string): string {
  return join(configDir, 'projects', slugOf(cwd), `${sessionId}${ENDING}`)
}

/** Every session file under the client's configuration folder; subagents' files come with their sessions. */
export async function* findSessions(configDir: string): AsyncIterable<string> {
  const projects = join(configDir, 'projects')
  for (const project of await names(projects)) {
    for (const name of await names(join(projects, project))) {
      if (name.endsWith(ENDING)) yield join(projects, project, name)
    }
  }
}

/** The tool call that the client notes in `agent-<id>.meta.json` beside a subagent's file. */
export async function spawningCall(path: string): Promise<string | null> {
  const text = await readFile(path.replace(/\.jsonl$/, '.meta.json'), 'utf8').catch(() => '')
  const meta = readObject(text) as { readonly toolUseId?: unknown } | undefined
  return isText(meta?.toolUseId) ? meta.toolUseId : null
}

/** What the client keeps beside `<id>.jsonl`, in the folder `<id>`. */
export async function sideFilesOf(path: string): Promise<SideFiles> {
  const name = basename(path).replace(/\.jsonl$/, '')
  const folder = join(dirname(path), name)
  const sessions: string[] = []
  const others: { path: string; name: string }[] = []
  if (folder === path || /^\.{0,2}$/.test(name)) return { sessions, others } // never the folder it stands in
  for (const file of await filesBelow(folder)) {
    if (isNamedAsSession(file))
      sessions.push(file) // the client keeps lines of other kinds there too, such as journals
    else others.push({ path: file, name: relative(folder, file) })
  }
  return { sessions, others }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(absent)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function names(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder).catch(absent)
  return entries.sort()
}

function absent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
