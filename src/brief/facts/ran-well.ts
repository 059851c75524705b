import type { SimpleCommand } from '../../model/shell-words.ts'
import type { ToolOutcome } from '../../model/tool-act.ts'

/** Commands that say nothing where they succeed, and begin with their name what they say where they do not. */
const QUIET = new Set(
  'cd pushd popd rm unlink rmdir mv cp ln mkdir touch chmod echo printf cat tee sed export :'.split(' '),
)
const QUIET_GIT = new Set(['add', 'rm', 'mv', 'restore', 'checkout'])
const GIT_COMPLAINT =
  /^(?:fatal: |error: (?:pathspec|unable|your local|the following|cannot|could not)|.*did not match any)/im
const COMMITTED = /^\[[^\]\n]+ [0-9a-f]{7,}\] /m
/** Words of a script: which of its lines ran cannot be told. */
const SCRIPT = new Set('if for while until case select function { ( trap'.split(' '))

/**
 * Those commands of a line that surely did what they say. Of a line that failed these are the first ones, as far as each
 * would have said that it failed, and the files that others were to print into: `rm a && make` has removed the file
 * where the build fails.
 */
export function ranWell(commands: readonly SimpleCommand[], outcome: ToolOutcome | null): readonly SimpleCommand[] {
  if (!outcome || !hasFailed(outcome)) return commands
  if (outcome.exit === null || commands.some(({ words }) => SCRIPT.has(words[0] ?? ''))) return []
  const stops = commands.some(({ words }) => words[0] === 'set' && /^-\w*e/.test(words[1] ?? ''))
  const done: SimpleCommand[] = []
  let isSure = true
  for (const [at, pipeline] of pipelines(commands).entries()) {
    const { joint } = pipeline[0]!
    const isLast = pipeline.at(-1) === commands.at(-1)
    if (joint === '||') isSure = false
    else if (joint === undefined && !stops && at > 0) isSure = true
    if (!isSure) continue
    const isDone = !isLast && pipeline.every((command) => hasSucceeded(command, outcome.output))
    done.push(...(isDone ? pipeline : pipeline.flatMap((command) => printedInto(command, outcome.output))))
    isSure = isDone
  }
  return done
}

export function hasFailed({ failed, exit }: ToolOutcome): boolean {
  return failed || (exit ?? 0) !== 0
}

function pipelines(commands: readonly SimpleCommand[]): readonly (readonly SimpleCommand[])[] {
  const all: SimpleCommand[][] = []
  for (const command of commands) {
    if (command.joint === '|' && all.length > 0) all.at(-1)!.push(command)
    else all.push([command])
  }
  return all
}

function hasSucceeded({ words, into }: SimpleCommand, output: string): boolean {
  const name = words[0]?.replace(/^.*\//, '') ?? ''
  if (into.some((path) => isRefused(path, output))) return false
  if (name === 'git') {
    const verb = words[1] ?? ''
    return verb === 'commit' ? COMMITTED.test(output) : QUIET_GIT.has(verb) && !GIT_COMPLAINT.test(output)
  }
  return QUIET.has(name) && !complains(name, output)
}

function complains(name: string, output: string): boolean {
  return output.split('\n').some((line) => line.startsWith(`${name}: `) || line.includes(` ${name}: `))
}

/** The shell makes the file before the command begins, whatever that comes to. */
function printedInto({ into, onto }: SimpleCommand, output: string): readonly SimpleCommand[] {
  const made = into.filter((path) => !isRefused(path, output))
  return made.length === 0 ? [] : [{ words: [], into: made, ...(onto && { onto }) }]
}

const REFUSED = /^(?:no such file|not a directory|is a directory|permission denied|read-only|cannot |ambiguous )/i

function isRefused(path: string, output: string): boolean {
  return output
    .split(`${path}: `)
    .slice(1)
    .some((rest) => REFUSED.test(rest))
}
