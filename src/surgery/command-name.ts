import { doesMoreThanLook, verbOf } from '../model/does-more-than-look.ts'
import type { SimpleCommand } from '../model/shell-words.ts'
import { cut } from './cut.ts'

/** Programs of which the next word says what they do. */
const WITH_VERB =
  /^(?:git|gh|npm|npx|pnpm|yarn|bun|bunx|cargo|go|docker|kubectl|make|pip3?|uv|poetry|python3?|node|dotnet|mvn|gradle|deno|apt-get|brew|mise|just|task|conda|terraform|bundle|rails|php|swift)$/
/** Verbs of which the word after says it. */
const BEFORE_VERB = /^(?:run|exec|pr|issue|test)$/
/** Programs that do something to the file that they are given, and those of which it may have any ending. */
const OF_FILE = /^(?:rm|rmdir|mkdir|mv|cp|touch|chmod|ln|sed|perl|patch|tee|bash|sh|source)$/
const OF_ANY_FILE = /^(?:rm|rmdir|mkdir|mv|cp|touch|chmod|ln)$/
const PRINTING = /^(?:cat|echo|printf)$/
const PATH = /^[\w./@+-]+$/
const LONGEST = 24
const SUBJECT = 44

/** A command of a line as the program and what it does: `npm test`, `sed migrate.ts`, `git commit "Fix the lock"`. */
export function commandName(command: SimpleCommand, line: string): string {
  const { words, into } = command
  const [first = ''] = words
  if (isCommit(command)) return committed(line)
  if (PRINTING.test(first) && into[0] !== undefined && PATH.test(into[0])) return cut(`> ${lastPart(into[0])}`, LONGEST)
  const program = lastPart(first)
  const file = doesMoreThanLook(command) && !OF_FILE.test(program) ? undefined : fileOf(command)
  const what = WITH_VERB.test(program) ? verbsOf(words) : file === undefined ? [] : [lastPart(file)]
  return cut([program, ...what].join(' '), LONGEST)
}

export function isCommit({ words }: SimpleCommand): boolean {
  return words[0] === 'git' && verbOf(words) === 'commit'
}

/** The file that a command is given. */
export function fileOf({ words }: SimpleCommand): string | undefined {
  const [program = '', ...given] = words
  const file = given.findLast((word) => PATH.test(word) && /(?<=[\w-])\.\w{1,8}$/.test(word))
  if (file !== undefined || !OF_ANY_FILE.test(program)) return file
  return given.findLast((word) => /^[\w.~][\w./@+-]*$/.test(word))
}

/** `rtk git status`: of a program that runs another, the other. */
export function unwrapped(command: SimpleCommand): SimpleCommand {
  const [first = '', second = ''] = command.words
  const wraps = WITH_VERB.test(second) && !WITH_VERB.test(first) && doesMoreThanLook({ words: [first], into: [] })
  return wraps ? { ...command, words: command.words.slice(1) } : command
}

/** A commit with its subject, which may be given in a here-document. */
function committed(line: string): string {
  const given =
    /\bcommit\b[^\n]*?\s(?:-\w*m|--message)[\s=]*(?:"\$\(cat <<-?\s*['"]?\w+['"]?\s*\n\s*([^\n]+)|"((?:[^"\\$\n]|\\.)+)|'([^'\n]+))/.exec(
      line,
    )
  const subject = given?.[1] ?? given?.[2]?.replace(/\\(.)/g, '$1') ?? given?.[3]
  return subject === undefined ? 'git commit' : `git commit "${cut(subject.trim(), SUBJECT)}"`
}

function verbsOf(words: readonly string[]): readonly string[] {
  const verb = verbOf(words)
  if (verb === undefined) return []
  const next = BEFORE_VERB.test(verb)
    ? words.slice(words.indexOf(verb) + 1).find((word) => !word.startsWith('-'))
    : undefined
  return [verb, next].flatMap((word) => {
    const name = word?.replace(/\/?\.{3}$/, '') ?? '' // of `./cmd/...`, as Go has it, the folder
    return /^[\w./:@+-]*\w[\w./:@+-]*$/.test(name) ? [lastPart(name)] : []
  })
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path
}
