import { userTime } from '../../model/time.ts'
import { argumentForm, type Command, optionsOf, type Values } from './command.ts'

/** For each time that names no zone: which moment it was taken for. */
export function ownTimes(command: Command, args: Values, options: Values): readonly string[] {
  const given = [
    ...Object.entries(command.arguments).flatMap(([name, argument]) =>
      argument.time ? [[argumentForm(name, argument), args[name]] as const] : [],
    ),
    ...Object.entries(optionsOf(command)).flatMap(([name, option]) =>
      option.time ? [[`--${name}`, options[name]] as const] : [],
    ),
  ]
  return given.flatMap(([name, value]) => {
    const time = typeof value === 'string' ? userTime(value) : undefined
    if (!time || time.isZoned) return []
    return [
      isDay(value as string)
        ? `${name} ${value} is a day in your own time zone.`
        : `${name} ${value} is your own time: ${time.at}.`,
    ]
  })
}

/** Whether it begins or ends then depends on the command. */
function isDay(text: string): boolean {
  return text.trim().length === 10
}
