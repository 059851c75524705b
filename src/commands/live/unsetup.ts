import { defineTerminalCommand } from '../kit/command.ts'
import { SET_UP, SETUP_CLIENTS, setupOptions, setupText } from '../kit/setting-up.ts'

export const unsetup = defineTerminalCommand({
  name: 'unsetup',
  topic: 'live',
  summary: 'Remove Stet from your clients',
  about: 'Restores the settings as they were before `stet setup`. The record stays.',
  writes: true,
  arguments: { clients: SETUP_CLIENTS },
  options: {},
  examples: [{ command: 'stet unsetup', does: 'removes it from every client' }],
  output: SET_UP,
  async run(call) {
    const { takeOut } = await import('../../live/setup.ts')
    const value = await takeOut(setupOptions(call))
    return {
      value,
      text: (screen, shown: typeof value) => setupText(shown, screen, call.dryRun, 'Stet is not set up there.'),
    }
  },
})
