import { type SettingValue, settingText, shownSetting, withoutPassword } from '../../model/settings.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { CHANGED_SETTING, KEY, settingNamed } from '../kit/setting-named.ts'
import { plainLine } from '../kit/text/plain-text.ts'

export const configSet = defineTerminalCommand({
  name: 'config set',
  topic: 'care',
  summary: 'Change a setting',
  about:
    'Changes one line of config.toml in $STET_HOME; comments and everything else in the file stay. Only you can read the file.',
  writes: true,
  arguments: { key: KEY, value: text('the new value, in quotes if it has spaces', { empty: true }) },
  options: {},
  examples: [
    {
      command: 'stet config set context.archive_command "episodic-memory sync"',
      does: 'runs that command before every trim from now on',
    },
  ],
  output: CHANGED_SETTING,
  async run({ input, dryRun, environment }) {
    const { changeSetting } = await import('../../record/settings/change-setting.ts')
    const key = settingNamed(input.key)
    const value = await changeSetting(environment.configFile, key, input.value, { dryRun })
    const shown = (one: SettingValue) => plainLine(settingText(shownSetting(key, one)))
    const was = (previous: SettingValue | null) =>
      previous === null || settingText(previous) === input.value ? '' : `; it was ${shown(previous)}`
    return {
      value: { ...value, value: withoutPassword(key, value.value), previous: withoutPassword(key, value.previous) },
      text: (screen) =>
        `${screen.cyan(value.key)} ${dryRun ? 'would be' : 'is'} ${screen.bold(shown(input.value))} in ${screen.path(value.file)}${was(value.previous)}.`,
    }
  },
})
