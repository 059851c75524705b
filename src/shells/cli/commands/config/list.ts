import { SETTING_NAMES, SETTINGS, type SettingValue, settingText, shownSetting } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { plainLine } from '../../plain-text.ts'
import type { Screen } from '../../screen.ts'
import { wrap } from '../../table.ts'

interface Setting {
  readonly key: string
  readonly value: SettingValue | null
  /** The file or variable that says so; null for the standard value. */
  readonly from: string | null
  readonly means: string
}

export const listConfig = defineCommand({
  name: 'config',
  group: 'Maintain',
  summary: 'what is set and where, and what can be',
  about:
    "Options of a command decide first, then variables such as STET_CONTEXT_WINDOW, then the project's .stet.toml (or the [context] of a .work.toml) in this folder or one above, then your own config.toml in $STET_HOME, which is ~/.stet unless set. A project's file may not set commands or who is sent what, and a record that --store names sets nothing: somebody else may have made them.",
  arguments: {},
  options: {},
  examples: [
    { command: 'stet config', does: 'every setting with its value, and where that is from' },
    { command: 'stet config set context.archive_command "episodic-memory sync"', does: 'sets one' },
    { command: 'stet config unset context.archive_command', does: 'takes it back' },
  ],
  json: '{file,settings:[{key,value,from,means}],warnings:[]}; from is null for a standard value',
  async run({ environment }) {
    const { readSettings } = await import('../../../../actions/config/read-settings.ts')
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
