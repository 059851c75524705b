import { realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../model/errors.ts'
import {
  type SettingName,
  type Settings,
  type SettingValue,
  settingFromText,
  typeInWords,
} from '../../model/settings.ts'
import { placeFile } from '../../system/place-file.ts'
import { lineOf, withoutSetting, withSetting } from './edit-settings.ts'
import { invalid, parseSettings } from './parse-settings.ts'
import { readText } from './read-settings.ts'
import { areInOrder, thresholdsIn } from './thresholds.ts'

interface ChangedSetting {
  readonly key: SettingName
  readonly value: SettingValue | null
  readonly previous: SettingValue | null
  readonly file: string
}

/** Sets something in the configuration file, or with `undefined` takes it out; whatever else is there stays. */
export async function changeSetting(
  file: string,
  key: SettingName,
  text: string | undefined,
  { dryRun = false } = {},
): Promise<ChangedSetting> {
  if (text?.trim() === '') {
    throw new Failure('usage', `${key} cannot be empty.`, { hint: `Run \`stet config unset ${key}\`.` })
  }
  const value = text === undefined ? undefined : valueFor(key, text)
  const before = (await readText(file)) ?? ''
  const { settings } = parseSettings(before, file)
  const { [key]: previous, ...others } = settings
  const changed = { key, value: value ?? null, previous: previous ?? null, file }
  if (isDeepStrictEqual(previous, value)) return changed
  const wanted: Settings = value === undefined ? others : { ...others, [key]: value }
  refuseDisorder(settings, wanted)
  const edited = value === undefined ? withoutSetting(before, key) : withSetting(before, key, value)
  if (edited === undefined || !says(edited, wanted)) {
    throw invalid(file, lineOf(before, key), `${key} is written in a form that Stet does not edit`, {
      hint: 'Change it there by hand.',
    })
  }
  if (!dryRun) await placeFile(await placeOf(file), [Buffer.from(edited)], { replaces: true })
  return changed
}

function valueFor(key: SettingName, text: string): SettingValue {
  const value = settingFromText(key, text)
  if (value !== undefined) return value
  throw new Failure('usage', `${key} must be ${typeInWords(key)}.`, {
    hint: `Run \`stet config get ${key}\` to see what it is.`,
  })
}

/** Refuses to bring thresholds out of their order; what is out of order already may be changed step by step. */
function refuseDisorder(before: Settings, wanted: Settings): void {
  const after = thresholdsIn(wanted)
  if (areInOrder(after) || !areInOrder(thresholdsIn(before))) return
  const { warn, recommend, urgent } = after
  throw new Failure(
    'usage',
    `The thresholds would be ${warn}, ${recommend} and ${urgent}, but the order must be warn ≤ recommend ≤ urgent ≤ 100.`,
    {
      facts: { ...after },
      hint: 'To raise them, set the highest first; to lower them, set the lowest first.',
    },
  )
}

/** Lines are edited without knowing all of TOML; what comes out is read before it is written. */
function says(text: string, wanted: object): boolean {
  try {
    return isDeepStrictEqual({ ...parseSettings(text, '').settings }, { ...wanted })
  } catch {
    return false
  }
}

/** Where the file is, if what is there only leads to it. */
async function placeOf(file: string): Promise<string> {
  return realpath(file).catch(() => file)
}
