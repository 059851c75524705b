import { placeFile } from './place-file.ts'

/** So much is told of its first and of its last line. */
const TOLD = 80

export interface Offloaded {
  /** Where it is; null for one that is short enough. */
  readonly path: string | null
  readonly lines: number
  readonly bytes: number
  /** A line about it, or all of it where it is short enough. */
  readonly text: string
}

/** Puts an output that is too long for a context into a file of its own; what is left to read is a line about it. */
export async function offloadOutput(
  output: Buffer,
  { path, most, dryRun }: { readonly path: string; readonly most: number; readonly dryRun: boolean },
): Promise<Offloaded> {
  const whole = output.toString('utf8').replace(/\n$/, '')
  const lines = whole.split('\n')
  const size = { lines: lines.length, bytes: output.length }
  if (lines.length <= most) return { path: null, ...size, text: whole }
  if (!dryRun) await placeFile(path, [output], { replaces: false })
  const said = lines.filter((line) => line.trim() !== '')
  const told = (line: string | undefined) => JSON.stringify((line ?? '').trim().slice(0, TOLD))
  return { path, ...size, text: `${lines.length} lines, from ${told(said[0])} to ${told(said.at(-1))}` }
}
