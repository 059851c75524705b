import type { FileFact } from '../facts/facts.ts'
import type { EntryDraft } from './handoff.ts'
import type { Run } from './runs.ts'

/** What was recorded that a sentence may contradict. */
export interface Recorded {
  readonly runs: readonly Run[]
  readonly files: readonly FileFact[]
}

/** Kinds that say how things are; the others say how they are to be. */
const ASSERTS = new Set(['fact', 'error'])
/** A sentence with one of these does not say that something was so. */
const NOT_SAID =
  /\b(?:must|should|shall|will|would|could|can|may|might|need(?:s|ed)?(?: to)?|want(?:s|ed)?(?: to)?|until|once|if|when|whether|unless|before|never|not|n't|don[’']t|cannot|without|expect(?:s|ed)?|to be|plan(?:s|ned)?|claim(?:s|ed)?|said|says|supposed)\b|\?/i
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
export function contradiction(draft: EntryDraft, recorded: Recorded): string | undefined {
  if (!ASSERTS.has(draft.kind)) return undefined
  for (const clause of draft.text.split(/[;.](?=\s|$)|,\s+(?:but|then|and)\s+|\s+(?:but|then|after which)\s+/)) {
    if (NOT_SAID.test(clause)) continue
    const found = againstRuns(clause, draft, recorded.runs) ?? againstFiles(clause, draft, recorded.files)
    if (found !== undefined) return found
  }
  return undefined
}

function againstRuns(clause: string, { kind, rounds, over }: EntryDraft, runs: readonly Run[]): string | undefined {
  const until = over ?? rounds.at(-1) ?? Number.POSITIVE_INFINITY
  const says = clause.toLowerCase()
  const before = runs.filter(({ round }) => round <= Math.max(until, rounds.at(-1) ?? 0))
  const named = before.filter(({ head }) => head.includes(' ') && says.includes(head))
  const isOfTests = named.length === 0 && TESTS.test(clause)
  const meant = named.length > 0 ? named : isOfTests ? before.filter(({ result }) => result) : []
  const cited = kind === 'error' ? meant : meant.filter(({ round }) => rounds.includes(round))
  const told = cited.length > 0 ? cited : meant.slice(-1)
  const exit = EXIT.exec(clause)?.[1]
  if (exit !== undefined) {
    const ran = told.length > 0 ? told : before.filter(({ round }) => rounds.includes(round))
    const exits = ran.filter((run) => run.exit !== null || run.failed)
    if (exits.length > 0 && !exits.some((run) => (run.exit ?? (run.failed ? 1 : 0)) === Number(exit)))
      return `${ranText(exits.at(-1)!)}, not with ${exit}`
  }
  const passes = PASSED.test(clause)
  const fails = FAILED.test(clause)
  if (passes !== fails && told.length > 0 && told.every(({ failed }) => failed === passes)) return ranText(told.at(-1)!)
  if (isOfTests && passes && meant.length === 0 && runs.length > 0) return 'no test ran up to then'
  const counted = told.filter(({ result }) => result && result.passed !== null)
  for (const [, count, how] of clause.matchAll(COUNTED)) {
    const key = how!.toLowerCase() === 'pass' ? 'passed' : 'failed'
    const counts = counted.map(({ result }) => result![key] ?? 0)
    if (counts.length > 0 && !counts.includes(Number(count)))
      return `${ranText(counted.at(-1)!)}: ${counts.at(-1)} ${key}, not ${count}`
  }
  return undefined
}

function ranText({ head, round, failed, exit }: Run): string {
  const end = exit === null ? (failed ? 'failed' : 'ended without a failure') : `ended with ${exit}`
  return `\`${head}\` ${end}${exit === 0 && failed ? ', and tests failed' : ''} in round ${round}`
}

const DID =
  /\b(created?|added?|wrote|written|deleted?|removed?|renamed?|moved?|reverted?|changed?|modified|edited|updated?)\b\s+(?:(?:the|a|new|old|file|files?|empty)\s+){0,3}[`"']?([\w@~./\\-]+\.\w+)[`"']?/gi
const WAS_DONE =
  /([\w@~./\\-]+\.\w+)[`"']?\s+(?:was|were|is|has been|had been|got)\s+(?:\w+ly\s+)?(created|added|written|deleted|removed|renamed|moved|reverted|changed|modified|edited|updated)\b/gi

/** `a.ts: deleted`, as lists of files say it. */
const LISTED =
  /([\w@~./\\-]+\.\w+)[`"']*\s*(?:[:—–-]|\()\s*(created|new|added|deleted|removed|renamed|moved|reverted)[)\s]*$/gi

/** The last state of a file that a sentence names; one that holds no more is not held against the end. */
function againstFiles(clause: string, { over }: EntryDraft, files: readonly FileFact[]): string | undefined {
  if (over !== undefined) return undefined
  const claims = [
    ...[...clause.matchAll(DID)].map(([, verb, path]) => ({ verb: verb!, path: path! })),
    ...[...clause.matchAll(WAS_DONE), ...clause.matchAll(LISTED)].map(([, path, verb]) => ({
      verb: verb!,
      path: path!,
    })),
  ]
  for (const { verb, path } of claims) {
    const meant = files.filter(
      (file) => isSame(file.path, path) || (file.from !== undefined && isSame(file.from, path)),
    )
    if (meant.length !== 1) continue
    const [{ state, rounds, path: known }] = meant as [FileFact]
    const isGone = state === 'deleted' || (state === 'moved' && !isSame(known, path))
    const saysGone = /^(?:delet|remov|renam|mov)/i.test(verb)
    const saysBack = /^revert/i.test(verb)
    if (
      saysGone !== isGone &&
      !saysBack &&
      !(saysGone && state === 'moved') &&
      !(isGone === false && state === 'reverted')
    )
      return `${path} was ${state} in round ${rounds.at(-1)}`
    if (saysBack && state !== 'reverted') return `${path} was ${state} in round ${rounds.at(-1)}`
  }
  return undefined
}

function isSame(known: string, said: string): boolean {
  const bare = said.replace(/^\.\//, '')
  return known === bare || known.endsWith(`/${bare}`) || bare.endsWith(`/${known}`)
}
