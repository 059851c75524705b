import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isObject, isText, readRecord } from '../json-record.ts'
import { readPlainFile } from '../read-plain-file.ts'

/** What a folder's files of the client say whose they are in. */
const MARKER = '.project_root'

/** What the client calls the project of a folder, or would call it: its list knows, a marker in the files of the project, or the rule. */
export function projectOf(configDir: string, cwd: string): string {
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
