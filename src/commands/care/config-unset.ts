import { settingText, shownSetting, withoutPassword } from '../../model/settings.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { CHANGED_SETTING, KEY, settingNamed } from '../kit/setting-named.ts'
import { plainLine } from '../kit/text/plain-text.ts'

export const configUnset = defineTerminalCommand({
  name: 'config unset',
  topic: 'care',
  summary: 'Remove a setting, so that its default holds again',
  about: 'Removes its line from config.toml in $STET_HOME, with a comment on that line; everything else stays.',
  writes: true,
  arguments: { key: KEY },
  options: {},
  examples: [{ command: 'stet config unset context.archive_command', does: 'runs no command before a trim any more' }],
  output: CHANGED_SETTING,
  async run({ input, dryRun, environment }) {
    const { changeSetting } = await import('../../record/settings/change-setting.ts')
    const value = await changeSetting(environment.configFile, settingNamed(input.key), undefined, { dryRun })
    const { key, previous, file } = value
    return {
      value: { ...value, previous: withoutPassword(key, previous) },
      text: (screen) =>
        previous === null
          ? `${screen.cyan(key)} is not set in ${screen.path(file)}.`
          : `${screen.cyan(key)} ${dryRun ? 'would be' : 'is'} not set any more; it was ${plainLine(settingText(shownSetting(key, previous)))}.`,
    }
  },
})
