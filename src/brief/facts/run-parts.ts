import { doesMoreThanLook } from '../../model/does-more-than-look.ts'
import { hashHex } from '../../model/id.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'
import { testIn } from '../../model/test-command.ts'
import type { Deed } from './deeds.ts'
import { gitVerb } from './ran-well.ts'
import { inFolders } from './shell-files.ts'

/** One program of a line, as a rerun has it too, however it is spelled. */
export interface RunPart {
  readonly key: string
  /** The same in whatever folder. */
  readonly spelled: string
  /** Of tests: keys of runs that take in this one, from fewer words on. */
  readonly wider: readonly string[]
  readonly ended: 'well' | 'badly' | 'unknown'
}

/** What prepares a line, or shows less of what it prints. */
const BESIDE = new Set(
  'cd pushd popd export set source . echo printf sleep true : tail head grep egrep rg tee cat sort uniq wc less cut tr awk sed jq ls pwd exit wait unset date'.split(
    ' ',
  ),
)
const WRAPPERS =
  /^(?:(?:timeout|gtimeout)(?: -\S+)* [\d.]+[smh]?|npx(?: -\S+)*|bunx|pnpm (?:exec|dlx)|poetry run|uv run|pipenv run|bundle exec|rtk|nice(?: -n \d+)?|stdbuf \S+|xvfb-run(?: -\S+)*) /
/** Options that change what is shown, or when it stops, not what is run. */
const SHOWS =
  / (?:-{1,2}(?:v{1,3}|q{1,2}|x|s|ra|verbose|quiet|silent|run|ci|bail|no-color|forceExit|no-cov|failfast|no-header)|--(?:color|reporter|tb|maxfail|bail|watch|logLevel|log-level|output-format|colors?|durations)(?:=\S+| (?:auto|always|never|short|long|line|no|dot|verbose|basic|tap|spec))?)(?= |$)/g
/** Steps of git that are tried again until they end well, whatever is said with them. */
const STEPS = new Set(['commit', 'push', 'pull', 'fetch', 'merge', 'rebase', 'cherry-pick', 'revert'])
const MOST_WORDS = 12

/** The programs that a line runs, with how each ended, as far as that is known. */
export function runParts({ commands, ran, folder, did, test }: Deed): readonly RunPart[] {
  const well = new Set(ran.map(({ command }) => command))
  const placed = inFolders(commands, folder).commands
  const hasPipefail = commands.some(
    ({ words }) => words[0] === 'set' && words.some((word) => word.includes('pipefail')),
  )
  const line = did.act.command ?? ''
  const given = line.includes('<<') ? ` <<${hashHex(line).slice(0, 12)}` : ''
  let isTested = false
  const parts = placed.flatMap(({ command, folder: where }, at): readonly RunPart[] => {
    const name = command.words[0]?.replace(/^.*\//, '') ?? ''
    if (name === '' || BESIDE.has(name) || (command.joint === '|' && at > 0 && name === 'xargs')) return []
    const tests = testIn(command)
    const spelled = spelledAlike(command) + given
    const isPiped = placed[at + 1]?.command.joint === '|' && !hasPipefail
    const isFirstTest = tests !== undefined && !isTested
    isTested ||= tests !== undefined
    return [
      {
        key: `${where}: ${spelled}`,
        spelled,
        wider: tests ? prefixesOf(spelled).map((prefix) => `${where}: ${prefix}`) : [],
        ended:
          isFirstTest && test && test.outcome !== 'unknown'
            ? test.outcome === 'passed'
              ? 'well'
              : 'badly'
            : well.has(command) && !isPiped
              ? 'well'
              : 'unknown',
      },
    ]
  })
  if (parts.length > 0 || !commands.some(doesMoreThanLook)) return parts
  const ended = placed.every(({ command }) => well.has(command)) ? 'well' : 'unknown'
  const spelled = commands.map(spelledAlike).join('; ') + given
  return [{ key: `${folder}: ${spelled}`, spelled, wider: [], ended }]
}

function spelledAlike({ words }: SimpleCommand): string {
  if (words[0] === 'git' && STEPS.has(gitVerb(words))) return `git ${gitVerb(words)}`
  let line = words.join(' ')
  for (let found = WRAPPERS.exec(line); found; found = WRAPPERS.exec(line)) line = line.slice(found[0].length)
  return ` ${line}`
    .replace(/^ (?:\S*\/)?node_modules\/\.bin\//, ' ')
    .replace(/^ python[\d.]* -m (?=pytest|unittest|mypy|ruff|black)/, ' ')
    .replace(/^ (npm|pnpm|yarn|bun) run test(?= |$)/, ' $1 test')
    .replace(SHOWS, '')
    .replace(/ --$/, '')
    .trim()
}

function prefixesOf(spelled: string): readonly string[] {
  const words = spelled.split(' ').slice(0, MOST_WORDS)
  return words
    .map((_, at) =>
      words
        .slice(0, at + 1)
        .join(' ')
        .replace(/ --$/, ''),
    )
    .filter((prefix) => prefix !== spelled)
}
