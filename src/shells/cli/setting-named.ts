import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import { isSettingName, SETTING_NAMES, type SettingName } from '../../model/settings.ts'

/** What a word on the command line names. */
export function settingNamed(word: string): SettingName {
  if (isSettingName(word)) return word
  const near = nearest(word, SETTING_NAMES)
  throw new Failure('usage', `There is no setting ${JSON.stringify(word.slice(0, 80))}.`, {
    facts: { key: word.slice(0, 200), known: SETTING_NAMES },
    hint: near === undefined ? 'Run `stet config` to see what can be set.' : `Did you mean ${near}?`,
  })
}

/** For the arguments of commands. */
export const KEY = { summary: 'what is set: see stet config', complete: SETTING_NAMES } as const
