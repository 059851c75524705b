import { isNotable, shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import { type ErrorLine, errorLines, lastWords } from './errors.ts'
import type { ErrorFact } from './facts.ts'
import { keyOf, type Run, type RunPart } from './runs.ts'

interface Found extends Pick<ErrorFact, 'text' | 'command' | 'how' | 'first'> {
  readonly deed: Deed
  /** What has to run well for the error to be gone. */
  readonly parts: readonly RunPart[]
}

/** So many lines of a call are kept. */
const MOST_LINES = 3
/** The status of git where it could not go on, and what it says where it was asked for what is not there. */
const GIT_FATAL = 128
const MISTYPED =
  /ambiguous argument|unknown revision|not a valid object|bad revision|did not match|does not exist|no such path/i

/** The errors that commands printed, each with what was seen of it since. */
export function errorsOf(runs: readonly Run[]): readonly ErrorFact[] {
  const found = new Map<string, Found>()
  const all = new Map<string, Deed>()
  const well = new Map<string, Deed[]>()
  for (const { deed, parts } of runs) {
    for (const { folder, spelled, ended } of parts) {
      all.set(spelled, deed)
      const key = keyOf(folder, spelled)
      const known = well.get(key)
      if (ended === 'well' && known) known.push(deed)
      else if (ended === 'well') well.set(key, [deed])
    }
    const how = deed.failed || deed.test?.outcome === 'failed' ? 'failed' : 'printed'
    const command = shownCommand(deed.did.act.command!)
    const open = parts.filter(({ ended }) => ended !== 'well')
    for (const { key, text } of linesOf(deed, parts)) {
      const first = found.get(key)?.first ?? deed.round
      found.set(key, { text, command, how, first, deed, parts: open })
    }
  }
  return [...found.values()].map(({ deed, parts, ...error }) => {
    const mended = parts.map(({ folder, spelled, wider }) => {
      const same = [spelled, ...wider].flatMap((one) => firstAfter(well.get(keyOf(folder, one)), deed.place) ?? [])
      return Math.min(...same.map(({ round }) => round))
    })
    const again = parts
      .flatMap(({ spelled, wider }) => [spelled, ...wider].flatMap((one) => all.get(one) ?? []))
      .filter(({ place }) => place > deed.place)
      .map(({ round }) => round)
    return {
      ...error,
      last: deed.round,
      gone: mended.length > 0 && mended.every(Number.isFinite) ? Math.max(...mended) : null,
      ranAgain: again.length > 0 ? Math.max(...again) : null,
    }
  })
}

/** The first of deeds in order that is after a place. */
function firstAfter(deeds: readonly Deed[] = [], place: number): Deed | undefined {
  let low = 0
  for (let high = deeds.length; low < high; ) {
    const middle = (low + high) >> 1
    if (deeds[middle]!.place > place) high = middle
    else low = middle + 1
  }
  return deeds[low]
}

/** What went wrong in a call, as it was printed: of one that failed, or one whose status is another's and that printed it. */
function linesOf(deed: Deed, parts: readonly RunPart[]): readonly ErrorLine[] {
  const { outcome, failed, exit, commands, test } = deed
  const output = outcome?.output ?? ''
  if (failed && (exit ?? 0) >= GIT_FATAL && commands.some(({ words }) => words[0] === 'git')) {
    const fatal = output.split('\n').find((line) => line.startsWith('fatal: ') && !MISTYPED.test(line))
    if (fatal !== undefined) return [{ text: fatal, key: fatal }]
  }
  if (!isNotable(commands) || parts.length === 0) return []
  if (failed || test?.outcome === 'failed') {
    const lines = errorLines(output, true).slice(0, MOST_LINES)
    const said = lines.length > 0 ? lines : lastWords(output)
    const text = exit === null ? 'failed, no exit status is recorded' : `exit status ${exit}`
    return said.length > 0 ? said : [{ text, key: `${keyOf(parts[0]!.folder, parts[0]!.spelled)} ${text}` }]
  }
  const isHidden = parts.some(({ ended }) => ended === 'unknown') && test?.outcome !== 'passed'
  return isHidden ? errorLines(output, false).slice(0, MOST_LINES) : []
}
