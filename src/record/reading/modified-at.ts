import { statSync } from 'node:fs'

/** When a file was last written, or undefined where it is gone or out of reach. */
export function modifiedAt(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
