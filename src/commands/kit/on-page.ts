import type { Command } from './command.ts'
import type { Field, Fields } from './field.ts'
import { fieldsIn, isNeeded } from './offered.ts'

/** A field as the page asks for it. */
export interface PageField {
  readonly name: string
  readonly kind: Field['kind']
  /** What the members of a list name. */
  readonly of?: string
  readonly summary: string
  readonly choices?: readonly string[]
  readonly min?: number
  readonly usual?: string
  readonly isNeeded: boolean
}

/** A command as the page offers it: its name and key, and its fields, those of its form first. */
export interface PageCommand {
  readonly name: string
  readonly title: string
  readonly key: string
  readonly about: string
  readonly on: 'rounds' | 'session'
  readonly needs: 'nothing' | 'selection' | 'engagement' | 'either'
  readonly form: readonly PageField[]
  /** Fields that the page fills in itself. */
  readonly others: readonly PageField[]
}

/** What the page offers, in its order: what is about rounds first, each part by title. */
export function onPage(commands: readonly Command[]): readonly PageCommand[] {
  return commands
    .flatMap((command) => (command.offer.viewer ? [asked(command, command.offer.viewer)] : []))
    .sort((a, b) => a.on.localeCompare(b.on) || a.title.localeCompare(b.title))
}

function asked(command: Command, { form, ...offer }: NonNullable<Command['offer']['viewer']>): PageCommand {
  const fields: Fields = fieldsIn('http', command)
  const pageField = (name: string): PageField => {
    const field = fields[name]!
    const usual = 'default' in field ? field.default : field.standard
    return {
      name,
      kind: field.kind,
      ...(field.kind === 'list' && field.of && { of: field.of }),
      summary: field.summary,
      ...('choices' in field && field.choices && { choices: field.choices }),
      ...(field.kind === 'int' && { min: field.min ?? 0 }),
      ...(usual !== undefined && { usual: String(usual) }),
      isNeeded: isNeeded(command, name, field),
    }
  }
  return {
    ...offer,
    name: command.name,
    about: command.summary,
    form: form.map(pageField),
    others: Object.keys(fields)
      .filter((name) => !form.includes(name))
      .map(pageField),
  }
}
