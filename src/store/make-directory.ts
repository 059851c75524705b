import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder and those above it, private. Step by step: made at once, Node goes on trying forever below /proc. */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  if (dirname(directory) !== directory) makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
