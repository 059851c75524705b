import type { SimpleCommand } from '../../model/shell-words.ts'
import type { ToolOutcome } from '../../model/tool-act.ts'
import { straightLine } from './straight-line.ts'

/** Commands that say nothing where they succeed, and begin with their name what they say where they do not. */
const QUIET = new Set(
  'cd pushd popd rm unlink rmdir mv cp ln mkdir touch chmod echo printf cat tee sed export set source . : true'.split(
    ' ',
  ),
)
const QUIET_GIT = new Set(['add', 'rm', 'mv', 'restore', 'checkout'])
const GIT_COMPLAINT =
  /^(?:fatal: |error: (?:pathspec|unable|your local|the following|cannot|could not|invalid)|CONFLICT )|did not match any/im
const COMMITTED = /^\[[^\]\n]+ [0-9a-f]{7,40}\] /m
/** What git says when it did something, and when there was nothing to do. */
const GIT_SAYS: Readonly<Record<string, { readonly did: RegExp; readonly not?: RegExp }>> = {
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

/** Whether something ran, or ended well; undefined where that is not known. */
type Known = boolean | undefined

/**
 * Those commands of a line that surely did what they say: `rm a && make` has removed the file where the build fails. What
 * a condition or a loop over unknown words may have left out is not among them. Of a command of which it is not known
 * there are the files that it was to print into: the shell makes these before it begins.
 */
export function ranWell(commands: readonly SimpleCommand[], outcome: ToolOutcome | null): readonly SimpleCommand[] {
  if (!outcome || outcome.said !== undefined) return []
  const { output, failed, exit } = outcome
  if (failed && exit === null && output.trim() === '') return []
  const ended: Known = hasFailed(outcome) ? (exit === null ? undefined : false) : true
  const straight = straightLine(commands)
  const lists = listsOf(straight.commands)
  const stops = commands.some(({ words }) => words[0] === 'set' && /^-\w*e/.test(words[1] ?? ''))
  const done: SimpleCommand[] = []
  let isOn: Known = true
  for (const [at, list] of lists.entries()) {
    const isLast = at === lists.length - 1 && straight.isWhole
    const isWhole = ended === true && list.every(({ joint }) => joint !== '||') && isLast
    const isSafe = ended === true && stops && list.length === 1
    let ran: Known = isOn
    let well: Known = true
    for (const [place, { joint, commands: pipeline }] of list.entries()) {
      if (joint === '&&') ran = well === true ? ran : well
      if (joint === '||') ran = well === undefined ? undefined : well ? false : isOn
      if (ran === false) continue
      const seen = endedWell(pipeline, output)
      if (ran === undefined) well = undefined
      else if (seen === false || isWhole || isSafe) well = seen !== false
      else well = isLast && place === list.length - 1 && ended !== undefined ? ended : seen
      if (well) done.push(...pipeline)
      else if (ran) done.push(...pipeline.flatMap((command) => printedInto(command, output)))
    }
    if (stops && well !== true && ended !== true) isOn = undefined
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
    const { joint } = command
    if (joint === '|' && list) list.at(-1)!.commands.push(command)
    else if (joint && joint !== '|' && list) list.push({ joint, commands: [command] })
    else lists.push([{ joint: undefined, commands: [command] }])
  }
  return lists
}

/** How a pipeline ended, as far as its output says it. */
function endedWell(pipeline: readonly SimpleCommand[], output: string): Known {
  const endings = pipeline.map((command) => seenOf(command, output))
  return endings.includes(false) ? false : endings.includes(undefined) ? undefined : true
}

function seenOf({ words, into }: SimpleCommand, output: string): Known {
  const name = words[0]?.replace(/^.*\//, '') ?? ''
  if (into.some((path) => isRefused(path, output)) || (into.length > 0 && SHELL_REFUSES.test(output))) return false
  if (name === 'false') return false
  if (name === 'git') return gitEnding(words, output)
  if (!QUIET.has(name) && words.length > 0) return undefined
  return !output.split('\n').some((line) => line.startsWith(`${name}: `) || line.includes(` ${name}: `))
}

function gitEnding(words: readonly string[], output: string): Known {
  const verb = gitVerb(words)
  const says = GIT_SAYS[verb]
  if (!says && !QUIET_GIT.has(verb)) return undefined
  if (says?.not?.test(output)) return false
  if (says?.did.test(output)) return true
  if (GIT_COMPLAINT.test(output)) return false
  return QUIET_GIT.has(verb) || words.some((word) => word === '-q' || word === '--quiet') || undefined
}

/** The verb of a line of git, whatever options are before it. */
export function gitVerb(words: readonly string[]): string {
  const isValued = (option: string) => /^(?:-[Cc]|--git-dir|--work-tree)$/.test(option)
  return words.slice(1).find((word, at) => !word.startsWith('-') && !isValued(words[at]!)) ?? ''
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
