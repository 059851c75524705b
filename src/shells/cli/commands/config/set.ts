import { type SettingValue, settingText, shownSetting, withoutPassword } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { plainLine } from '../../plain-text.ts'
import { KEY, settingNamed } from '../../setting-named.ts'

export const setConfig = defineCommand({
  name: 'config set',
  group: 'Maintain',
  summary: 'change a setting',
  about:
    'Changes one line of config.toml in $STET_HOME; comments and everything else in the file stay. The file is replaced at once, and is readable for you only.',
  writes: true,
  arguments: { key: KEY, value: { summary: 'what to set it to, as one word for the shell' } },
  options: {},
  examples: [
    {
      command: 'stet config set context.archive_command "episodic-memory sync"',
      does: 'runs before every trim from now on',
    },
  ],
  json: '{key,value,previous,file}',
  async run({ args, dryRun, environment }) {
    const { changeSetting } = await import('../../../../actions/config/change-setting.ts')
    const key = settingNamed(args.key)
    const value = await changeSetting(environment.configFile, key, args.value, { dryRun })
    const shown = (one: SettingValue) => plainLine(settingText(shownSetting(key, one)))
    const was = (previous: SettingValue | null) =>
      previous === null || settingText(previous) === args.value ? '' : `; it was ${shown(previous)}`
    const told = (one: SettingValue | null) => withoutPassword(key, one)
    return {
      value: { ...value, value: told(value.value), previous: told(value.previous) },
      text: (screen) =>
        `${screen.cyan(value.key)} ${dryRun ? 'would be' : 'is'} ${screen.bold(shown(args.value))} in ${screen.path(value.file)}${was(value.previous)}.`,
    }
  },
})
