import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './place.ts'

const FOLDERS = [
  'src/record',
  'src/clients',
  'src/surgery',
  'src/read',
  'src/care',
  'src/live',
  'src/brief',
  'src/work',
  'src/workspace',
  'src/system',
]
const AS_TEXT = [/readFile(Sync)?\([^)]*['"](utf-?8|latin1)['"]/, /readFile(Sync)?\([^)]*\)\)?\.toString\(/]

/** Small files next to a transcript, and nothing a client lets grow. */
const SMALL = /\.meta\.json/

/** Lines of the source that read a whole file as a string, which ends at 512 MB; what captures must not have any. */
export function wholeFileReads(): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => {
        const lines = readFileSync(join(ROOT, folder, name), 'utf8').split('\n')
        return lines.flatMap((text, at) =>
          AS_TEXT.some((pattern) => pattern.test(text)) && !SMALL.test(text)
            ? [`${folder}/${name}:${at + 1}  ${text.trim()}`]
            : [],
        )
      }),
  )
}
