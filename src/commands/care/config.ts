import { SETTING_NAMES, SETTINGS, type SettingValue, settingText, shownSetting } from '../../model/settings.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { anything, list, object, orNull, string } from '../kit/shape.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { wrap } from '../kit/text/table.ts'

interface Setting {
  readonly key: string
  readonly value: SettingValue | null
  /** The file or variable that says so; null for the standard value. */
  readonly from: string | null
  readonly means: string
}

export const config = defineTerminalCommand({
  name: 'config',
  topic: 'care',
  summary: 'List every setting, its value, and where that value comes from',
  about:
    "The first of these that sets a value decides: the options of a command, variables such as STET_CONTEXT_WINDOW, the project's .stet.toml (or the [context] of a .work.toml) in this folder or one above, your own config.toml in $STET_HOME, which is ~/.stet by default. Somebody else may have made a project's file or a record that --store names: the file cannot set commands or recipients, the record sets nothing.",
  arguments: {},
  options: {},
  examples: [
    { command: 'stet config', does: 'lists every setting' },
    { command: 'stet config set context.archive_command "episodic-memory sync"', does: 'changes one' },
    { command: 'stet config unset context.archive_command', does: 'removes it again' },
  ],
  output: object({
    file: string,
    settings: list(object({ key: string, value: orNull(anything), from: orNull(string), means: string })),
    warnings: list(string),
  }),
  outputNote: 'from is null for a default value.',
  async run({ environment }) {
    const { readSettings } = await import('../../record/settings/read-settings.ts')
    const { layers, warnings } = await readSettings(environment.settingSources())
    const settings = SETTING_NAMES.map((key): Setting => {
      const layer = layers.find((one) => one.settings[key] !== undefined)
      const { means, standard } = SETTINGS[key]
      const value = layer?.settings[key] ?? standard
      return { key, value: value === null ? null : shownSetting(key, value), from: layer?.from ?? null, means }
    })
    return {
      value: { file: environment.configFile, settings, warnings },
      text: (screen) => settings.map((one) => settingLines(one, screen)).join('\n'),
      ...(warnings.length > 0 && { failures: () => warnings.join('\n') }),
    }
  },
})

function settingLines({ key, value, from, means }: Setting, screen: Screen): string {
  const now = value === null ? screen.dim('is not set') : `= ${screen.bold(plainLine(settingText(value)))}`
  const where = from === null ? '' : screen.dim(`  from ${screen.path(from)}`)
  return [`${screen.cyan(key)} ${now}${where}`, ...wrap(means, screen.columns - 2).map((line) => `  ${line}`)].join(
    '\n',
  )
}
