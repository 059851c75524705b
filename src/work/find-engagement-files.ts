import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPlainFile } from '../clients/read-plain-file.ts'
import { type EngagementFile, readEngagementFile } from '../model/engagement-file.ts'

export interface FoundEngagement extends EngagementFile {
  readonly path: string
}

const NAME = /^engagement(?:-[\w.-]+)?\.md$/
const ARCHIVE = '.archive'

/** The engagement files of a folder and of those above it, the nearest first. `archived` takes closed ones too. */
export function findEngagementFiles(folder: string, { archived = false } = {}): readonly FoundEngagement[] {
  const found: FoundEngagement[] = []
  for (let at = folder; ; at = dirname(at)) {
    found.push(...filesIn(at), ...(archived ? filesIn(join(at, ARCHIVE)) : []))
    if (at === dirname(at)) return found
  }
}

function filesIn(folder: string): readonly FoundEngagement[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return [] // a folder that is gone, or not ours to see, has none
  }
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      const file = readFile(path)
      return file ? [{ ...file, path }] : []
    })
}

function readFile(path: string): EngagementFile | undefined {
  try {
    return readEngagementFile(readPlainFile(path))
  } catch {
    return undefined
  }
}

/** `activeEngagements` for many sessions at once: each folder, and those above it, is looked through once. */
export function activeOnce(): (folder: string) => readonly FoundEngagement[] {
  const known = new Map<string, readonly FoundEngagement[]>()
  return (folder) => {
    const found = known.get(folder) ?? activeEngagements(folder)
    known.set(folder, found)
    return found
  }
}

/** Those of the nearest folder that has one which is not closed. */
export function activeEngagements(folder: string): readonly FoundEngagement[] {
  const active = findEngagementFiles(folder).filter(({ phase }) => phase !== 'closed')
  const nearest = active[0] && dirname(active[0].path)
  return active.filter(({ path }) => dirname(path) === nearest)
}

/** The names of those that were closed here or further up. */
export function closedEngagements(folder: string): readonly string[] {
  return findEngagementFiles(folder, { archived: true }).flatMap(({ id, phase }) => (phase === 'closed' ? id : []))
}
