import { SETTINGS, settingText, withoutPassword } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { plainText } from '../../plain-text.ts'
import { KEY, settingNamed } from '../../setting-named.ts'

export const getConfig = defineCommand({
  name: 'config get',
  group: 'Maintain',
  summary: 'the value of one setting',
  arguments: { key: KEY },
  options: {},
  examples: [{ command: 'stet config get context.archive_command', does: 'prints it; exit status 4 if it is not set' }],
  json: '{key,value,from}; from is null for a standard value, value too where there is none',
  async run({ args, environment }) {
    const { readSettings } = await import('../../../../actions/config/read-settings.ts')
    const key = settingNamed(args.key)
    const { layers, warnings } = await readSettings(environment.settingSources())
    const said = warnings.length > 0 && { failures: () => warnings.join('\n') }
    const layer = layers.find(({ settings }) => settings[key] !== undefined)
    const set = layer?.settings[key]
    if (layer && set !== undefined) {
      const value = withoutPassword(key, set)
      return { value: { key, value, from: layer.from }, text: () => plainText(settingText(value)), ...said }
    }
    const { standard } = SETTINGS[key]
    if (standard !== null) {
      return { value: { key, value: standard, from: null }, text: () => settingText(standard), ...said }
    }
    return {
      value: { key, value: null, from: null },
      text: () => '',
      failures: (screen) =>
        [
          ...warnings,
          `${key} is not set.`,
          `${screen.dim('→')} stet config set ${key} ${JSON.stringify(SETTINGS[key].example)}`,
        ].join('\n'),
      exit: 4,
    }
  },
})
