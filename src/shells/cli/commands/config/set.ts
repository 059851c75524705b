import { type SettingValue, settingText } from '../../../../model/settings.ts'
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
    const value = await changeSetting(environment.configFile, settingNamed(args.key), args.value, { dryRun })
    return {
      value,
      text: (screen) =>
        `${screen.cyan(value.key)} ${dryRun ? 'would be' : 'is'} ${screen.bold(plainLine(args.value))} in ${screen.path(value.file)}${was(value.previous, args.value)}.`,
    }
  },
})

function was(previous: SettingValue | null, value: string): string {
  return previous === null || settingText(previous) === value ? '' : `; it was ${plainLine(settingText(previous))}`
}
