import { doesMoreThanLook, verbOf } from '../model/does-more-than-look.ts'
import { type SimpleCommand, simpleCommands } from '../model/shell-words.ts'

/** Programs of which the next word says what they do. */
const WITH_VERB =
  /^(?:git|gh|npm|npx|pnpm|yarn|bun|bunx|cargo|go|docker|kubectl|make|pip3?|uv|poetry|python3?|node|dotnet|mvn|gradle|deno|apt-get|brew)$/
/** Verbs of which the word after says it. */
const BEFORE_VERB = /^(?:run|exec|pr|issue|test)$/
/** What tells most of a round: what it tested, built, and handed in. */
const RESULTS = /(?:test|lint|build|check|tsc|commit|push|merge|rebase|create|install|publish|release|deploy|migrate)/
const LONGEST = 24

/**
 * Of commands those that tell best what was done, as the program and what it does: `npm test`, `git commit`. What only
 * looks around comes last, with the file that it looks at.
 */
export function tellingCommands(lines: readonly string[], most: number): readonly string[] {
  const commands = lines.flatMap(simpleCommands).filter(({ words }) => /^[\w./][\w./@+-]*$/.test(words[0] ?? ''))
  const [telling, looking] = [commands.filter(doesMoreThanLook), commands.filter((one) => !doesMoreThanLook(one))]
  const files = looking.filter((one) => fileOf(one) !== undefined)
  const done = telling.map(named)
  const first = done.filter((name) => RESULTS.test(name))
  return [...new Set([...first, ...done, ...files.map(named), ...looking.map(named)])].slice(0, most)
}

function named(command: SimpleCommand): string {
  const { words } = command
  const program = lastPart(words[0]!)
  const file = doesMoreThanLook(command) ? undefined : fileOf(command)
  const what = WITH_VERB.test(program) ? verbsOf(words) : file === undefined ? [] : [lastPart(file)]
  const name = [program, ...what].join(' ')
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1)}…`
}

function verbsOf(words: readonly string[]): readonly string[] {
  const verb = verbOf(words)
  if (verb === undefined) return []
  const next = BEFORE_VERB.test(verb)
    ? words.slice(words.indexOf(verb) + 1).find((word) => !word.startsWith('-'))
    : undefined
  return [verb, next].filter((word) => word !== undefined && /^[\w./:@+-]+$/.test(word)).map((word) => lastPart(word!))
}

function fileOf({ words }: SimpleCommand): string | undefined {
  return words.slice(1).findLast((word) => /^[\w./@+-]*[\w-]\.\w{1,8}$/.test(word))
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path
}
