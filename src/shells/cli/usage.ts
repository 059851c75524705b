import type { Command } from '../../commands/kit/command.ts'
import { type Field, type Fields, flag, folder } from '../../commands/kit/field.ts'
import { argumentsIn, isNeeded, nameIn, optionsIn, summaryOf } from '../../commands/kit/offered.ts'

/** Options of every command. */
export const GLOBAL_OPTIONS: Fields = {
  json: flag('print one JSON value'),
  store: folder('the record to use: a folder, or postgres://…', {
    label: 'DIR',
    standard: '$STET_STORE, else $STET_HOME, else ~/.stet',
  }),
  no_color: flag('print without colours, as with NO_COLOR'),
  help: flag('show this help'),
  version: flag('show the version'),
}

/** How a value is called in help, by its kind. */
const LABELS: Readonly<Record<Field['kind'], string>> = {
  text: 'TEXT',
  session: 'SESSION',
  commit: 'CTX',
  range: 'RANGE',
  ref: 'REF',
  engagement: 'ID',
  operation: 'OP',
  name: 'NAME',
  ticket: 'ID',
  time: 'TIME',
  int: 'N',
  number: 'N',
  flag: '',
  choice: '',
  list: 'WORD',
  map: 'NAME=VALUE',
  items: 'JSON',
  file: 'FILE',
  folder: 'DIR',
  content: 'FILE',
}

export function fullName(command: Pick<Command, 'name'>): string {
  return command.name === '' ? 'stet' : `stet ${command.name}`
}

/** Everything that may come after a command's name, its own options first. */
export function optionsOf(command: Command): Fields {
  return { ...optionsIn('cli', command), ...GLOBAL_OPTIONS }
}

/** The names of fields by how they are written after `--`. */
export function optionNames(fields: Fields): ReadonlyMap<string, string> {
  return new Map(Object.entries(fields).map(([name, field]) => [nameIn('cli', name, field), name]))
}

export function takesNothing(command: Command): boolean {
  return Object.keys(argumentsIn('cli', command)).length === 0
}

/** `<session>`, `[range]`, `[paths…]`. */
export function argumentForm(command: Command, name: string, field: Field): string {
  const named = nameIn('cli', name, field)
  const inner = field.kind === 'list' ? `${named}…` : named
  return isNeeded(command, name, field) ? `<${inner}>` : `[${inner}]`
}

/** `--to raw|json`, `--store DIR`, `--all`. */
export function optionForm(name: string, field: Field): string {
  const named = `--${nameIn('cli', name, field)}`
  if (field.kind === 'flag') return named
  if (isListed(field)) return `${named} ${field.choices.join('|')}`
  const label = field.label ?? labelOf(name, field)
  return `${named} ${label}${field.kind === 'list' && field.commas ? ',…' : ''}`
}

/** The summary, with the choices where the form does not name them. */
export function fieldSummary(field: Field): string {
  const choices = 'choices' in field && field.choices && !isListed(field) ? `: ${field.choices.join(', ')}` : ''
  const [what, ...usual] = summaryOf(field).split('. Default: ')
  const zone = field.kind === 'time' ? '; your own time unless it names a zone' : ''
  return [`${what}${choices}${zone}`, ...usual].join('. Default: ')
}

/** Whether the form itself names the choices. */
function isListed(field: Field): field is Field & { readonly choices: readonly string[] } {
  return field.kind === 'choice' && field.choices.join('|').length <= 30
}

function labelOf(name: string, field: Field): string {
  if (field.kind === 'choice') return nameIn('cli', name, field).toUpperCase()
  return field.kind === 'list' && field.of ? LABELS[field.of] : LABELS[field.kind]
}

export function usageOf(command: Command): string {
  const options = Object.entries(optionsIn('cli', command)).map(([name, field]) =>
    isNeeded(command, name, field) ? optionForm(name, field) : `[${optionForm(name, field)}]`,
  )
  const args = Object.entries(argumentsIn('cli', command)).map(([name, field]) => argumentForm(command, name, field))
  return [fullName(command), ...args, ...options].join(' ')
}
