import { type SimpleCommand, simpleCommands } from './shell-words.ts'

/** The command of a line that runs tests. */
export interface TestCommand {
  readonly runner: string
  readonly words: readonly string[]
}

/** Test runners by what is typed. */
const RUNNERS: readonly (readonly [runner: string, typed: RegExp])[] = [
  ['pytest', /\b(?:pytest|py\.test)\b/],
  ['unittest', /\bpython[\d.]* -m unittest\b/],
  ['vitest', /\bvitest\b/],
  ['jest', /\bjest\b/],
  ['mocha', /\bmocha\b/],
  ['ava', /\bnpx ava\b/],
  ['playwright', /\bplaywright test\b/],
  ['cypress', /\bcypress run\b/],
  ['go test', /\bgo test\b|\bgotestsum\b/],
  ['cargo test', /\bcargo (?:\+\S+ )?(?:\w+ )?(?:test|nextest)\b/],
  ['maven', /\bmvnw?\b.*\b(?:test|verify)\b/],
  ['gradle', /\bgradlew?\b.*\b(?:test|check)\b/],
  ['dotnet test', /\bdotnet test\b/],
  ['rspec', /\brspec\b/],
  ['minitest', /\b(?:rails|rake) test\b/],
  ['phpunit', /\b(?:phpunit|pest)\b/],
  ['mix test', /\bmix test\b/],
  ['swift test', /\bswift test\b|\bxcodebuild\b.*\btest\b/],
  ['ctest', /\bctest\b/],
  ['bats', /\bbats\b/],
  ['node --test', /\bnode\b.*--test\b/],
  ['deno test', /\bdeno test\b/],
  ['bun test', /\bbun (?:run )?test\b/],
  ['tox', /\b(?:tox|nox)\b/],
  ['prove', /\bprove\b/],
  ['npm test', /\b(?:npm|pnpm|yarn)\s+(?:run\s+|-\w+\s+)*(?:test|t)\b[\w:-]*/],
  ['make test', /\b(?:make|just|task|mise run)\s+(?:[\w-]*\s+)?[\w:-]*test[\w:-]*/],
  ['bazel test', /\bbazel test\b/],
  [
    'tests',
    /\bmanage\.py test\b|(?:^|[;&|]\s*)(?:(?:bash|sh|python[\d.]*|node|ruby) )?\S*\b(?:run[-_])?tests?\.(?:sh|py|rb|m?js)\b/,
  ],
  [
    'tests',
    /(?:^|[;&|]\s*)(?:\w+=\S+ +)*(?:n?px |poetry run |uv run )?(?:npm|pnpm|yarn|nx|turbo|sbt|lein|stack|cabal|dune|zig|flutter|dart|meson|hatch|pdm|pixi|composer|ng|lerna|rush) +(?!(?:i|install|add|remove|uninstall|view|info|ls|why) )(?:\S+ +)*?(?:test|tests)[\w:-]*(?=\s|$)/,
  ],
]

/** Programs that may name a runner and run none. */
const NO_RUNNERS = new Set(
  'cat grep rg ls head tail less echo printf which type find fd sed awk git gh rm mv cp mkdir touch chmod ln wc diff tee sort jq pip pip3 apt apt-get brew curl wget code vim'.split(
    ' ',
  ),
)
const INSTALLS = /^\S+ (?:-\S+ )*(?:i|install|add|remove|uninstall|upgrade|view|info|ls|why)\b/
const ONLY_TELLS = /(?:^| )(?:--version|--help|--collect-only|--co|--list|--listTests|-V)(?: |$)/

/** A script that is named after what it does, or is among the tests, run by itself or by an interpreter. */
const SCRIPT =
  /^(?:(?:bash|sh|zsh|python[\d.]*|node|ruby|perl|deno run|bun(?: run)?|tsx|npx tsx)(?: -\S+)* )?(?:(?:\S*\/)?(?:[\w.]+[-_.])*(?:smoke|tests?|spec|e2e|self-?test)(?:[-_.][\w.]+)*|(?:\S*\/)?tests?\/[\w./-]+)\.(?:sh|bash|py|rb|pl|[cm]?[jt]s)(?= |$)|^(?:bash |sh )?\.{0,2}\/(?:\S*\/)?(?:[\w.]+[-_])*(?:smoke|tests?|e2e|self-?test)(?:[-_][\w.]+)*(?= |$)/
/** What is called a check may test, or only look at how code is written: only its summary tells. */
const CHECK =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+)*|make|just|task|mise run|nx|turbo|tox -e|hatch run) [\w:-]*(?:check|verify)[\w:-]*(?= |$)|^(?:(?:bash|sh|python[\d.]*|node) )?\S*(?:^|[/_.-])(?:check|verify)(?:[-_.]\w+)*\.(?:sh|py|[cm]?[jt]s)(?= |$)|^\.{0,2}\/(?:\S*\/)?(?:check|verify)(?= |$)/

/** The first command of a line that runs tests; undefined where none does. What is quoted is no command, but for a shell. */
export function testCommand(line: string): TestCommand | undefined {
  for (const command of simpleCommands(line).flatMap(inShell)) {
    const found = testIn(command)
    if (found) return found
  }
  return undefined
}

/** What every runner, script and check below has in its name or in what it is told: most lines have none of it. */
const MAY_TEST = /test|spec|[tn]ox\b|jest|mocha|\bava\b|cypress|bats|prove|check|verify|smoke|e2e|unit|pest|\bt\b/i

/** What a simple command tests, where it does. */
export function testIn({ words }: SimpleCommand): TestCommand | undefined {
  const typed = words.filter((word) => !/\s/.test(word)).join(' ')
  if (!MAY_TEST.test(typed)) return undefined
  if (NO_RUNNERS.has(words[0] ?? '') || INSTALLS.test(typed) || ONLY_TELLS.test(typed)) return undefined
  const runner =
    RUNNERS.find(([, pattern]) => pattern.test(typed))?.[0] ??
    (SCRIPT.test(typed) ? 'tests' : CHECK.test(typed) ? 'check' : undefined)
  return runner === undefined ? undefined : { runner, words }
}

/** The commands that a shell is given as one word. */
export function inShell(command: SimpleCommand): readonly SimpleCommand[] {
  const at = command.words.findIndex(
    (word, index) => /^-\w*c$/.test(word) && /^(?:.*\/)?\w*sh$/.test(command.words[index - 1]!),
  )
  return at === -1 ? [command] : simpleCommands(command.words[at + 1] ?? '')
}
