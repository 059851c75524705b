import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import {
  argumentForm,
  type Command,
  fullName,
  GLOBAL_OPTIONS,
  type OptionDefinition,
  type Options,
  optionsOf,
  type Values,
} from './command.ts'

export interface Parsed {
  readonly command: Command
  readonly args: Values
  readonly options: Values
}

/** Reads the words after `stet`. Help and version are not asked for here: with them, nothing else need be right. */
export function parseArguments(argv: readonly string[], commands: readonly Command[]): Parsed {
  const { command, rest } = splitCommand(argv, commands)
  const { words, options } = parseOptions(rest, command)
  return { command, args: assignArguments(words, command), options }
}

/** Whether a switch is among the words, wherever it is and whatever else is wrong with them. */
export function hasSwitch(argv: readonly string[], ...names: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => names.includes(word))
}

/** The command the words name, and the words without its name. Options of every command may be before it. */
export function splitCommand(
  argv: readonly string[],
  commands: readonly Command[],
): { readonly command: Command; readonly rest: readonly string[] } {
  let at = 0
  while (at < argv.length && argv[at]!.startsWith('-')) {
    const name = argv[at]!.slice(2)
    const takesWord = name in GLOBAL_OPTIONS && 'value' in GLOBAL_OPTIONS[name as keyof typeof GLOBAL_OPTIONS]
    at += takesWord ? 2 : 1
  }
  const before = argv.slice(0, at)
  for (const words of [2, 1]) {
    const name = argv.slice(at, at + words).join(' ')
    const command = at + words <= argv.length && commands.find((known) => known.name === name)
    if (!command || name === '') continue
    refuseSecondWord(argv.slice(at), command, commands)
    return { command, rest: [...before, ...argv.slice(at + words)] }
  }
  if (at >= argv.length) return { command: commands.find((known) => known.name === '')!, rest: before }
  throw unknownCommand(argv.slice(at), commands)
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): Failure {
  const word = words[0]!
  const names = commands.map((command) => command.name).filter((name) => name !== '')
  const below = names.filter((name) => name.startsWith(`${word} `))
  const second = words[1]
  if (below.length > 0 && second !== undefined && !second.startsWith('-')) return unknownSecondWord(words, below)
  if (below.length > 0) {
    return new Failure(
      'usage',
      `\`stet ${word}\` needs a second word: ${below.map((name) => name.slice(word.length + 1)).join(', ')}.`,
      {
        hint: `stet ${word} --help`,
      },
    )
  }
  const near = nearest(word, names)
  return new Failure('usage', `Stet has no command ${JSON.stringify(word.slice(0, 40))}.`, {
    facts: { command: word.slice(0, 200), ...(near !== undefined && { nearest: near }) },
    hint: near === undefined ? 'stet --help' : `stet ${[near, ...words.slice(1)].join(' ')}`,
  })
}

/** A command that takes nothing itself, such as `config`: a word after it is meant to be one of the commands below it. */
function refuseSecondWord(words: readonly string[], command: Command, commands: readonly Command[]): void {
  const second = words[command.name.split(' ').length]
  if (second === undefined || second.startsWith('-') || Object.keys(command.arguments).length > 0) return
  const below = commands.map(({ name }) => name).filter((name) => name.startsWith(`${command.name} `))
  if (below.length > 0) throw unknownSecondWord(words, below)
}

function unknownSecondWord([word, second, ...rest]: readonly string[], below: readonly string[]): Failure {
  const seconds = below.map((name) => name.slice(word!.length + 1))
  const near = nearest(second!, seconds)
  const known = near === undefined ? `: ${seconds.join(', ')}` : ''
  return new Failure('usage', `\`stet ${word}\` has no command ${JSON.stringify(second!.slice(0, 40))}${known}.`, {
    facts: { command: `${word} ${second}`.slice(0, 200), ...(near !== undefined && { nearest: `${word} ${near}` }) },
    hint: near === undefined ? `stet ${word} --help` : `stet ${[word, near, ...rest].join(' ')}`,
  })
}

function parseOptions(
  rest: readonly string[],
  command: Command,
): { readonly words: readonly string[]; readonly options: Values } {
  const known = optionsOf(command)
  const takesDashed = Object.values(command.arguments).some(({ dashed }) => dashed)
  const words: string[] = []
  const options: Record<string, string | string[] | boolean> = {}
  for (const [name, option] of Object.entries(known)) {
    if (option.many) options[name] = []
    else if (option.value === undefined) options[name] = false
  }
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]!
    if (word === '--') {
      words.push(...rest.slice(at + 1))
      break
    }
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      words.push(word)
      continue
    }
    const equals = word.indexOf('=')
    const name = (equals === -1 ? word : word.slice(0, equals)).replace(/^--/, '')
    const option = known[name]
    if (!word.startsWith('--') || !option) {
      if (!takesDashed) throw unknownOption(word, command, known)
      words.push(word)
      continue
    }
    if (option.value === undefined) {
      if (equals !== -1) throw wrongUsage(command, `The option --${name} takes no value.`)
      options[name] = true
      continue
    }
    const isNext = rest[at + 1]?.startsWith('--') && known[rest[at + 1]!.slice(2).replace(/=.*$/s, '')]
    let value = equals !== -1 ? word.slice(equals + 1) : isNext ? undefined : rest[++at]
    while (option.words && value !== undefined && rest[at + 1] !== undefined && !rest[at + 1]!.startsWith('--')) {
      value += ` ${rest[++at]}`
    }
    if (value === undefined || value === '')
      throw wrongUsage(command, `The option --${name} needs a value: ${option.choices?.join(', ') ?? option.value}.`)
    expectChoice(value, name, option, command)
    const list = options[name]
    if (Array.isArray(list)) list.push(value)
    else options[name] = value
  }
  for (const [name, option] of Object.entries(known)) {
    if (option.required && options[name] === undefined) {
      throw wrongUsage(
        command,
        `\`${fullName(command)}\` needs --${name} ${option.choices?.join('|') ?? option.value}: ${option.summary}.`,
      )
    }
  }
  return { words, options }
}

function expectChoice(value: string, name: string, option: OptionDefinition, command: Command): void {
  if (!option.choices || option.choices.includes(value)) return
  const near = nearest(value, option.choices)
  throw wrongUsage(
    command,
    `--${name} cannot be ${JSON.stringify(value.slice(0, 40))}; it is one of ${option.choices.join(', ')}.`,
    {
      ...(near !== undefined && { nearest: near }),
    },
  )
}

function unknownOption(word: string, command: Command, known: Options): Failure {
  const name = word.replace(/=.*$/s, '')
  const near = nearest(name.replace(/^-+/, ''), Object.keys(known))
  return new Failure('usage', `\`${fullName(command)}\` has no option ${name.slice(0, 40)}.`, {
    facts: { option: name.slice(0, 200), ...(near !== undefined && { nearest: `--${near}` }) },
    hint: near === undefined ? `${fullName(command)} --help` : `Did you mean --${near}?`,
  })
}

function assignArguments(words: readonly string[], command: Command): Values {
  const args: Record<string, string | readonly string[] | undefined> = {}
  let at = 0
  for (const [name, argument] of Object.entries(command.arguments)) {
    const value = words[at]
    if (value === undefined && !argument.optional) {
      throw wrongUsage(command, `\`${fullName(command)}\` needs ${argumentForm(name, argument)}: ${argument.summary}.`)
    }
    args[name] = argument.many ? words.slice(at) : value
    at = argument.many ? words.length : at + 1
  }
  if (at < words.length) {
    const known = Object.entries(command.arguments).map(([name, argument]) => argumentForm(name, argument))
    const takes = known.length === 0 ? 'nothing' : `only ${known.join(' ')}`
    throw wrongUsage(
      command,
      `\`${fullName(command)}\` takes ${takes}; ${JSON.stringify(words[at]!.slice(0, 40))} is too much.`,
    )
  }
  return args
}

function wrongUsage(command: Command, message: string, facts = {}): Failure {
  return new Failure('usage', message, { facts, hint: `For example: ${command.examples[0].command}` })
}
