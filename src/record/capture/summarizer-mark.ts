import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlainFile } from '../../clients/read-plain-file.ts'
import { makeDirectory } from '../../system/make-directory.ts'
import type { Workspace } from '../workspace.ts'

const FILE = 'summarizer-mark'

/**
 * Begins what Stet gives to a summarizer's command. Where that command is a client, its session begins with this text, and
 * is known by it wherever sessions are looked for: the mark in the environment is seen by hooks alone. It is drawn by
 * chance for each store, so that nothing a person types is taken for it. Undefined until a summarizer was asked.
 */
export function summarizerMark({ storeDir }: Workspace): string | undefined {
  if (storeDir === undefined || storeDir === ':memory:') return undefined
  try {
    return readPlainFile(join(storeDir, FILE))
  } catch {
    return undefined
  }
}

/** The same, made where there is none yet. */
export function ensureSummarizerMark(workspace: Workspace): string {
  const known = summarizerMark(workspace)
  if (known !== undefined) return known
  const { storeDir } = workspace
  const mark = `[stet-summarizer ${randomUUID()}]`
  if (storeDir === undefined || storeDir === ':memory:') return mark
  try {
    makeDirectory(storeDir)
    writeFileSync(join(storeDir, FILE), mark, { mode: 0o600, flag: 'wx' })
    return mark
  } catch {
    return summarizerMark(workspace) ?? mark // another process was first, or nothing can be written here
  }
}
