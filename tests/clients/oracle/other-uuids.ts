import { readFileSync, writeFileSync } from 'node:fs'

/** Makes a copy of a session in which every line has another uuid, but calls and replies keep their ids. */
export function withOtherUuids(path: string, copy: string): string {
  const text = readFileSync(path, 'utf8').replace(
    /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)/g,
    (start) => [...start].reverse().join(''),
  )
  writeFileSync(copy, text)
  return copy
}
