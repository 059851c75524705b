import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What a trim must be worth. */
const CHARACTERS = 3000

/** Makes a copy of a session whose tool results are long: those of the fixtures are not worth a trim. */
export function withLongResults(path: string, folder: string): string {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => (line.includes('"tool_result"') ? lengthened(line) : line))
  const copy = join(folder, basename(path))
  writeFileSync(copy, lines.join('\n'))
  return copy
}

function lengthened(line: string): string {
  const record = JSON.parse(line)
  for (const block of record.message.content) {
    if (block.type === 'tool_result' && typeof block.content === 'string' && block.content !== '')
      block.content = block.content.repeat(Math.ceil(CHARACTERS / block.content.length))
  }
  return JSON.stringify(record)
}
