import { defineTerminalCommand } from '../kit/command.ts'
import { choice } from '../kit/field.ts'
import { SET_UP, SETUP_CLIENTS, setupOptions, setupText } from '../kit/setting-up.ts'

export const setup = defineTerminalCommand({
  name: 'setup',
  topic: 'live',
  summary: 'Install hooks, skills and the status line in your clients',
  about:
    "Adds to the client's settings, keeps everything else in them, and prints the changes. An existing status line is shown next to Stet's. Skills come with the plugin or the extension, or by a link in the client's folder of skills. Running it again changes nothing; `stet unsetup` restores the files byte for byte.",
  writes: true,
  arguments: { clients: SETUP_CLIENTS },
  options: {
    compaction: choice("the action of Stet at the client's own compaction", ['off', 'guard', 'replace'], {
      standard: 'the present setting',
    }),
  },
  examples: [
    { command: 'stet setup --dry-run', does: 'shows the changes and makes none' },
    { command: 'stet setup claude', does: 'installs them in Claude Code' },
    {
      command: 'stet setup --compaction replace',
      does: 'installs them; Stet then writes a smaller session instead of a compaction',
    },
  ],
  output: SET_UP,
  async run(call) {
    const { setUp } = await import('../../live/setup.ts')
    const { input, environment, dryRun } = call
    if (input.compaction !== undefined) {
      const { changeSetting } = await import('../../record/settings/change-setting.ts')
      await changeSetting(environment.configFile, 'context.compaction', input.compaction, { dryRun })
    }
    const value = await setUp(setupOptions(call))
    const set = input.compaction === undefined ? '' : `context.compaction = ${input.compaction}\n\n`
    return {
      value,
      text: (screen, shown: typeof value) =>
        `${set}${setupText(shown, screen, dryRun, 'Stet is set up there already.')}`,
    }
  },
})
