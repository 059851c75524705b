import type { SetUp, SetupOptions } from '../../live/setup.ts'
import type { TerminalCall } from './call.ts'
import { list } from './field.ts'
import { boolean, list as listOf, object, oneOf, string } from './shape.ts'
import { plainText } from './text/plain-text.ts'
import type { Screen } from './text/screen.ts'

export const SETUP_CLIENTS = list('the clients: claude, codex or gemini', {
  optional: true,
  standard: 'all that are installed',
})

export const SET_UP = listOf(
  object({
    client: string,
    file: string,
    changed: boolean,
    diff: listOf(object({ sign: oneOf(['+', '-', ' ']), text: string })),
    notes: listOf(string),
  }),
)

export function setupOptions({
  input,
  dryRun,
  environment,
}: TerminalCall<{ readonly clients: readonly string[] }>): SetupOptions {
  const { configDir, storeDir, packageRoot: root, node } = environment
  return { configDir, storeDir, root, node, dryRun, clients: input.clients }
}

/** The changes of each client's settings; `same` is printed for one that stays as it is. */
export function setupText(done: readonly SetUp[], screen: Screen, dryRun: boolean, same: string): string {
  if (done.length === 0) return 'No client was found that Stet can be set up in.'
  return done
    .map(({ client, file, changed, diff, notes }) => {
      const head = `${screen.bold(client)}  ${screen.path(file)}`
      if (!changed) return `${head}\n  ${screen.dim(same)}`
      const lines = diff.map(({ sign, text }) => {
        const line = `  ${sign} ${plainText(text.trimEnd())}`
        return sign === '+' ? screen.green(line) : sign === '-' ? screen.red(line) : screen.dim(line)
      })
      return [
        `${head}${dryRun ? screen.dim('  nothing written, this is a dry run') : ''}`,
        ...lines,
        ...notes.map((note) => `${screen.yellow('!')} ${note}`),
      ].join('\n')
    })
    .join('\n\n')
}
