import { doesMoreThanLook } from '../../model/does-more-than-look.ts'
import { simpleCommands } from '../../model/shell-words.ts'
import { type TestResult, testResult } from '../../model/test-result.ts'
import { errorLines } from '../facts/errors.ts'
import type { FileFact } from '../facts/facts.ts'
import type { BriefRound } from '../round.ts'
import type { EntryDraft } from './handoff.ts'
import { FILE, SAID_AT } from './names-in.ts'
import { isOfHandoff } from './round-record.ts'

/** A command that ran, and how it ended. */
export interface Run {
  readonly round: number
  readonly command: string
  /** The program and what it was to do, as a sentence names it: `npm test`, `cargo build`. */
  readonly head: string
  readonly failed: boolean
  /** Whether it is not known how it ended: the status is that of what it was piped into, or of what came after, and errors were printed. */
  readonly isOpen: boolean
  readonly exit: number | null
  readonly output: string
  readonly result: TestResult | null
}

/** Every command with a result, in order. */
export function runsOf(rounds: readonly BriefRound[]): readonly Run[] {
  return rounds.flatMap(({ round, events }) =>
    events.flatMap((event): readonly Run[] => {
      if (event.kind !== 'did' || event.act.command === null || !event.outcome || isOfHandoff(event)) return []
      const { command } = event.act
      const { exit, output } = event.outcome
      const result = testResult(command, event.outcome) ?? null
      const isKnown = result !== null && result.outcome !== 'unknown'
      const hasEnded = !event.outcome.failed && (exit ?? 0) === 0
      const isHidden = !isKnown && hasEnded && hidesEnd(command)
      const isOpen = (isBad: boolean) => isHidden && !isBad && errorLines(output, false).length > 0
      const hasFailed = !hasEnded || (isHidden && SAYS_FAILED.test(output))
      const failed = isKnown ? result.outcome === 'failed' : hasFailed
      return [{ round, command, head: headOf(command), failed, isOpen: isOpen(failed), exit, output, result }]
    }),
  )
}

/** What a script or a shell says of what it could not do, whatever the status of the line. */
const SAYS_FAILED =
  /\bexited with (?:code|status) [1-9]|^error: (?:script |unrecognized |unknown )|: command not found$|^npm ERR!/m

/** Whether the status of a line is not that of its first program: `npm test | tail`, `make; ls`. */
function hidesEnd(command: string): boolean {
  const commands = simpleCommands(command)
  const first = commands.findIndex(({ words: [name = ''] }) => !/^(?:cd|pushd|export|set|source|)$/.test(name))
  return commands.slice(first + 1).some(({ joint }) => joint !== '&&')
}

/** `cd x && FOO=1 npm run build -- --fast | tail` is `npm run build`. */
function headOf(command: string): string {
  const [simple] = command
    .replace(/^(?:\s*(?:cd|export|set|source|pushd)\s[^;&|\n]*(?:&&|;|\n))+/, '')
    .trim()
    .replace(/^(?:\w+=\S+\s+)+/, '')
    .split(/[\n;|&<>]/, 1)
  const words = simple!.trim().split(/\s+/)
  return words
    .filter((word, at) => !(at === 1 && word === '-C') && words[at - 1] !== '-C')
    .slice(0, /^(?:run|exec|-m|x)$/.test(words[1] ?? '') ? 3 : 2)
    .filter((word) => !/^-(?!m$)/.test(word))
    .join(' ')
    .toLowerCase()
}

/** Where one claim ends and the next begins, but for what stands between backticks. */
const CLAUSES =
  /(?:(?:;|(?<![./])\.)(?=\s|$)|,\s+(?:but|then|and)\s+|\s+(?:but|then|after which)\s+)(?=(?:[^`]*`[^`]*`)*[^`]*$)/
/** A sentence with one of these does not say that something was so. */
const NOT_SAID =
  /(?<![\w-])(?:must|should|shall|will|would|could|can|may|might|need(?:s|ed)?(?: to)?|want(?:s|ed)?(?: to)?|until|once|if|when|whether|unless|before|never|not|n't|don[’']t|cannot|without|expect(?:s|ed)?|to be|plan(?:s|ned)?|claim(?:s|ed)?|said|says|supposed)(?![\w-])|\?/i
/** What stands between backticks, and paths, say nothing by the words that are in them. */
const NAMED = /`[^`]*`|[\w.~-]*[/\\][\w./\\~-]*/g
/** `with no failure` says that it passed. */
const NO_FAILURE = /\b(?:no|without(?: an?y?)?|zero|0)\s+(?:tests?\s+)?(?:fail\w*|errors?)\b/gi
const PASSED =
  /\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|successful(?:ly)?|green|exit(?:s|ed)?(?: with)?(?: code| status)? 0)\b/i
const FAILED = /\b(?:fail(?:s|ed|ing|ure|ures)?|red|broke|breaks|exit(?:s|ed)?(?: with)?(?: code| status)? [1-9]\d*)\b/i
const EXIT = /\bexit(?:s|ed)?(?: with)?(?: code| status)?(?: of)?[ :=]+(\d{1,3})\b/i
const TESTS = /\b(?:tests?|specs?|test suite|suite)\b/i
const COUNTED =
  /\b(\d+)(?:\s*(?:of|\/)\s*\d+)?\s+(?:\w+\s+){0,2}?(?:tests?\s+)?(pass|fail)(?:e[sd]|ed|ing|ures?|s)?\b/gi

/**
 * What the record says against a sentence about a command, a test or a file; undefined where it says nothing. Only sentences that
 * assert are looked at, and only what was recorded exactly: an exit status, a count of tests, a file's last state.
 */
export function contradiction(
  draft: EntryDraft,
  runs: readonly Run[],
  files: readonly FileFact[],
  rounds: readonly BriefRound[],
): string | undefined {
  if (draft.kind !== 'fact' && draft.kind !== 'error') return undefined // the others say how things are to be
  for (const clause of draft.text.split(CLAUSES)) {
    if (NOT_SAID.test(clause.replace(NO_FAILURE, ' ').replace(NAMED, ' '))) continue
    const found = againstRuns(clause, draft, runs) ?? againstFiles(clause, draft, files, rounds)
    if (found !== undefined) return found
  }
  return undefined
}

function againstRuns(clause: string, { kind, rounds, over }: EntryDraft, runs: readonly Run[]): string | undefined {
  const exit = EXIT.exec(clause)?.[1]
  const says = clause.replace(NO_FAILURE, ' ')
  const passes = PASSED.test(says)
  const fails = FAILED.test(says)
  if (exit === undefined && !passes && !fails) return undefined
  const until = over ?? rounds.at(-1) ?? Number.POSITIVE_INFINITY
  const before = runs.filter(({ round }) => round <= Math.max(until, rounds.at(-1) ?? 0))
  const named = namedIn(clause, before, rounds)
  const isOfTests = named.length === 0 && TESTS.test(clause)
  const meant = named.length > 0 ? named : isOfTests ? before.filter(({ result }) => result) : []
  const cited = kind === 'error' ? meant : meant.filter(({ round }) => rounds.includes(round))
  const told = cited.length > 0 ? cited : meant.slice(-1)
  if (exit !== undefined) {
    const ran = told.length > 0 ? told : before.filter(({ round }) => rounds.includes(round))
    const exits = ran.filter((run) => !run.isOpen && (run.exit !== null || run.failed))
    if (exits.length > 0 && !exits.some((run) => (run.exit ?? (run.failed ? 1 : 0)) === Number(exit)))
      return `${ranText(exits.at(-1)!)}, not with ${exit}`
  }
  const ended = told.filter(({ isOpen }) => !isOpen)
  const isSo = ({ failed }: Run) => failed !== passes
  if (passes !== fails && ended.length > 0 && !ended.some(isSo) && (passes || ended.length === told.length))
    return ranText(ended.at(-1)!)
  if (isOfTests && passes && meant.length === 0 && runs.length > 0) return 'no test ran up to then'
  const counted = told.filter(({ result }) => result && result.passed !== null)
  for (const [, count, how] of clause.replace(SAID_AT, '').matchAll(COUNTED)) {
    const key = how!.toLowerCase() === 'pass' ? 'passed' : 'failed'
    const counts = counted.map(({ result }) => result![key] ?? 0)
    if (counts.length > 0 && !counts.includes(Number(count)))
      return `${ranText(counted.at(-1)!)}: ${counts.at(-1)} ${key}, not ${count}`
  }
  return undefined
}

/** The runs of a command that stands between backticks, as far as it is told, or whole in a round that is cited; else those whose program and verb a sentence has. */
function namedIn(clause: string, runs: readonly Run[], rounds: readonly number[]): readonly Run[] {
  const told = [...clause.matchAll(/`([^`\s]+\s[^`]+)`/g)].map(([, command]) => command!.replace(/…$/, '').trim())
  const isTold = (line: string) => told.some((one) => isPart(line, one))
  const begun = runs.filter(({ command, head }) =>
    told.some((one) => one.toLowerCase().startsWith(head) && isPart(command, one)),
  )
  const exact = begun.length > 0 ? begun : runs.filter(({ command }) => isTold(command))
  if (exact.length > 0) return exact
  const says = clause.toLowerCase()
  const whole = runs.filter(({ command }) => command.includes(' ') && isPart(says, command.toLowerCase()))
  const longest = Math.max(...whole.map(({ command }) => command.length))
  const same = whole.filter(({ command }) => command.length === longest)
  if (same.some(({ round }) => rounds.includes(round))) return same
  const named = runs.filter(({ head }) => head.includes(' ') && isPart(says, head))
  const [job] = named.length > 0 ? [] : (JOBS.exec(says) ?? [])
  return job === undefined ? named : runs.filter(({ head }) => isPart(head, job))
}
/** What a command may be called by: `npm run build` is the build. */
const JOBS = /\b(?:build|lint|typecheck|compile|deploy|migrate|format)\b/

/** Whole words of a command line: `npm run test` is no `npm run test:unit`. */
function isPart(line: string, part: string): boolean {
  for (let at = line.indexOf(part); at !== -1; at = line.indexOf(part, at + 1)) {
    if (!/[\w:/.-]/.test(line[at - 1] ?? ' ') && !/[\w:/-]/.test(line[at + part.length] ?? ' ')) return true
  }
  return false
}

function ranText({ head, round, failed, exit }: Run): string {
  const end = exit === null ? (failed ? 'failed' : 'ended without a failure') : `ended with ${exit}`
  return `\`${head}\` ${end}${exit === 0 && failed ? ', and tests failed' : ''} in round ${round}`
}

const PATH = '([\\w@~./\\\\-]*[/.][\\w@~./\\\\-]*\\w)'
const VERBS = 'created|added|written|deleted|removed|renamed|moved|reverted|restored|changed|modified|edited|updated'
const DID = new RegExp(
  `\\b(created?|added?|wrote|written|deleted?|removed?|renamed?|moved?|reverted?|changed?|modified|edited|updated?)\\b\\s+(?:(?:the|a|new|old|file|files?|empty)\\s+){0,3}[\`"']?${PATH}`,
  'gi',
)
const WAS_DONE = new RegExp(
  `${PATH}[\`"']?\\s+(?:was|were|is|has been|had been|got)\\s+(?:\\w+ly\\s+)?(${VERBS})\\b`,
  'gi',
)
const IS_THERE = new RegExp(`${PATH}[\`"']?\\s+(?:still\\s+)?(exists|remains|is still there)\\b`, 'gi')
/** `a.ts: deleted`, as lists of files say it. */
const LISTED = new RegExp(`${PATH}[\`"']*\\s*(?:[:—–-]|\\()\\s*(${VERBS}|new)[)\\s]*$`, 'gi')

/** The last state of a file that a sentence names; one that holds no more is not held against the end. */
function againstFiles(
  clause: string,
  { over, by, rounds: cited, quotes }: EntryDraft,
  files: readonly FileFact[],
  rounds: readonly BriefRound[],
): string | undefined {
  if (over !== undefined) return undefined
  const claims = [
    ...[...clause.matchAll(DID)].map(([, verb, path]) => [verb!, path!] as const),
    ...[...clause.matchAll(WAS_DONE), ...clause.matchAll(LISTED), ...clause.matchAll(IS_THERE)].map(
      ([, path, verb]) => [verb!, path!] as const,
    ),
  ]
  for (const [verb, path] of claims) {
    const meant = files.filter((file) => isSame(file.path, path) || isSame(file.from ?? '', path))
    const last = meant.at(-1)
    if (last && meant.every((file) => isAgainst(file, verb, path)))
      return `${path} was ${last.state} in round ${last.rounds.at(-1)}`
    const isQuoted = quotes.some(({ words }) => words.includes(baseOf(path)))
    if (last || by === 'user' || isQuoted || !FILE.test(path) || /^(?:exist|remain|is )/i.test(verb)) continue
    if (!isToldOf(baseOf(path), cited, rounds))
      return `no call changed ${path}, and nothing tells that it was ${verb}; quote who says so`
  }
  return undefined
}

/** How git and others list what was changed. */
const CHANGE =
  /^\s*[MADRCTU?]{1,2}\s|^\W*(?:modified|new file|deleted|renamed|both \w+|create mode|delete mode|rename|diff --git)\b|\|\s+(?:\d+|Bin)|\b(?:fixed|wrote|written|created|updated|formatted|removed|changed)\b/i

/** How people say that they changed something. */
const CHANGES =
  /chang|edit|updat|creat|writ|wrote|remov|delet|modif|fix|add|format|renam|mov|revert|restor|adjust|replac/i

function sentencesOf(text: string): readonly string[] {
  return text.split(/\n|(?<=[.!?])\s+/)
}

function baseOf(path: string): string {
  return path.replace(/^.*[/\\]/, '')
}

/** Whether a round that is cited speaks of a file, or anything at all shows that it was changed. */
function isToldOf(base: string, cited: readonly number[], rounds: readonly BriefRound[]): boolean {
  const name = new RegExp(`(?<![\\w-])${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  const has = (text: string) => text.includes(base) && name.test(text)
  const isSaid = (sentence: string) => has(sentence) && CHANGES.test(sentence.replace(name, ' '))
  return rounds.some(({ round, events }) =>
    events.some((event) => {
      if (event.kind === 'said') return cited.includes(round) && sentencesOf(event.text).some(isSaid)
      const { command, role } = event.act
      const output = role === 'read' || role === 'search' ? '' : (event.outcome?.output ?? '')
      if (has(output) && output.split('\n').some((line) => has(line) && CHANGE.test(line))) return true
      if (command === null || !has(command)) return false
      const touches = simpleCommands(command).filter(({ words, into }) => has([...words, ...into].join(' ')))
      return command.includes('<<') || touches.some(doesMoreThanLook)
    }),
  )
}

function isAgainst({ state, path: known }: FileFact, verb: string, path: string): boolean {
  if (/^revert/i.test(verb)) return state !== 'reverted'
  if (/^create/i.test(verb) && state === 'changed') return true
  const isGone = state === 'deleted' || (state === 'moved' && !isSame(known, path))
  const saysGone = /^(?:delet|remov|renam|mov)/i.test(verb)
  const saysMoved = /^(?:renam|mov)/i.test(verb)
  return saysGone !== isGone && !(saysMoved && state === 'moved') && !(!saysGone && state === 'reverted')
}

function isSame(known: string, said: string): boolean {
  const [whole, bare] = [known, said.replace(/^\.[\\/]/, '')].map((path) => path.replaceAll('\\', '/')) as [
    string,
    string,
  ]
  return whole !== '' && (whole === bare || whole.endsWith(`/${bare}`) || bare.endsWith(`/${whole}`))
}
