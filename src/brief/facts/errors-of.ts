import { isNotable, shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import { type ErrorLine, errorLines, lastWords } from './errors.ts'
import type { ErrorFact } from './facts.ts'
import type { RunPart } from './run-parts.ts'
import type { Run } from './runs-of.ts'

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
  const all = new Map<string, Deed[]>()
  const well = new Map<string, Deed[]>()
  for (const { deed, parts } of runs) {
    for (const { key, spelled, ended } of parts) {
      add(all, spelled, deed)
      if (ended === 'well') add(well, key, deed)
    }
    const { how, lines } = linesOf(deed, parts)
    const open = parts.filter(({ ended }) => ended !== 'well')
    for (const { key, text } of lines)
      found.set(key, {
        text,
        command: shownCommand(deed.did.act.command!),
        how,
        first: found.get(key)?.first ?? deed.round,
        deed,
        parts: open,
      })
  }
  return [...found.values()].map(({ deed, parts, ...error }) => {
    const later = (runs: ReadonlyMap<string, readonly Deed[]>, { key, wider }: RunPart) =>
      [key, ...wider].flatMap((one) => firstAfter(runs.get(one) ?? [], deed.place) ?? [])
    const mended = parts.map((part) => Math.min(...later(well, part).map(({ round }) => round)))
    const gone = mended.length > 0 && mended.every(Number.isFinite) ? Math.max(...mended) : null
    const again = parts.flatMap(({ spelled, wider }) =>
      [spelled, ...wider.map((one) => one.slice(one.indexOf(': ') + 2))].flatMap((one) => all.get(one)?.at(-1) ?? []),
    )
    const last = again.filter(({ place }) => place > deed.place).map(({ round }) => round)
    return { ...error, last: deed.round, gone, ranAgain: last.length > 0 ? Math.max(...last) : null }
  })
}

function add(runs: Map<string, Deed[]>, key: string, deed: Deed): void {
  const known = runs.get(key)
  if (known) known.push(deed)
  else runs.set(key, [deed])
}

/** The first of deeds in order that is after a place. */
function firstAfter(deeds: readonly Deed[], place: number): Deed | undefined {
  let low = 0
  for (let high = deeds.length; low < high; ) {
    const middle = (low + high) >> 1
    if (deeds[middle]!.place > place) high = middle
    else low = middle + 1
  }
  return deeds[low]
}

/** What went wrong in a call, as it was printed: of one that failed, or one whose status is another's and that printed it. */
function linesOf(
  deed: Deed,
  parts: readonly RunPart[],
): { readonly how: ErrorFact['how']; readonly lines: readonly ErrorLine[] } {
  const { outcome, failed, exit, commands, test } = deed
  const output = outcome?.output ?? ''
  const isOfTests = test?.outcome === 'failed'
  if (failed && (exit ?? 0) >= GIT_FATAL && commands.some(({ words }) => words[0] === 'git')) {
    const lines = output.split('\n').filter((line) => line.startsWith('fatal: ') && !MISTYPED.test(line))
    if (lines.length > 0) return { how: 'failed', lines: [{ text: lines[0]!, key: lines[0]! }] }
  }
  if (!isNotable(commands) || parts.length === 0) return { how: 'failed', lines: [] }
  if (failed || isOfTests) {
    const lines = errorLines(output, true).slice(0, MOST_LINES)
    const said = lines.length > 0 ? lines : lastWords(output)
    const text = exit === null ? 'failed, no exit status is recorded' : `exit status ${exit}`
    return { how: 'failed', lines: said.length > 0 ? said : [{ text, key: `${parts[0]!.key} ${text}` }] }
  }
  const isHidden = parts.some(({ ended }) => ended === 'unknown')
  return {
    how: 'printed',
    lines: isHidden && test?.outcome !== 'passed' ? errorLines(output, false).slice(0, MOST_LINES) : [],
  }
}
