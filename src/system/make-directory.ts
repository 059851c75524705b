import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, private; returns the first that was made. Step by step: made at once, Node goes on
 * trying for ever below /proc.
 */
export function makeDirectory(directory: string): string | undefined {
  if (existsSync(directory)) return undefined
  const above = dirname(directory) === directory ? undefined : makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
    return above ?? directory
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return above
  }
}
