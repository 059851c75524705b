import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** The text of a file. A pipe or a device in its place is refused at once: nobody may ever write to it, or it has no end. */
export function readPlainFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' })
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
