import type { Command } from '../../commands/kit/command.ts'
import { argumentsIn } from '../../commands/kit/offered.ts'
import { userTime } from '../../model/user-time.ts'
import { argumentForm, optionForm, optionsOf } from './usage.ts'

/** For each time that names no zone: which moment it was taken for. */
export function ownTimes(command: Command, input: Readonly<Record<string, unknown>>): readonly string[] {
  const forms = [
    ...Object.entries(argumentsIn('cli', command)).map(
      ([name, field]) => [name, field, argumentForm(command, name, field)] as const,
    ),
    ...Object.entries(optionsOf(command)).map(
      ([name, field]) => [name, field, optionForm(name, field).split(' ')[0]!] as const,
    ),
  ]
  return forms.flatMap(([name, field, form]) => {
    const value = input[name]
    const time = field.kind === 'time' && typeof value === 'string' ? userTime(value, new Date()) : undefined
    if (!time || time.isZoned) return []
    return [
      isDay(value as string)
        ? `${form} ${value} is a day in your own time zone.`
        : `${form} ${value} is your own time: ${time.at}.`,
    ]
  })
}

/** Whether it begins or ends then depends on the command. */
function isDay(text: string): boolean {
  return text.trim().length === 10
}
