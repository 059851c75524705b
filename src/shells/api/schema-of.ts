import type { Command } from '../../commands/kit/command.ts'
import type { Field, Shell } from '../../commands/kit/field.ts'
import { fieldsIn, isNeeded, nameIn, summaryOf } from '../../commands/kit/offered.ts'

/** What a command takes from programs, as a JSON Schema. */
export function schemaOf(shell: Exclude<Shell, 'cli'>, command: Command) {
  const fields = Object.entries(fieldsIn(shell, command))
  const needed = fields.filter(([name, field]) => isNeeded(command, name, field))
  return {
    type: 'object' as const,
    properties: Object.fromEntries(fields.map(([name, field]) => [nameIn(shell, name, field), propertyOf(field)])),
    ...(needed.length > 0 && { required: needed.map(([name, field]) => nameIn(shell, name, field)) }),
    additionalProperties: false,
  }
}

function propertyOf(field: Field): object {
  if ('default' in field) return { ...valuesOf(field), description: field.summary, default: field.default }
  return { ...valuesOf(field), description: summaryOf(field) }
}

function valuesOf(field: Field): object {
  switch (field.kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'int':
    case 'number':
      return {
        type: field.kind === 'int' ? 'integer' : 'number',
        minimum: field.min ?? 0,
        ...(field.max !== undefined && { maximum: field.max }),
      }
    case 'choice':
      return { enum: field.choices }
    case 'list':
      return {
        type: 'array',
        items: field.choices ? { enum: field.choices } : { type: 'string' },
        ...(field.least !== undefined && { minItems: field.least }),
        ...(field.most !== undefined && { maxItems: field.most }),
      }
    case 'items':
      return { type: 'array', items: {} }
    case 'map':
      return { type: 'object', additionalProperties: { type: 'string' } }
    default:
      return { type: 'string' }
  }
}
