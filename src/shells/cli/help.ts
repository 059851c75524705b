import {
  type Answer,
  argumentForm,
  argumentSummary,
  type Command,
  fullName,
  GLOBAL_OPTIONS,
  GROUPS,
  type Options,
  optionForm,
  optionSummary,
  ownOptions,
  usageOf,
} from './command.ts'
import { splitCommand } from './parse-arguments.ts'
import type { Screen } from './screen.ts'
import { definitions, wrap } from './table.ts'

/** Help on the command the words name, on all that begin with the word, or on everything. */
export function help(argv: readonly string[], commands: readonly Command[]): Answer {
  const [word, second] = argv.filter((one) => !one.startsWith('-'))
  if (word === undefined)
    return { value: { commands: commands.map(describe) }, text: (screen) => overall(commands, screen) }
  const below = commands.filter((command) => command.name.startsWith(`${word} `))
  const isNamed = commands.some(({ name }) => name === word || name === `${word} ${second}`)
  if (below.length > 0 && !isNamed) {
    return { value: { commands: below.map(describe) }, text: (screen) => overall(below, screen) }
  }
  const { command } = splitCommand(
    argv.filter((one) => one !== '--help' && one !== '-h'),
    commands,
  )
  return { value: describe(command), text: (screen) => onCommand(command, screen) }
}

function describe(command: Command) {
  const { name, summary, examples, json } = command
  return { name, summary, usage: usageOf(command), examples, json }
}

function overall(commands: readonly Command[], screen: Screen): string {
  const sections = GROUPS.flatMap((group) => {
    const members = commands.filter((command) => command.group === group)
    if (members.length === 0) return []
    return [
      `${screen.bold(group)}\n${definitions(
        members.map((command) => [shortUsage(command), command.summary]),
        screen,
      )}`,
    ]
  })
  return [
    'Stet keeps every session of your coding agents in a permanent record.',
    ...sections,
    `${screen.bold('Options of every command')}\n${optionList(GLOBAL_OPTIONS, screen)}`,
    `${screen.bold('Start with')}\n  stet inscribe        capture every session on this machine\n  stet help <command>  more on one command, with examples`,
  ].join('\n\n')
}

function onCommand(command: Command, screen: Screen): string {
  const args = Object.entries(command.arguments).map(
    ([name, argument]) => [argumentForm(name, argument), argumentSummary(argument)] as const,
  )
  const own = ownOptions(command)
  return [
    `${screen.bold(fullName(command))}: ${command.summary}`,
    ...(command.about ? [wrap(command.about, screen.columns).join('\n')] : []),
    wrapUsage(usageOf(command), screen),
    ...(args.length > 0 ? [definitions(args, screen)] : []),
    ...(Object.keys(own).length > 0 ? [`${screen.bold('Options')}\n${optionList(own, screen)}`] : []),
    `${screen.bold('Options of every command')}\n${optionList(GLOBAL_OPTIONS, screen)}`,
    `${screen.bold('Examples')}\n${command.examples.map(({ command: line, does }) => `  ${line}\n      ${screen.dim(does)}`).join('\n')}`,
  ].join('\n\n')
}

function wrapUsage(usage: string, screen: Screen): string {
  return wrap(
    usage.replaceAll(/\[--[^\]]*\]/g, (option) => option.replaceAll(' ', '\u00a0')),
    screen.columns - 6,
  )
    .map((line, nth) => `${nth === 0 ? '  ' : '      '}${line.replaceAll('\u00a0', ' ')}`)
    .join('\n')
}

function shortUsage(command: Command): string {
  const args = Object.entries(command.arguments).map(([name, argument]) => argumentForm(name, argument))
  return [fullName(command), ...args].join(' ')
}

function optionList(options: Options, screen: Screen): string {
  return definitions(
    Object.entries(options).map(([name, option]) => [optionForm(name, option), optionSummary(option)]),
    screen,
  )
}
