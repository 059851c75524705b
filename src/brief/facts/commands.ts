import { doesMoreThanLook } from '../../model/does-more-than-look.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'

/** Whether a line does more than look around. */
export function isNotable(commands: readonly SimpleCommand[]): boolean {
  return commands.some(doesMoreThanLook)
}

const LONGEST = 160
/** More of a line is not looked at, first with its here-documents, then without. */
const READ = 20_000
const READ_WITHOUT = 4000

/** The line as it is shown: on one line, without the folder it first goes to, here-documents left out. */
export function shownCommand(line: string): string {
  const bare = line
    .slice(0, READ)
    .replace(/(<<-?\s*(['"]?)(\w+)\2)[^\n]*\n[\s\S]*?(?:\n[ \t]*\3(?=\n|$|\))|$)/g, '$1 …')
    .slice(0, READ_WITHOUT)
    .replace(/\s*\\\n\s*/g, ' ')
    .replace(/\s*\n\s*/g, '; ')
    .trim()
    .replace(/^cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*/, '')
    .replace(/\s*2>&1(?:\s*\|\s*(?:tail|head)\s+-?\w*\s*-?\d*)?\s*$/, '')
    .replace(/\s*\|\s*(?:tail|head)\s+(?:-n?\s*)?-?\d+\s*$/, '')
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare
}

/** The same for reruns: the line without what does not change what it runs. */
export function commandKey(line: string): string {
  return shownCommand(line)
    .replace(/\s+/g, ' ')
    .replace(/^(?:[A-Z_]+=\S+ )+/, '')
    .toLowerCase()
}
