import { parse, TomlError } from 'smol-toml'
import { Failure } from '../../model/errors.ts'
import { isSettingName, SETTING_NAMES, type Settings } from '../../model/settings.ts'
import { lineOf } from './edit-settings.ts'

/** Reads the text of a configuration file. What it cannot use is one failure that names the file and the line. */
export function parseSettings(text: string, file: string): Settings {
  const settings: Record<string, string> = {}
  for (const [name, value] of leavesOf(tableIn(text, file))) {
    const line = lineOf(text, name)
    if (!isSettingName(name)) {
      throw invalid(file, line, `there is no setting ${JSON.stringify(name.slice(0, 80))}`, {
        hint: `Take it out of the file; what can be set is ${SETTING_NAMES.join(', ')}.`,
      })
    }
    if (typeof value !== 'string' || value.trim() === '') {
      throw invalid(file, line, `${name} must be a text in quotes, and not an empty one`, {
        hint: `Run \`stet config set ${name} VALUE\` when that line is out of the file.`,
      })
    }
    settings[name] = value
  }
  return settings
}

export function invalid(
  file: string,
  line: number | undefined,
  what: string,
  { hint = 'Mend it there, or take the line out.', cause }: { hint?: string; cause?: unknown } = {},
): Failure {
  const place = line === undefined ? file : `${file}, line ${line}`
  return new Failure('config-invalid', `${place}: ${what}.`, {
    facts: { file, ...(line !== undefined && { line }) },
    hint,
    cause,
  })
}

function tableIn(text: string, file: string): object {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [said] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw invalid(file, error.line, `this is no TOML: ${said}`, { cause: error })
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
