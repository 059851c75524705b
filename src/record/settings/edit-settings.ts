import type { SettingValue } from '../../model/settings.ts'

/** A line of a configuration file that sets something. */
interface Entry {
  /** With the names of its tables. */
  readonly name: string
  /** Where its value begins in the line. */
  readonly value: number
}

const TABLE = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/
const KEY = /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*/
/** A value on one line, a list of texts included, and what comes after it. */
const VALUE =
  /^("(?:\\.|[^"\\])*"(?!")|'[^']*'(?!')|\[(?:[^[\]#"']|"(?:\\.|[^"\\])*"|'[^']*')*\]|[\w.+-]+)(\s*(?:#.*)?\r?)$/s

/** The line of the file that sets this, counted from 1; undefined where it cannot be told. */
export function lineOf(text: string, name: string): number | undefined {
  const lines = text.split('\n')
  const at = entriesOf(lines).findIndex((entry) => entry?.name === name)
  if (at !== -1) return at + 1
  const key = name.slice(name.lastIndexOf('.') + 1) // in braces, several are on one line
  return lines.findIndex((line) => line.includes(key)) + 1 || undefined
}

/**
 * The text with this set, comments and everything else as they were; undefined where it is there in a form that is
 * not edited line by line.
 */
export function withSetting(text: string, name: string, value: SettingValue): string | undefined {
  const lines = text.split('\n')
  const entries = entriesOf(lines)
  const written = JSON.stringify(value).replaceAll('\u007f', '\\u007f') // all that JSON leaves and TOML does not
  const there = entries.findIndex((entry) => entry?.name === name)
  if (there !== -1) {
    const start = entries[there]!.value
    const old = VALUE.exec(lines[there]!.slice(start))
    return old ? lines.with(there, `${lines[there]!.slice(0, start)}${written}${old[2]}`).join('\n') : undefined
  }
  const dot = name.lastIndexOf('.')
  const [table, key] = [name.slice(0, dot), name.slice(dot + 1)]
  const header = lines.findIndex((line) => tableIn(line) === table)
  if (header !== -1) return lines.toSpliced(header + 1, 0, `${key} = ${written}`).join('\n')
  const above = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`
  return `${above}[${table}]\n${key} = ${written}\n`
}

/** The text without this; a comment on the same line goes with it. */
export function withoutSetting(text: string, name: string): string | undefined {
  const lines = text.split('\n')
  const there = entriesOf(lines).findIndex((entry) => entry?.name === name)
  return there === -1 ? undefined : lines.toSpliced(there, 1).join('\n')
}

function entriesOf(lines: readonly string[]): readonly (Entry | undefined)[] {
  let table: string | undefined
  return lines.map((line) => {
    table = tableIn(line) ?? table
    const key = KEY.exec(line)
    return key ? { name: [table, plainName(key[1]!)].filter(Boolean).join('.'), value: key[0].length } : undefined
  })
}

function tableIn(line: string): string | undefined {
  const table = TABLE.exec(line)
  return table ? plainName(table[1]!) : undefined
}

function plainName(written: string): string {
  return written
    .split('.')
    .map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .join('.')
}
