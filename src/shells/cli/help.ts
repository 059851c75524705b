import type { Answer } from '../../commands/kit/call.ts'
import { type Command, TOPICS, type Topic } from '../../commands/kit/command.ts'
import type { Fields } from '../../commands/kit/field.ts'
import { argumentsIn, optionsIn } from '../../commands/kit/offered.ts'
import { shapeText } from '../../commands/kit/shape.ts'
import type { Screen } from '../../commands/kit/text/screen.ts'
import { definitions, wrap } from '../../commands/kit/text/table.ts'
import { splitCommand } from './parse-arguments.ts'
import { argumentForm, fieldSummary, fullName, GLOBAL_OPTIONS, optionForm, usageOf } from './usage.ts'

/** The commands that most people need, in the order of a day; the others are listed by topic. */
export const FIRST: readonly string[] = [
  '',
  'setup',
  'search',
  'show',
  'trim',
  'drop',
  'split',
  'merge',
  'rollover',
  'undo',
  'why',
  'resume',
  'view',
]

/** Help on the command or the topic the words name, on all that begin with the word, or the first page. */
export function help(argv: readonly string[], commands: readonly Command[]): Answer {
  const listed = commands.filter(({ offer }) => offer.cli === true)
  const [word, second] = argv.filter((one) => !one.startsWith('-'))
  if (word === undefined)
    return answer(
      () => ({ commands: listed.map(describe), topics: TOPICS }),
      (screen) => firstPage(listed, screen),
    )
  const isNamed = commands.some(({ name }) => name === word || name === `${word} ${second}`)
  const below = listed.filter((command) => command.name.startsWith(`${word} `))
  if (!isNamed && isTopic(word)) {
    const members = listed.filter(({ topic }) => topic === word)
    return answer(
      () => ({ topic: word, commands: members.map(describe) }),
      (screen) => onTopic(word, members, screen),
    )
  }
  if (!isNamed && below.length > 0)
    return answer(
      () => ({ commands: below.map(describe) }),
      (screen) => commandList(below, screen),
    )
  const { command } = splitCommand(
    argv.filter((one) => one !== '--help' && one !== '-h'),
    commands,
  )
  return answer(
    () => describe(command),
    (screen) => onCommand(command, screen),
  )
}

/** The value is worked out for `--json` only. */
function answer(value: () => unknown, text: (screen: Screen) => string): Answer {
  return {
    get value() {
      return value()
    },
    text,
  }
}

function isTopic(word: string): word is Topic {
  return Object.hasOwn(TOPICS, word)
}

function describe(command: Command) {
  const { name, summary, topic, examples, output } = command
  return { name, summary, topic, usage: usageOf(command), examples, json: shapeText(output) }
}

function firstPage(commands: readonly Command[], screen: Screen): string {
  const first = FIRST.flatMap((name) => commands.find((command) => command.name === name) ?? [])
  const topics = Object.entries(TOPICS).map(([topic, about]): [string, string] => [`stet help ${topic}`, about])
  return [
    'Stet keeps every session of your coding agents in a permanent record, and cuts\ncontexts from it.',
    commandList(first, screen),
    `${screen.bold('Other commands, by topic')}\n${definitions(topics, screen)}`,
    `${screen.bold('Options of every command')}\n${optionList(GLOBAL_OPTIONS, screen)}`,
    `${screen.bold('Start with')}\n  stet inscribe --all   record every session of this machine\n  stet help COMMAND     read more about one command, with examples`,
  ].join('\n\n')
}

function onTopic(topic: Topic, commands: readonly Command[], screen: Screen): string {
  return `${screen.bold(topic)}: ${TOPICS[topic]}\n\n${commandList(commands, screen)}`
}

function commandList(commands: readonly Command[], screen: Screen): string {
  return definitions(
    commands.map((command) => [shortUsage(command), command.summary]),
    screen,
  )
}

function onCommand(command: Command, screen: Screen): string {
  const args = Object.entries(argumentsIn('cli', command)).map(
    ([name, field]) => [argumentForm(command, name, field), fieldSummary(field)] as const,
  )
  const own = optionsIn('cli', command)
  return [
    `${screen.bold(fullName(command))}\n${indented(command.summary, 2, screen)}`,
    ...(command.about ? [wrap(command.about, screen.columns).join('\n')] : []),
    wrapUsage(usageOf(command), screen),
    ...(args.length > 0 ? [definitions(args, screen)] : []),
    ...(Object.keys(own).length > 0 ? [`${screen.bold('Options')}\n${optionList(own, screen)}`] : []),
    `${screen.bold('Options of every command')}\n${optionList(GLOBAL_OPTIONS, screen)}`,
    `${screen.bold('Examples')}\n${command.examples.map(({ command: line, does }) => `  ${line}\n${screen.dim(indented(does, 6, screen))}`).join('\n')}`,
  ].join('\n\n')
}

function indented(text: string, by: number, { columns }: Screen): string {
  return wrap(text, columns - by)
    .map((line) => `${' '.repeat(by)}${line}`)
    .join('\n')
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
  const args = Object.entries(argumentsIn('cli', command)).map(([name, field]) => argumentForm(command, name, field))
  return [fullName(command), ...args].join(' ')
}

function optionList(options: Fields, screen: Screen): string {
  return definitions(
    Object.entries(options).map(([name, field]) => [optionForm(name, field), fieldSummary(field)]),
    screen,
  )
}
