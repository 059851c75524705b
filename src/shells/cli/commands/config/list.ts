import { SETTING_NAMES, SETTINGS } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { plainLine } from '../../plain-text.ts'
import type { Screen } from '../../screen.ts'
import { wrap } from '../../table.ts'

interface Setting {
  readonly key: string
  readonly value: string | null
  /** The file that says so. */
  readonly from: string | null
  readonly means: string
}

export const listConfig = defineCommand({
  name: 'config',
  group: 'Look after',
  summary: 'what is set and where, and what can be',
  about:
    'Settings are kept in config.toml in $STET_HOME, which is ~/.stet unless set, whatever record --store names: one that somebody else made must not set anything here.',
  arguments: {},
  options: {},
  examples: [
    { command: 'stet config', does: 'every setting with its value' },
    { command: 'stet config set context.archive_command "episodic-memory sync"', does: 'sets one' },
    { command: 'stet config unset context.archive_command', does: 'takes it back' },
  ],
  json: '{file,settings:[{key,value,from,means}]}',
  async run({ environment }) {
    const { readSettings } = await import('../../../../actions/config/read-settings.ts')
    const file = environment.configFile
    const set = await readSettings(file)
    const settings = SETTING_NAMES.map((key) => ({
      key,
      value: set[key] ?? null,
      from: set[key] === undefined ? null : file,
      means: SETTINGS[key].means,
    }))
    return { value: { file, settings }, text: (screen) => settings.map((one) => settingText(one, screen)).join('\n\n') }
  },
})

function settingText({ key, value, from, means }: Setting, screen: Screen): string {
  const now =
    value === null || from === null
      ? `${screen.cyan(key)} ${screen.dim('is not set')}`
      : `${screen.cyan(key)} = ${screen.bold(plainLine(value))}\n  ${screen.dim(`from ${screen.path(from)}`)}`
  return [now, ...wrap(means, screen.columns - 2).map((line) => `  ${line}`)].join('\n')
}
