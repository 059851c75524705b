import { readFileSync, statSync } from 'node:fs'
import { Failure, isFailure } from '../../model/errors.ts'
import { SETTING_NAMES, type Settings, type SettingValue, settingFromText, typeInWords } from '../../model/settings.ts'
import { reading } from '../capture/reading.ts'
import { FORMER_NAME, formerSetting } from './former-setting.ts'
import { type FileKind, invalid, parseSettings } from './parse-settings.ts'
import { areInOrder, thresholdsIn } from './thresholds.ts'

/** Where settings may be, what is nearer to the work first. */
export interface SettingSources {
  /** Variables of the environment by name. */
  readonly variables: Readonly<Record<string, string>>
  readonly files: readonly { readonly path: string; readonly kind: FileKind }[]
}

/** What one place sets. */
export interface SettingLayer {
  /** A file, or a variable. */
  readonly from: string
  readonly settings: Settings
}

export interface ReadSettings {
  /** The one that decides first. */
  readonly layers: readonly SettingLayer[]
  /** What all of them together set. */
  readonly settings: Settings
  readonly warnings: readonly string[]
}

/** What is set: variables over the project's files over the user's own. */
export async function readSettings({ variables, files }: SettingSources): Promise<ReadSettings> {
  const layers: SettingLayer[] = variablesSet(variables)
  const warnings: string[] = []
  const variable = variableOf(FORMER_NAME)
  const former = formerSetting(FORMER_NAME, { true: true, false: false }[variables[variable] ?? ''])
  if (former) {
    layers.push({ from: `$${variable}`, settings: { [former.name]: former.value } })
    warnings.push(`$${variable}: ${former.warning}`)
  }
  for (const { path, kind } of files) {
    const text = await readText(path)
    if (text === undefined) continue
    const parsed = parseSettings(text, path, kind)
    layers.push({ from: path, settings: parsed.settings })
    warnings.push(...parsed.warnings)
  }
  const settings: Settings = Object.assign({}, ...layers.map((layer) => layer.settings).toReversed())
  return { layers, settings, warnings: [...warnings, ...disorderIn(settings)] }
}

/** Each place may be right by itself, and all of them together wrong. */
function disorderIn(settings: Settings): readonly string[] {
  const thresholds = thresholdsIn(settings)
  if (areInOrder(thresholds)) return []
  const { warn, recommend, urgent } = thresholds
  return [
    `The thresholds of context are ${warn}, ${recommend} and ${urgent}, but the order must be warn ≤ recommend ≤ urgent ≤ 100. Until then there are no reminders.`,
  ]
}

/** The variable that sets something: `context.window` is `STET_CONTEXT_WINDOW`. */
function variableOf(name: string): string {
  return `STET_${name.toUpperCase().replaceAll('.', '_')}`
}

function variablesSet(variables: SettingSources['variables']): SettingLayer[] {
  return SETTING_NAMES.flatMap((name) => {
    const variable = variableOf(name)
    const text = variables[variable]
    if (text === undefined || text === '') return []
    const value: SettingValue | undefined = settingFromText(name, text)
    if (value !== undefined) return [{ from: `$${variable}`, settings: { [name]: value } }]
    throw new Failure('config-invalid', `$${variable} must be ${typeInWords(name)}.`, {
      facts: { variable },
      hint: `Run \`unset ${variable}\`, or give it another value.`,
    })
  })
}

/** The text of a configuration file; undefined where there is none. Read at once: a hook has no time to load more of Node. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    const found = await reading(file, () => statSync(file))
    if (!found.isFile()) throw invalid(file, undefined, 'this is not a file')
    return new TextDecoder('utf-8', { fatal: true }).decode(await reading(file, () => readFileSync(file)))
  } catch (error) {
    if (isFailure(error, 'file-not-found')) return undefined
    if (error instanceof TypeError) throw invalid(file, undefined, 'this is not UTF-8 text', { cause: error })
    throw error
  }
}
