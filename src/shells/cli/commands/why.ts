import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { shortId } from '../../../model/id.ts'
import { defineCommand } from '../command.ts'
import { whenOf } from '../format.ts'
import { plainLine, plainText } from '../plain-text.ts'
import type { Screen } from '../screen.ts'
import { shortRef } from '../short-ref.ts'

/** Lines of the request and of the reasoning that are printed before the rest is cut. */
const LINES = 12

export const whyCommand = defineCommand({
  name: 'why',
  group: 'Inspect',
  summary: 'which round wrote a file or a line of it, and the reasoning',
  about:
    'Looks through every session for the calls that wrote the file, goes back from the file as it is now, and names the round in which the line came to be: what was asked there, what the agent thought, and the commit of that moment. Without a line it is the last round that wrote the file.',
  arguments: { file: { summary: 'a file, or a line of it as src/main.ts:12', complete: 'file' } },
  options: {},
  examples: [
    { command: 'stet why src/main.ts:12', does: 'the round that wrote line 12' },
    { command: 'stet why src/main.ts', does: 'the last round that wrote the file' },
  ],
  json: '{file,line,ref,session,round,commit,tool,reasoning,user_request,at}',
  async run({ args, environment, workspace }) {
    const { why } = await import('../../../actions/read/why.ts')
    const { file, line } = placeIn(args.file, environment.cwd)
    const path = resolve(environment.cwd, file)
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
    const text = line !== undefined && isFile ? readFileSync(path, 'utf8') : undefined
    const value = await why(await workspace(), file, { line, text })
    const shown = line === undefined ? undefined : text?.split('\n')[line - 1]?.trim()
    return {
      value,
      text: (screen) =>
        [
          ...(shown === undefined ? [] : [`${screen.dim(`${line}:`)} ${plainLine(shown)}`]),
          [
            screen.cyan(shortRef(value.ref)),
            whenOf(value.at, screen.now),
            plainLine(value.tool ?? ''),
            ...(value.commit === null ? [] : [shortId(value.commit)]),
          ].join('  '),
          ...part('you', value.user_request, screen),
          ...part('reasoning', value.reasoning, screen),
          `${screen.dim('→')} stet inject ${shortRef(value.ref)}`,
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
