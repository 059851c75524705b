import { SETTINGS, settingText, withoutPassword } from '../../model/settings.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { KEY, settingNamed } from '../kit/setting-named.ts'
import { anything, object, orNull, string } from '../kit/shape.ts'
import { plainText } from '../kit/text/plain-text.ts'

export const configGet = defineTerminalCommand({
  name: 'config get',
  topic: 'care',
  summary: 'Print the value of one setting',
  arguments: { key: KEY },
  options: {},
  examples: [
    { command: 'stet config get context.archive_command', does: 'prints it, or exits with status 4 if it is not set' },
  ],
  output: object({ key: string, value: orNull(anything), from: orNull(string) }),
  outputNote: 'from is null for a default value; value is also null where there is no default.',
  async run({ input, environment }) {
    const { readSettings } = await import('../../record/settings/read-settings.ts')
    const key = settingNamed(input.key)
    const { layers, warnings } = await readSettings(environment.settingSources())
    const said = warnings.length > 0 && { failures: () => warnings.join('\n') }
    const layer = layers.find(({ settings }) => settings[key] !== undefined)
    const set = layer?.settings[key]
    if (layer && set !== undefined) {
      const value = withoutPassword(key, set)
      return {
        value: { key, value, from: layer.from },
        text: (_, shown: { readonly value: typeof value }) => plainText(settingText(shown.value)),
        ...said,
      }
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
