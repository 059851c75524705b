import type { Command } from './command.ts'
import { type Field, type Fields, flag, type Shell } from './field.ts'

/** What gives every command that writes a dry run. */
const DRY_RUN: Fields = { dry_run: flag('say what would be done and do nothing') }

/** The arguments of a command that a shell takes, in order. */
export function argumentsIn(shell: Shell, command: Command): Fields {
  return taken(command.arguments, shell, command)
}

/** The options of a command that a shell takes. */
export function optionsIn(shell: Shell, command: Command): Fields {
  return taken({ ...command.options, ...(writesIn(shell, command) && DRY_RUN) }, shell, command)
}

/** Both: where there is no order, an argument is a field like the others. */
export function fieldsIn(shell: Shell, command: Command): Fields {
  return { ...argumentsIn(shell, command), ...optionsIn(shell, command) }
}

/** Whether it may change something in this shell. */
export function writesIn(shell: Shell, { writes }: Pick<Command, 'writes'>): boolean {
  return writes === true || (writes?.includes(shell) ?? false)
}

/** Whether a field must be given. */
export function isNeeded(command: Command, name: string, field: Field): boolean {
  if ('default' in field) return false
  return name in command.arguments ? !field.optional : field.required === true
}

/** A field's name in a shell. */
export function nameIn(shell: Shell, name: string, field: Field): string {
  return field.names?.[shell] ?? (shell === 'cli' ? name.replaceAll('_', '-') : name)
}

/** The summary, with what the value is where nothing is given. */
export function summaryOf(field: Field): string {
  const usual = 'default' in field ? field.default : field.standard
  return `${field.summary}${usual === undefined ? '' : `. Default: ${usual}`}`
}

function taken(fields: Fields, shell: Shell, { offer }: Command): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => {
        if (shell === 'mcp') return offer.mcp?.fields.includes(name) ?? false
        if (field.only && !field.only.includes(shell)) return false
        return shell === 'cli' || (field.kind !== 'file' && field.kind !== 'folder')
      })
      .map(([name, field]) => [name, shell === 'mcp' ? toAgent(field, offer.mcp?.defaults?.[name]) : field]),
  )
}

function toAgent(field: Field, usual: string | undefined): Field {
  const { summary, forAgents = summary } = field
  return { ...field, summary: forAgents, ...(usual !== undefined && { default: usual }) } as Field
}
