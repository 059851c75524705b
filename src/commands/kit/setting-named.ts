import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import { isSettingName, SETTING_NAMES, type SettingName } from '../../model/settings.ts'
import { text } from './field.ts'
import { anything, object, orNull, string } from './shape.ts'

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
export const KEY = text('the name of a setting; `stet config` lists them', { complete: SETTING_NAMES })

/** A setting that was changed. */
export const CHANGED_SETTING = object({
  key: string,
  value: orNull(anything),
  previous: orNull(anything),
  file: string,
})
