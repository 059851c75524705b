import type { SimpleCommand } from '../../model/shell-words.ts'
import type { ToolOutcome } from '../../model/tool-act.ts'
import { straightLine } from './straight-line.ts'

/** Commands that say nothing where they succeed, and begin with their name what they say where they do not. */
const QUIET = new Set(
  'cd pushd popd rm unlink rmdir mv cp ln mkdir touch chmod echo printf cat tee sed export set source . : true'.split(
    ' ',
  ),
)
const QUIET_GIT = new Set(['add', 'rm', 'mv', 'restore', 'checkout', 'reset'])
const GIT_COMPLAINT =
  /^(?:fatal: |error: (?:pathspec|unable|your local|the following|cannot|could not|invalid)|CONFLICT )|did not match any/im
export const COMMITTED = /^\[[^\]\n]+ [0-9a-f]{7,40}\] /m
/** What git says when it did something, and when there was nothing to do. */
const GIT_SAYS: Readonly<Record<string, { readonly did?: RegExp; readonly not?: RegExp }>> = {
  commit: { did: COMMITTED, not: /nothing to commit|no changes added|nothing added to commit|hook .*failed/i },
  revert: { did: COMMITTED },
  stash: {
    did: /^Saved working directory|^Dropped |^On branch |^Changes (?:not staged|to be committed)/m,
    not: /No local changes to save|No stash entries|needs merge|CONFLICT/,
  },
  reset: { did: /^HEAD is now at |^Unstaged changes after reset/m },
  clean: { did: /^Removing /m },
  switch: { did: /^Switched to /m },
}

type Ending = 'well' | 'badly' | 'unknown'

/**
 * Those commands of a line that surely did what they say: `rm a && make` has removed the file where the build fails. What
 * a condition or a loop over unknown words may have left out is not among them. Of a command of which it is not known
 * there are the files that it was to print into: the shell makes these before it begins.
 */
export function ranWell(commands: readonly SimpleCommand[], outcome: ToolOutcome | null): readonly SimpleCommand[] {
  if (!outcome || outcome.said !== undefined) return []
  const { output } = outcome
  const ended: Ending = hasFailed(outcome) ? (outcome.exit === null ? 'unknown' : 'badly') : 'well'
  if (outcome.failed && outcome.exit === null && output.trim() === '') return []
  const straight = straightLine(commands)
  const lists = listsOf(straight.commands)
  const stops = commands.some(({ words }) => words[0] === 'set' && /^-\w*e/.test(words[1] ?? ''))
  const done: SimpleCommand[] = []
  let isOn = true
  for (const [at, list] of lists.entries()) {
    const isLast = at === lists.length - 1 && straight.isWhole
    let runs: 'yes' | 'maybe' | 'no' = isOn ? 'yes' : 'maybe'
    let before: Ending = 'well'
    const isAnd = list.every(({ joint }) => joint !== '||')
    for (const [place, { joint, commands: pipeline }] of list.entries()) {
      if (joint === '&&') runs = before === 'well' ? runs : before === 'badly' ? 'no' : 'maybe'
      else if (joint === '||') runs = before === 'badly' ? (isOn ? 'yes' : 'maybe') : before === 'well' ? 'no' : 'maybe'
      if (runs === 'no') continue
      const isEnd = isLast && place === list.length - 1
      const seen = endingOf(pipeline, output)
      const wasWell = isLast && ended === 'well' && isAnd
      before =
        runs === 'maybe' && !isPrinted(pipeline, output)
          ? 'unknown'
          : seen === 'badly'
            ? 'badly'
            : wasWell || (stops && ended === 'well' && list.length === 1)
              ? 'well'
              : isEnd && ended !== 'unknown'
                ? ended
                : seen === 'unknown' && isGoneOnFrom(list, place, output)
                  ? 'well'
                  : seen
      if (runs === 'maybe' && before !== 'unknown') runs = 'yes'
      if (before === 'well') done.push(...pipeline)
      else if (runs === 'yes') done.push(...pipeline.flatMap((command) => printedInto(command, output)))
    }
    if (stops && before !== 'well' && ended !== 'well') isOn = false
  }
  return done
}

export function hasFailed({ failed, exit }: ToolOutcome): boolean {
  return failed || (exit ?? 0) !== 0
}

interface Pipeline {
  readonly joint: '&&' | '||' | undefined
  readonly commands: SimpleCommand[]
}

/** The lists of a line, each of pipelines that are joined by whether the one before ended well. */
function listsOf(commands: readonly SimpleCommand[]): readonly (readonly Pipeline[])[] {
  const lists: Pipeline[][] = []
  for (const command of commands) {
    const list = lists.at(-1)
    if (command.joint === '|' && list) list.at(-1)!.commands.push(command)
    else if (command.joint === undefined || command.joint === '|' || !list)
      lists.push([{ joint: undefined, commands: [command] }])
    else list.push({ joint: command.joint, commands: [command] })
  }
  return lists
}

/** How a pipeline ended, as far as its output says it. */
function endingOf(pipeline: readonly SimpleCommand[], output: string): Ending {
  const endings = pipeline.map((command) => seenOf(command, output))
  if (endings.includes('badly')) return 'badly'
  return endings.every((ending) => ending === 'well') ? 'well' : 'unknown'
}

function seenOf({ words, into }: SimpleCommand, output: string): Ending {
  const name = words[0]?.replace(/^.*\//, '') ?? ''
  if (into.some((path) => isRefused(path, output)) || (into.length > 0 && SHELL_REFUSES.test(output))) return 'badly'
  if (name === 'false') return 'badly'
  if (name === 'git') return gitEnding(words, output)
  if (!QUIET.has(name) && words.length > 0) return 'unknown'
  return complains(name, output) ? 'badly' : 'well'
}

function gitEnding(words: readonly string[], output: string): Ending {
  const verb = gitVerb(words)
  const says = GIT_SAYS[verb]
  if (!says && !QUIET_GIT.has(verb)) return 'unknown'
  if (says?.not?.test(output)) return 'badly'
  if (says?.did?.test(output)) return 'well'
  if (GIT_COMPLAINT.test(output)) return 'badly'
  const isQuiet = words.some((word) => word === '-q' || word === '--quiet')
  return (QUIET_GIT.has(verb) && verb !== 'reset') || (isQuiet && says) ? 'well' : 'unknown'
}

/** The verb of a line of git, whatever options are before it. */
export function gitVerb(words: readonly string[]): string {
  return (
    words.slice(1).find((word, at) => !word.startsWith('-') && !/^(?:-[Cc]|--git-dir|--work-tree)$/.test(words[at]!)) ??
    ''
  )
}

/** Whether a later part, that runs only where all before it ended well, printed what it was to print. */
function isGoneOnFrom(list: readonly Pipeline[], place: number, output: string): boolean {
  for (const { joint, commands } of list.slice(place + 1)) {
    if (joint !== '&&') return false
    if (isPrinted(commands, output)) return true
  }
  return false
}

/** Whether the output has the very words that an `echo` was given. */
function isPrinted([command, ...others]: readonly SimpleCommand[], output: string): boolean {
  if (command?.words[0] !== 'echo' || others.length > 0 || command.into.length > 0) return false
  const text = command.words.slice(1).join(' ')
  return text.length > 3 && !/[$`*]/.test(text) && output.split('\n').some((line) => line.trim() === text.trim())
}

function complains(name: string, output: string): boolean {
  return output.split('\n').some((line) => line.startsWith(`${name}: `) || line.includes(` ${name}: `))
}

function printedInto({ into, onto }: SimpleCommand, output: string): readonly SimpleCommand[] {
  const made = SHELL_REFUSES.test(output) ? [] : into.filter((path) => !isRefused(path, output))
  return made.length === 0 ? [] : [{ words: [], into: made, ...(onto && { onto }) }]
}

/** What a shell says that could not open a file; the name need not be the one in the line. */
const SHELL_REFUSES =
  /^(?:\S*\/)?(?:ba|z|da|k)?sh: .*(?:No such file|denied|not a directory|ambiguous)|^\(eval\):\d+: /im
const REFUSED = /^(?:no such file|not a directory|is a directory|permission denied|read-only|cannot |ambiguous )/i

function isRefused(path: string, output: string): boolean {
  return output
    .split(`${path}: `)
    .slice(1)
    .some((rest) => REFUSED.test(rest))
}
