import type { SetUp, SetupOptions } from '../../../../actions/setup/setup.ts'
import { type Call, defineCommand, type Values } from '../../command.ts'
import { plainText } from '../../plain-text.ts'
import type { Screen } from '../../screen.ts'

const CLIENTS = {
  summary: 'claude, codex or gemini; all that are there unless named',
  optional: true,
  many: true,
} as const
const JSON_SHAPE = '[{client,file,changed,diff:[{sign,text}],notes:[]}]'

export const setup = defineCommand({
  name: 'setup',
  group: 'Live',
  summary: 'install hooks, skills and the status line in your clients',
  about:
    "Adds to the client's own settings and keeps everything else there: a status line that is there already is shown next to Stet's. Skills come with the plugin or the extension, or by a link in the client's folder of skills. Doing it twice changes nothing. Shows what it changed; with --dry-run it only shows it. stet unsetup takes it out again, to the byte.",
  writes: true,
  arguments: { clients: CLIENTS },
  options: {},
  examples: [
    { command: 'stet setup --dry-run', does: 'shows what would change' },
    { command: 'stet setup claude', does: 'installs it in Claude Code' },
  ],
  json: JSON_SHAPE,
  async run(call) {
    const { setUp } = await import('../../../../actions/setup/setup.ts')
    const value = await setUp(optionsOf(call))
    return { value, text: (screen) => text(value, screen, call.dryRun, 'Stet is set up there already.') }
  },
})

export const unsetup = defineCommand({
  name: 'unsetup',
  group: 'Live',
  summary: 'take Stet out of your clients again',
  about: 'The settings are as they were before. The record stays.',
  writes: true,
  arguments: { clients: CLIENTS },
  options: {},
  examples: [{ command: 'stet unsetup', does: 'in every client' }],
  json: JSON_SHAPE,
  async run(call) {
    const { takeOut } = await import('../../../../actions/setup/setup.ts')
    const value = await takeOut(optionsOf(call))
    return { value, text: (screen) => text(value, screen, call.dryRun, 'Stet is not set up there.') }
  },
})

function optionsOf({
  args,
  dryRun,
  environment,
}: Pick<Call<Values, Values>, 'args' | 'dryRun' | 'environment'>): SetupOptions {
  const { configDir, storeDir, packageRoot: root, node } = environment
  return { configDir, storeDir, root, node, dryRun, clients: args.clients as readonly string[] }
}

function text(done: readonly SetUp[], screen: Screen, dryRun: boolean, same: string): string {
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
