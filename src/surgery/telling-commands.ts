import { doesMoreThanLook, verbOf } from '../model/does-more-than-look.ts'
import { type SimpleCommand, simpleCommands } from '../model/shell-words.ts'
import { commandName, fileOf, isCommit, unwrapped } from './command-name.ts'
import { cut } from './cut.ts'
import { type RunLine, runMark } from './run-mark.ts'

/** What tells most of a round: what it tested, built, and handed in. */
const RESULTS =
  /(?:^|[\s:_-])(?:tests?|lint|build|check|tsc|push|merge|rebase|create|install|publish|release|deploy|migrate)(?![a-z-])/
/** Of more commits than these the last ones are told. */
const COMMITS = 2
/** So much of a line that does only one thing is told as it was typed. */
const TYPED = 32

/**
 * Of commands those that tell best what was done, and how that ended: `git commit "Fix the lock"`, `npm test ✗`. What only
 * looks around is told where nothing else was done.
 */
export function tellingCommands(runs: readonly RunLine[], most: number): readonly string[] {
  const only = runs.length === 1 ? asTyped(runs[0]!) : undefined
  if (only !== undefined) return [only]
  const commits = new Set<string>()
  const done = new Set<string>()
  const read = new Set<string>()
  const others = new Set<string>()
  /** The last time that each was run. */
  const last = new Map<string, () => string>()
  for (const run of runs) {
    const commands = simpleCommands(run.line).map((typed) => (isReadable(typed) ? unwrapped(typed) : typed))
    const readable = commands.filter(isReadable)
    const doing = readable.filter((command) => doesMoreThanLook(command) && !isAdd(command))
    for (const command of readable) {
      const name = commandName(command, run.line)
      if (doing.includes(command)) {
        ;(isCommit(command) ? commits : done).add(name)
        const after = commands.slice(commands.indexOf(command) + 1)
        last.set(name, () => runMark(command, run, { isAlone: doing.length === 1, after }))
      } else if (name.includes(' ')) (fileOf(command) === undefined ? others : read).add(name)
    }
  }
  const results = [...done].filter((name) => RESULTS.test(name))
  const inOrder = [...done].sort((a, b) => Number(b.includes(' ')) - Number(a.includes(' ')))
  const isTold = commits.size + results.length > 0
  const names = new Set([...[...commits].slice(-COMMITS), ...results, ...inOrder, ...(isTold ? [] : read)])
  return [...(names.size > 0 ? names : others)].slice(0, most).map((name) => `${name}${last.get(name)?.() ?? ''}`)
}

function isReadable({ words, into }: SimpleCommand): boolean {
  return /^[\w./][\w./@+-]*$/.test(words[0] ?? '') && (words[0] !== 'cd' || into.length > 0)
}

/** What is added is told by the commit. */
function isAdd({ words }: SimpleCommand): boolean {
  return words[0] === 'git' && verbOf(words) === 'add'
}

/** The only line of a round, where it is short or does only one thing, without what is around its command. */
function asTyped(run: RunLine): string | undefined {
  const bare = run.line
    .trim()
    .replace(/^cd\s+\S+\s*&&\s*/, '')
    .replace(/\bgit -C \S+/, 'git')
    .replace(/\s*2>&1(?:\s*\|\s*(?:tail|head)\s+-?\w*\s*-?\d*)?\s*$/, '')
  const [command, ...others] = simpleCommands(bare)
  const isOne = command !== undefined && others.length === 0 && !bare.includes('\n')
  if (!command || isCommit(command) || (bare.length > TYPED && !isOne)) return undefined
  return `${cut(bare, TYPED)}${isOne ? runMark(command, run, { isAlone: true, after: [] }) : ''}`
}
