import { readFileSync, writeFileSync } from 'node:fs'

export const LOOSE = ['{"type":"user","uuid":"torn', '[1, 2]', 'x{"type":"user","uuid":"behind"}']

/** The session with lines in it that are no records, one after each of its own but the last. */
export function withLooseLines(path: string, target: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const loose = lines.flatMap((line, at) => (at === lines.length - 1 ? [line] : [line, LOOSE[at % LOOSE.length]!]))
  writeFileSync(target, `${loose.join('\n')}\n`)
  return target
}
