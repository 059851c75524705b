import { loadavg } from 'node:os'
import { spread } from './statistics.ts'

/** One row: a ratio of ours to a reference of the same run, and what it has to be. */
export interface Figure {
  readonly figure: string
  readonly ours: string
  readonly reference: string
  /** From the best of the runs; for latencies, where the best says nothing, absent. */
  readonly best?: number
  readonly median: number
  /** The same ratio in CPU time. */
  readonly cpu?: number
  readonly must?: Goal
  readonly aim?: Goal
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** A run on a busier machine says little. */
const CALM = 3
/** So does one whose reference takes this many times as long at one time as at another. */
const STEADY = 2

/** Prints a bench's table; `references` are the times of each reference, by its name. */
export function report(
  title: string,
  figures: readonly Figure[],
  references: Readonly<Record<string, readonly number[]>>,
) {
  const rows = figures.map((row) => [
    row.figure,
    row.ours,
    row.reference,
    number(row.best),
    number(row.median),
    number(row.cpu),
    goal(row.must),
    goal(row.aim),
    verdict(row),
  ])
  console.log(`\n### ${title}\n`)
  print([['figure', 'ours', 'reference', 'best', 'median', 'CPU', 'must', 'aim', ''], ...rows])
  const load = loadavg()[0]!
  const doubts = Object.entries(references)
    .filter(([, times]) => spread(times) > STEADY)
    .map(([name, times]) => `${name} varied by ${spread(times).toFixed(1)} ×`)
  if (load > CALM) doubts.unshift(`the load is ${load.toFixed(1)}`)
  if (doubts.length > 0) console.log(`\nDistrust this run: ${doubts.join(', ')}.`)
}

/** `ok` by the median, `ok (best)` where only the best run reaches the goal. */
function verdict({ best, median, must, aim }: Figure): string {
  if (!must) return ''
  if (aim && meets(aim, median)) return 'ok, aim reached'
  if (meets(must, median)) return 'ok'
  return best !== undefined && meets(must, best) ? 'ok (best)' : 'missed'
}

function meets(wanted: Goal, value: number): boolean {
  return 'atLeast' in wanted ? value >= wanted.atLeast : value <= wanted.atMost
}

function goal(wanted: Goal | undefined): string {
  if (!wanted) return ''
  return 'atLeast' in wanted ? `≥ ${wanted.atLeast}` : `≤ ${wanted.atMost}`
}

function number(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

/** A table that reads well as text and is Markdown too. */
function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = rows
  console.log(
    [line(head!), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n'),
  )
}
