import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { int, text } from '../kit/field.ts'
import { number, object, orNull, string } from '../kit/shape.ts'
import { whenOf } from '../kit/text/format.ts'
import { plainLine, plainText } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { shortRef } from '../kit/text/short-ref.ts'

const LINES = 12

export const why = defineCommand({
  name: 'why',
  topic: 'find',
  summary: 'Name the round that wrote a file or a line of it, and why',
  about:
    'Looks in every session for the calls that wrote the file, and goes back from the file as it is now to the round that wrote the line. It prints what you asked there, what the agent thought, and the commit of that moment. Without a line it is the last round that wrote the file.',
  arguments: { file: text('a file, or a line of it such as src/main.ts:12', { complete: 'file', max: 4096 }) },
  options: {
    line: int('the number of the line', { min: 1, only: ['http'] }),
    text: text('the file as it is now', { only: ['http'], empty: true, standard: 'the last text in the record' }),
  },
  takesFile: true,
  examples: [
    { command: 'stet why src/main.ts:12', does: 'names the round that wrote line 12' },
    { command: 'stet why src/main.ts', does: 'names the last round that wrote the file' },
  ],
  output: object({
    file: string,
    line: orNull(number),
    ref: string,
    session: string,
    round: number,
    commit: orNull(string),
    tool: orNull(string),
    reasoning: string,
    user_request: string,
    at: orNull(string),
  }),
  offer: { cli: true, http: true },
  async run({ input, terminal, workspace }) {
    const { why } = await import('../../read/why.ts')
    const { file, line, text } = terminal ? onDisk(input.file, terminal.environment.cwd) : input
    const value = await why(await workspace(), file, { line, text })
    const now = line === undefined ? undefined : text?.split('\n')[line - 1]?.trim()
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          ...(now === undefined ? [] : [`${screen.dim(`${line}:`)} ${plainLine(now)}`]),
          [
            screen.cyan(shortRef(shown.ref)),
            whenOf(shown.at, screen.now),
            plainLine(shown.tool ?? ''),
            ...(shown.commit === null ? [] : [shortId(shown.commit)]),
          ].join('  '),
          ...part('you', shown.user_request, screen),
          ...part('reasoning', shown.reasoning, screen),
          `${screen.dim('→')} stet inject ${shortRef(shown.ref)}`,
        ].join('\n'),
    }
  },
})

/** `src/main.ts:12`, also with a column after it as compilers print it; a file whose name ends so is that file. */
function placeIn(given: string, cwd: string): { readonly file: string; readonly line: number | undefined } {
  const match = /^(.+?):(\d{1,9})(?::\d+)?$/.exec(given)
  if (!match || existsSync(resolve(cwd, given))) return { file: given, line: undefined }
  return { file: match[1]!, line: Number(match[2]) }
}

function part(name: string, text: string, screen: Screen): readonly string[] {
  if (text === '') return []
  const lines = plainText(text).split('\n')
  const cut = lines.length > LINES ? [screen.dim(`… ${lines.length - LINES} more lines`)] : []
  return ['', screen.dim(name), ...lines.slice(0, LINES), ...cut]
}

/** The place that a person at a terminal means, with what the file holds now. */
function onDisk(given: string, cwd: string) {
  const { file, line } = placeIn(given, cwd)
  const path = resolve(cwd, file)
  const isFile = existsSync(path) && statSync(path).isFile()
  return { file, line, text: line !== undefined && isFile ? readFileSync(path, 'utf8') : undefined }
}
