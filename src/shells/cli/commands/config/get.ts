import { SETTINGS } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { plainText } from '../../plain-text.ts'
import { KEY, settingNamed } from '../../setting-named.ts'

export const getConfig = defineCommand({
  name: 'config get',
  group: 'Look after',
  summary: 'the value of one setting',
  arguments: { key: KEY },
  options: {},
  examples: [{ command: 'stet config get context.archive_command', does: 'prints it; exit status 4 if it is not set' }],
  json: '{key,value,from}; null where it is not set',
  async run({ args, environment }) {
    const { readSettings } = await import('../../../../actions/config/read-settings.ts')
    const key = settingNamed(args.key)
    const file = environment.configFile
    const value = (await readSettings(file))[key]
    if (value !== undefined) return { value: { key, value, from: file }, text: () => plainText(value) }
    return {
      value: { key, value: null, from: null },
      text: () => '',
      failures: (screen) =>
        `${key} is not set.\n${screen.dim('→')} stet config set ${key} ${JSON.stringify(SETTINGS[key].example)}`,
      exit: 4,
    }
  },
})
