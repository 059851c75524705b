import { LONGEST, shortened, shortenedAnswer } from '../../brief/shortened.ts'
import type { ProseEntry } from '../entry.ts'
import type { FileState } from '../settle/files.ts'
import type { TestView } from '../settle/runs.ts'

/** What a line has room for beside its round, and where to look for what its words point at. */
const LONGEST_LINE = LONGEST - 70
/** A reason cut shorter than this says nothing. */
const SHORTEST_WHY = 30

/** `round 4`, `rounds 4, 7`; of many the first and the last ones. */
export function roundsText(rounds: readonly number[]): string {
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${shownRounds(rounds).join(', ')}`
}

export function shownRounds(rounds: readonly number[]): readonly number[] {
  return rounds.length <= 8 ? rounds : [...rounds.slice(0, 3), ...rounds.slice(-5)]
}

/** A decision with its reason, where its own words do not give that, and its round. */
export function decisionText({ text, why, round }: ProseEntry, longest = 230): string {
  const said = shortenedAnswer(text, longest)
  const room = LONGEST_LINE - said.length
  const isTold = why === undefined || text.includes(why.replace(/…$/, ''))
  return `${said}${isTold || room < SHORTEST_WHY ? '' : ` Why: ${shortened(why, room)}`} (round ${round})`
}

/** A path as short as it stays plain: below the session's folder without it. */
export function shownPath(path: string, cwd: string | null): string {
  return cwd !== null && path.startsWith(`${cwd.replace(/\/$/, '')}/`)
    ? path.slice(cwd.replace(/\/$/, '').length + 1)
    : path
}

/** What became of a file; the longer its path, the less is said of what is in it. */
export function fileText({ path, change, symbols, tests }: FileState, most = 4): string {
  const room = Math.max(40, 150 - path.length)
  const shown = symbols.slice(0, most).filter((_, at) => symbols.slice(0, at + 1).join(', ').length <= room || at === 0)
  const about = shown.length === 0 ? '' : `: ${shortened(shown.join(', '), room)}`
  return `${change}${about}${tests === null ? '' : `; tests ${tests} since`}`
}

export function testText({ result }: TestView): string {
  const counts = [
    result.passed === null ? '' : `${result.passed} passed`,
    result.failed === null || result.failed === 0 ? '' : `${result.failed} failed`,
  ].filter(Boolean)
  const names =
    result.outcome === 'failed' && result.failing.length > 0 ? `: ${result.failing.slice(0, 3).join(', ')}` : ''
  return shortened(`${result.outcome}${counts.length > 0 ? ` (${counts.join(', ')})` : ''}${names}`, 200)
}
