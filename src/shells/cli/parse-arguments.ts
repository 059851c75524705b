import { type Command, TOPICS } from '../../commands/kit/command.ts'
import type { Field } from '../../commands/kit/field.ts'
import { argumentsIn, isNeeded } from '../../commands/kit/offered.ts'
import { type Problem, readFields } from '../../commands/kit/read-fields.ts'
import { valueIn } from '../../commands/kit/value-in.ts'
import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import {
  argumentForm,
  fieldSummary,
  fullName,
  GLOBAL_OPTIONS,
  optionForm,
  optionNames,
  optionsOf,
  takesNothing,
} from './usage.ts'

export interface Parsed {
  readonly command: Command
  readonly input: Readonly<Record<string, unknown>>
  /** The words as they were given, by field. */
  readonly given: Given
}
type Given = Readonly<Record<string, string | readonly string[] | true>>

/** What other programs call a command, which runs it. */
const USUAL: Readonly<Record<string, string>> = { ls: 'sessions', list: 'sessions' }

/** What other programs call something near a command, which is suggested. */
const HABITS: Readonly<Record<string, string>> = {
  blame: 'why',
  capture: 'inscribe',
  cat: 'show',
  clean: 'gc',
  compact: 'shrink',
  compare: 'diff',
  context: 'pressure latest',
  continue: 'resume',
  cost: 'pressure latest',
  delete: 'forget',
  dump: 'export',
  find: 'search',
  grep: 'search',
  history: 'rounds latest',
  import: 'inscribe',
  info: 'pressure latest',
  init: 'setup',
  install: 'setup',
  log: 'rounds latest',
  open: 'view',
  print: 'show',
  prune: 'gc',
  ps: 'sessions',
  read: 'show',
  remove: 'forget',
  rm: 'forget',
  save: 'inscribe',
  stats: 'pressure latest',
  status: '',
  tokens: 'pressure latest',
  uninstall: 'unsetup',
  usage: 'pressure latest',
  web: 'view',
}

/** Reads the words after `stet`. Help and version are not asked for here: with them, nothing else need be right. */
export function parseArguments(argv: readonly string[], commands: readonly Command[]): Parsed {
  const { command, rest } = splitCommand(argv, commands)
  const { words, options } = parseOptions(rest, command)
  const given = { ...assignArguments(words, command), ...options }
  refuseMissing(given, command)
  const fields = { ...argumentsIn('cli', command), ...optionsOf(command) }
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = fields[name]!
      const read = valueIn(field, value)
      if ('problem' in read) throw wrongUsage(command, { message: `${called(name, field, command)} ${read.problem}.` })
      return [name, read.value]
    }),
  )
  const read = readFields(fields, values, (name, field) => called(name, field, command))
  if ('problems' in read) throw wrongUsage(command, read.problems[0]!)
  return { command, input: read.input, given }
}

/** Whether a switch is among the words, wherever it is and whatever else is wrong with them. */
export function hasSwitch(argv: readonly string[], ...names: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => names.includes(word))
}

/** The word that a command's name begins with; empty for `stet` alone. */
export function commandWord(argv: readonly string[]): string {
  const word = argv[commandAt(argv)] ?? ''
  return usual(word) ?? word
}

function usual(word: string): string | undefined {
  return Object.hasOwn(USUAL, word) ? USUAL[word] : undefined
}

function commandAt(argv: readonly string[]): number {
  let at = 0
  while (at < argv.length && argv[at]!.startsWith('-')) {
    const field = GLOBAL_OPTIONS[argv[at]!.slice(2).replaceAll('-', '_')]
    at += field && field.kind !== 'flag' ? 2 : 1
  }
  return at
}

/** The command the words name, and the words without its name. Options of every command may be before it. */
export function splitCommand(
  argv: readonly string[],
  commands: readonly Command[],
): { readonly command: Command; readonly rest: readonly string[] } {
  const at = commandAt(argv)
  const before = argv.slice(0, at)
  const own = usual(argv[at] ?? '')
  if (own !== undefined) return splitCommand([...before, own, ...argv.slice(at + 1)], commands)
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
  const isTopic = Object.hasOwn(TOPICS, word) && second === undefined
  const meant = isTopic ? `help ${word}` : Object.hasOwn(HABITS, word) ? HABITS[word] : undefined
  const near = meant ?? nearest(word, names)
  return new Failure('usage', `Unknown command ${JSON.stringify(word.slice(0, 40))}.`, {
    facts: { command: word.slice(0, 200), ...(near !== undefined && { nearest: near }) },
    hint: near === undefined ? 'stet --help' : withSession(near, words.slice(1)).join(' '),
  })
}

/** A suggested `latest` is for a session that is not named; `stet` alone takes none. */
function withSession(command: string, words: readonly string[]): readonly string[] {
  if (command === '') return ['stet']
  const isNamed = words.some((word) => !word.startsWith('-'))
  return ['stet', isNamed ? command.replace(/ latest$/, '') : command, ...words]
}

/** A command that takes nothing itself, such as `config`: a word after it is meant to be one of the commands below it. */
function refuseSecondWord(words: readonly string[], command: Command, commands: readonly Command[]): void {
  const second = words[command.name.split(' ').length]
  if (second === undefined || second.startsWith('-') || !takesNothing(command)) return
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
): { readonly words: readonly string[]; readonly options: Given } {
  const fields = optionsOf(command)
  const known = optionNames(fields)
  const takesDashed = Object.values(argumentsIn('cli', command)).some((field) => 'dashed' in field && field.dashed)
  const words: string[] = []
  const options: Record<string, string | string[] | true> = {}
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
    const spelled = (equals === -1 ? word : word.slice(0, equals)).replace(/^--/, '')
    const name = known.get(spelled)
    if (!word.startsWith('--') || name === undefined) {
      if (!takesDashed) throw unknownOption(word, command, [...known.keys()])
      words.push(word)
      continue
    }
    const field = fields[name]!
    if (field.kind === 'flag') {
      if (equals !== -1) throw wrongUsage(command, { message: `--${spelled} takes no value.` })
      options[name] = true
      continue
    }
    const isNext = rest[at + 1]?.startsWith('--') && known.has(rest[at + 1]!.slice(2).replace(/=.*$/s, ''))
    let value = equals !== -1 ? word.slice(equals + 1) : isNext ? undefined : rest[++at]
    while (isWords(field) && value !== undefined && rest[at + 1] !== undefined && !rest[at + 1]!.startsWith('--')) {
      value += ` ${rest[++at]}`
    }
    if (value === undefined)
      throw wrongUsage(command, {
        message: `--${spelled} needs a value: ${optionForm(name, field).split(' ').slice(1).join(' ')}.`,
      })
    const before = options[name]
    options[name] = isMany(field) ? [...(Array.isArray(before) ? before : []), value] : value
  }
  return { words, options }
}

function isWords(field: Field): boolean {
  return 'words' in field && field.words === true
}

/** May be given several times. */
function isMany(field: Field): boolean {
  return field.kind === 'list' || field.kind === 'map'
}

function refuseMissing(given: Given, command: Command): void {
  const { options } = command
  for (const [name, field] of Object.entries(options)) {
    if (!isNeeded(command, name, field) || given[name] !== undefined) continue
    const message = `\`${fullName(command)}\` needs ${optionForm(name, field)}: ${fieldSummary(field)}.`
    throw wrongUsage(command, { message })
  }
}

function unknownOption(word: string, command: Command, known: readonly string[]): Failure {
  const name = word.replace(/=.*$/s, '')
  const near = nearest(name.replace(/^-+/, ''), known)
  return new Failure('usage', `\`${fullName(command)}\` has no option ${name.slice(0, 40)}.`, {
    facts: { option: name.slice(0, 200), ...(near !== undefined && { nearest: `--${near}` }) },
    hint: near === undefined ? `${fullName(command)} --help` : `Did you mean --${near}?`,
  })
}

function assignArguments(words: readonly string[], command: Command): Given {
  const fields = argumentsIn('cli', command)
  const args: Record<string, string | readonly string[]> = {}
  let at = 0
  for (const [name, field] of Object.entries(fields)) {
    const value = words[at]
    if (value === undefined && isNeeded(command, name, field)) {
      const form = argumentForm(command, name, field)
      throw wrongUsage(command, { message: `\`${fullName(command)}\` needs ${form}: ${fieldSummary(field)}.` })
    }
    if (field.kind === 'list') args[name] = words.slice(at)
    else if (value !== undefined) args[name] = value
    at = field.kind === 'list' ? words.length : at + 1
  }
  if (at < words.length) {
    const known = Object.entries(fields).map(([name, field]) => argumentForm(command, name, field))
    const extra = JSON.stringify(words[at]!.slice(0, 40))
    const takes = known.length === 0 ? `no arguments, not ${extra}` : `only ${known.join(' ')}, not also ${extra}`
    const message = `\`${fullName(command)}\` takes ${takes}.`
    throw wrongUsage(command, { message })
  }
  return args
}

/** A field as a person at a terminal knows it. */
function called(name: string, field: Field, command: Command): string {
  return name in command.arguments ? argumentForm(command, name, field) : optionForm(name, field).split(' ')[0]!
}

function wrongUsage(command: Command, { message, facts = {} }: Problem): Failure {
  return new Failure('usage', message, { facts, hint: `For example: ${command.examples[0]!.command}` })
}
