import { parse, TomlError } from 'smol-toml'
import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import {
  definitionOf,
  fits,
  isSettingName,
  SETTING_NAMES,
  type Settings,
  type SettingValue,
  typeInWords,
} from '../../model/settings.ts'
import { lineOf } from './edit-settings.ts'
import { formerSetting } from './former-setting.ts'

/** Whose file it is. A project's may come from somebody else; another tool's has tables that mean nothing here. */
export type FileKind = 'user' | 'project' | 'other-tool'

export interface ParsedSettings {
  readonly settings: Settings
  /** What the file says that is ignored, a sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Reads the text of a configuration file. A value that cannot be used is a failure that names the file and the line; a
 * key that nobody knows is a warning, and so is a command in a project's file.
 */
export function parseSettings(text: string, file: string, kind: FileKind = 'user'): ParsedSettings {
  const settings: Record<string, SettingValue> = {}
  const former: Record<string, SettingValue> = {}
  const warnings: string[] = []
  for (const [name, value] of leavesOf(tableIn(text, file))) {
    const place = () => placeIn(file, lineOf(text, name))
    const now = formerSetting(name, value)
    if (now) {
      former[now.name] = now.value
      warnings.push(`${place()}: ${now.warning}`)
    } else if (!isSettingName(name)) {
      if (kind !== 'other-tool') warnings.push(`${place()}: ${unknown(name)}`)
    } else if (kind !== 'user' && definitionOf(name).isPersonal) {
      warnings.push(`${place()}: ${name} may only be set in your own file; it is not taken from here.`)
    } else if (fits(name, value)) settings[name] = value
    else {
      throw invalid(file, lineOf(text, name), `${name} must be ${typeInWords(name)}`, {
        hint: 'Change that line of the file, or take it out.',
      })
    }
  }
  return { settings: { ...former, ...settings }, warnings }
}

export function invalid(
  file: string,
  line: number | undefined,
  what: string,
  { hint = 'Correct the line, or delete it.', cause }: { hint?: string; cause?: unknown } = {},
): Failure {
  return new Failure('config-invalid', `${placeIn(file, line)}: ${what}.`, {
    facts: { file, ...(line !== undefined && { line }) },
    hint,
    cause,
  })
}

function placeIn(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}, line ${line}`
}

function unknown(name: string): string {
  const near = nearest(name, SETTING_NAMES)
  const said = `there is no setting ${JSON.stringify(name.slice(0, 80))}`
  return near === undefined ? `${said}; \`stet config\` shows what can be set.` : `${said}; did you mean ${near}?`
}

function tableIn(text: string, file: string): object {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [said] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw invalid(file, error.line, `this is not TOML: ${said}`, { cause: error })
  }
}

/** Everything that is set, by its whole name. */
function leavesOf(table: object, above = ''): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(table).flatMap(([key, value]) =>
    isTable(value) ? leavesOf(value, `${above}${key}.`) : [[`${above}${key}`, value] as const],
  )
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
