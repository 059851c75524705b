import { settingText, shownSetting, withoutPassword } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { plainLine } from '../../plain-text.ts'
import { KEY, settingNamed } from '../../setting-named.ts'

export const unsetConfig = defineCommand({
  name: 'config unset',
  group: 'Maintain',
  summary: 'take a setting back',
  about: 'Takes its line out of config.toml in $STET_HOME, with a comment on that line; everything else stays.',
  writes: true,
  arguments: { key: KEY },
  options: {},
  examples: [{ command: 'stet config unset context.archive_command', does: 'nothing is run before a trim any more' }],
  json: '{key,value,previous,file}',
  async run({ args, dryRun, environment }) {
    const { changeSetting } = await import('../../../../actions/config/change-setting.ts')
    const value = await changeSetting(environment.configFile, settingNamed(args.key), undefined, { dryRun })
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
