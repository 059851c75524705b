import { readFileSync, writeFileSync } from 'node:fs'

/** The session as clients once resumed one: all its lines are there again after it, under other uuids. */
export function writtenTwice(path: string, target: string): string {
  const text = readFileSync(path, 'utf8')
  const again = text.replace(
    /("(?:uuid|parentUuid|leafUuid|headUuid|anchorUuid|tailUuid)":")([0-9a-f]{8})/g,
    (_, key, start) => key + [...start].reverse().join(''),
  )
  writeFileSync(target, text + again)
  return target
}
