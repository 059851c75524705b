import { hashHex } from '../../model/id.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'
import { testIn } from '../../model/test-command.ts'
import { isNotable, isWorthKeeping, shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import type { CommandFact, Facts, TestFact } from './facts.ts'
import type { ChangedFile } from './files-of.ts'
import { gitVerb } from './ran-well.ts'
import { inFolders, isUnknown } from './shell-files.ts'

/** A call that ran a line, with the programs it ran. */
export interface Run {
  readonly deed: Deed
  /** Its line as it is shown, with the way to its folder where that is not the session's own. */
  readonly shown: string
  readonly parts: readonly RunPart[]
}

/** One program of a line, as a rerun has it too, however it is spelled. */
export interface RunPart {
  readonly folder: string
  readonly spelled: string
  /** Of tests: how runs are spelled that take in this one, from fewer words on. */
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
  /^(?:(?:(?:timeout|gtimeout)(?: -\S+)* [\d.]+[smh]?|npx(?: -\S+)*|bunx|pnpm (?:exec|dlx)|poetry run|uv run|pipenv run|bundle exec|nice(?: -n \d+)?|stdbuf \S+|xvfb-run(?: -\S+)*) )+/
/** Options that change what is shown, or when it stops, not what is run. */
const SHOWS =
  / (?:-{1,2}(?:v{1,3}|q{1,2}|x|s|ra|verbose|quiet|silent|run|ci|bail|no-color|forceExit|no-cov|failfast|no-header)|--(?:color|reporter|tb|maxfail|bail|watch|logLevel|log-level|output-format|colors?|durations)(?:=\S+| (?:auto|always|never|short|long|line|no|dot|verbose|basic|tap|spec))?)(?= |$)/g
/** Steps of git that are tried again until they end well, whatever is said with them. */
const STEPS = new Set(['commit', 'push', 'pull', 'fetch', 'merge', 'rebase', 'cherry-pick', 'revert'])
const MOST_WORDS = 12
/** So many files that were changed since are named. */
const MOST_FILES = 20

/** The calls that ran a command, as far as their results say. */
export function runsIn(deeds: readonly Deed[], cwd: string): readonly Run[] {
  return deeds.flatMap((deed) => {
    const { act, outcome } = deed.did
    const isRun = deed.outcome !== null || (outcome !== null && outcome.said === undefined && !outcome.failed)
    if (act.role !== 'run' || act.command === null || !isRun) return []
    const parts = runParts(deed)
    return [{ deed, parts, shown: `${wayTo(parts[0]?.folder ?? cwd, cwd)}${shownCommand(act.command)}` }]
  })
}

/** The programs that a line runs, with how each ended, as far as that is known. */
function runParts({ commands, ran, folder: start, did, test }: Deed): readonly RunPart[] {
  const well = new Set(ran.map(({ command }) => command))
  const placed = inFolders(commands, start).commands
  const hasPipefail = commands.some(
    ({ words }) => words[0] === 'set' && words.some((word) => word.includes('pipefail')),
  )
  const line = did.act.command ?? ''
  const given = line.includes('<<') ? ` <<${hashHex(line).slice(0, 12)}` : ''
  const tested = placed.findIndex(({ command }) => !isBeside(command) && testIn(command))
  const parts = placed.flatMap(({ command, folder }, at): readonly RunPart[] => {
    if (isBeside(command)) return []
    const spelled = spelledAlike(command) + given
    const isPiped = placed[at + 1]?.command.joint === '|' && !hasPipefail
    const status = at === tested && test && test.outcome !== 'unknown' ? test.outcome === 'passed' : undefined
    const ended = (status ?? (well.has(command) && !isPiped)) ? 'well' : status === false ? 'badly' : 'unknown'
    return [{ folder, spelled, wider: testIn(command) ? prefixesOf(spelled) : [], ended }]
  })
  if (parts.length > 0 || !isNotable(commands)) return parts
  const ended = placed.every(({ command }) => well.has(command)) ? 'well' : 'unknown'
  return [{ folder: start, spelled: commands.map(spelledAlike).join('; ') + given, wider: [], ended }]
}

function isBeside({ words, joint }: SimpleCommand): boolean {
  const name = words[0]?.replace(/^.*\//, '') ?? ''
  return name === '' || BESIDE.has(name) || (joint === '|' && name === 'xargs')
}

function spelledAlike({ words }: SimpleCommand): string {
  if (words[0] === 'git' && STEPS.has(gitVerb(words))) return `git ${gitVerb(words)}`
  return ` ${words.join(' ').replace(WRAPPERS, '')}`
    .replace(/^ (?:\S*\/)?node_modules\/\.bin\//, ' ')
    .replace(/^ python[\d.]* -m (?=pytest|unittest|mypy|ruff|black)/, ' ')
    .replace(SHOWS, '')
    .replace(/ --$/, '')
    .trim()
}

function prefixesOf(spelled: string): readonly string[] {
  const words = spelled.split(' ').slice(0, MOST_WORDS)
  const prefixes = words.map((_, at) => words.slice(0, at + 1).join(' '))
  return prefixes.map((prefix) => prefix.replace(/ --$/, '')).filter((prefix) => prefix !== spelled)
}

/** A part by what it runs and where. */
export function keyOf(folder: string, spelled: string): string {
  return `${folder}: ${spelled}`
}

/** How each command came out last, tests by themselves, those that ran last at the end. */
export function runsOf(runs: readonly Run[], files: readonly ChangedFile[]): Pick<Facts, 'commands' | 'tests'> {
  const byKey = new Map<string, Run & { readonly rounds: Set<number> }>()
  for (const { deed, parts, shown } of runs) {
    const key = parts.map(({ folder, spelled }) => keyOf(folder, spelled)).join(' && ')
    const rounds = byKey.get(key)?.rounds ?? new Set()
    byKey.delete(key)
    if (key !== '') byKey.set(key, { deed, parts, shown, rounds: rounds.add(deed.round) })
  }
  const commands: CommandFact[] = []
  const tests: TestFact[] = []
  for (const { deed, shown, rounds } of byKey.values()) {
    const { place, failed, exit, test } = deed
    const run = { command: shown, failed, exit, rounds: [...rounds] }
    if (test) tests.push({ ...run, result: test, changedSince: changedSince(files, place) })
    else if (failed ? isNotable(deed.commands) : isWorthKeeping(deed.commands)) commands.push(run)
  }
  return { commands, tests }
}

/** The same line may come out otherwise in another folder. */
function wayTo(folder: string, cwd: string): string {
  if (folder === cwd || isUnknown(folder)) return ''
  const isBelow = folder.startsWith(cwd) && /^[\\/]/.test(folder.slice(cwd.length))
  return `cd ${isBelow ? folder.slice(cwd.length + 1) : folder} && `
}

/** Files that were changed after a call, those changed last; `files` have the one changed last at the end. */
function changedSince(files: readonly ChangedFile[], place: number): readonly string[] {
  const since = files.slice(-MOST_FILES).filter((file) => file.place > place)
  return since.map(({ fact }) => fact.path)
}
