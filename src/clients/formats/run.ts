import { readingOf } from './index.ts'

/** Deltas in a row that are of one format, as one. */
export interface Run {
  readonly format: string
  readonly bytes: Buffer
  /** False where the format is not known, or the bytes are not what it says. */
  readonly isReadable: boolean
}

/** Joins deltas as their format says; where that cannot be done, they are one after the other as they are. */
export function runOf(format: string, deltas: readonly Buffer[]): Run {
  const joined = readingOf(format)?.format.concat(deltas)
  return { format, bytes: joined ?? Buffer.concat(deltas), isReadable: joined !== undefined }
}
