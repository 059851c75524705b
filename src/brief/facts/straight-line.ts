import type { SimpleCommand } from '../../model/shell-words.ts'

/** What begins a part of a script of which it cannot be told whether it ran, or how often. */
const OPENS = /^(?:for|if|while|until|case|select|function|\{|[\w-]+\(\))$/
const CLOSES = /^(?:fi|done|esac|\})$/
const MOST_TURNS = 200

interface StraightLine {
  readonly commands: readonly SimpleCommand[]
  /** Whether nothing was left out at its end: then the status of the line is that of its last command. */
  readonly isWhole: boolean
  /** Commands of which it cannot be told how often they ran, if at all. */
  readonly doubtful: readonly SimpleCommand[]
}

/** The commands that run once, whatever comes; a loop over words that are written out is its commands, for each word. */
export function straightLine(commands: readonly SimpleCommand[]): StraightLine {
  const straight: SimpleCommand[] = []
  const doubtful: SimpleCommand[] = []
  let isWhole = true
  for (let at = 0; at < commands.length; at++) {
    const command = commands[at]!
    const [name = ''] = command.words
    if (name === 'trap') continue
    const end = OPENS.test(name) ? endOf(commands, at) : at
    const turns = end === at ? [command] : turnsOf(command, commands.slice(at + 1, end))
    for (const turn of turns ?? []) straight.push(turn)
    if (!turns) doubtful.push(...commands.slice(at, end))
    isWhole = turns !== undefined
    at = end
  }
  return { commands: straight, isWhole, doubtful }
}

/** Where what begins here ends; the end of the line where it does not. */
function endOf(commands: readonly SimpleCommand[], from: number): number {
  let depth = 0
  for (let at = from; at < commands.length; at++) {
    const [name = ''] = commands[at]!.words
    if (OPENS.test(name)) depth++
    if (CLOSES.test(name)) depth--
    if (depth <= 0) return at
  }
  return commands.length
}

/** The turns of a loop over plain words, undefined for anything else. */
function turnsOf({ words }: SimpleCommand, body: readonly SimpleCommand[]): readonly SimpleCommand[] | undefined {
  const [opens, name, isIn, ...values] = words
  if (opens !== 'for' || isIn !== 'in' || values.length === 0 || values.length * body.length > MOST_TURNS)
    return undefined
  if (values.some((value) => /[$`*?[{]/.test(value)) || body.some(({ words: [first = ''] }) => OPENS.test(first)))
    return undefined
  const variable = new RegExp(`\\$\\{${name}\\}|\\$${name}(?!\\w)`, 'g')
  return values.flatMap((value) => {
    const put = (word: string) => word.replace(variable, () => value)
    return body.map(({ words: typed, into, onto, ...rest }, at) => ({
      ...(at === 0 ? {} : rest),
      words: typed.map(put),
      into: into.map(put),
      ...(onto && { onto: onto.map(put) }),
    }))
  })
}
