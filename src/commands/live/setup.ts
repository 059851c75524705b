import { defineTerminalCommand } from '../kit/command.ts'
import { SET_UP, SETUP_CLIENTS, setupOptions, setupText } from '../kit/setting-up.ts'

export const setup = defineTerminalCommand({
  name: 'setup',
  topic: 'live',
  summary: 'Install hooks, skills and the status line in your clients',
  about:
    "Adds to the client's settings, keeps everything else in them, and prints the changes. An existing status line is shown next to Stet's. Skills come with the plugin or the extension, or by a link in the client's folder of skills. Running it again changes nothing; `stet unsetup` restores the files byte for byte.",
  writes: true,
  arguments: { clients: SETUP_CLIENTS },
  options: {},
  examples: [
    { command: 'stet setup --dry-run', does: 'shows the changes and makes none' },
    { command: 'stet setup claude', does: 'installs them in Claude Code' },
  ],
  output: SET_UP,
  async run(call) {
    const { setUp } = await import('../../actions/setup/setup.ts')
    const value = await setUp(setupOptions(call))
    return { value, text: (screen) => setupText(value, screen, call.dryRun, 'Stet is set up there already.') }
  },
})
