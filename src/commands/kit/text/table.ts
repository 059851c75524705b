import { cut, cutStart, displayWidth, padEnd } from './display-width.ts'
import { plainLine } from './plain-text.ts'
import type { Screen, Style } from './screen.ts'

export interface Column<Row> {
  readonly title: string
  /** Recorded text may be here as it is: cells are made safe. */
  readonly cell: (row: Row) => string
  readonly align?: 'right'
  /** Gives way when the table is too wide, sharing what is left with the others that do. */
  readonly flexible?: true
  /** The end says more than the start, as with paths. */
  readonly keepsEnd?: true
  readonly style?: (row: Row) => Style
}

const GAP = '  '
const NARROWEST = 8

/** Rows under their titles, aligned, no wider than the screen. A column without a filled cell is left out. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string {
  const cells = columns.map((column) => rows.map((row) => plainCell(column.cell(row))))
  const used = columns.map((_, at) => at).filter((at) => cells[at]!.some((cell) => cell !== ''))
  const widths = fitWidths(
    used.map((at) => ({
      natural: naturalWidth(columns[at]!.title, cells[at]!),
      flexible: columns[at]!.flexible === true,
    })),
    screen.lineColumns,
  )
  const line = (texts: readonly string[], styles: readonly Style[]) =>
    used
      .map((at, nth) => {
        const text = (columns[at]!.keepsEnd ? cutStart : cut)(texts[at]!, widths[nth]!)
        const padding =
          nth === used.length - 1 && columns[at]!.align !== 'right' ? '' : ' '.repeat(widths[nth]! - displayWidth(text))
        return columns[at]!.align === 'right' ? padding + styles[at]!(text) : styles[at]!(text) + padding
      })
      .join(GAP)
      .trimEnd()
  const head = line(
    columns.map((column) => column.title),
    columns.map(() => screen.dim),
  )
  const body = rows.map((row, nth) =>
    line(
      cells.map((column) => column[nth]!),
      columns.map((column) => column.style?.(row) ?? ((text) => text)),
    ),
  )
  return (columns.every((column) => column.title === '') ? body : [head, ...body]).join('\n')
}

/** Name and explanation, in two columns, the second one wrapped. */
export function definitions(pairs: readonly (readonly [string, string])[], screen: Screen): string {
  const left = Math.min(Math.max(...pairs.map(([name]) => displayWidth(name))), 34)
  const right = Math.max(20, screen.columns - left - 4)
  return pairs
    .map(([name, text]) => {
      const lines = wrap(text, right)
      const indent = ' '.repeat(left + 4)
      const first = displayWidth(name) > left ? `  ${name}\n${indent}` : `  ${padEnd(name, left)}  `
      return first + lines.join(`\n${indent}`)
    })
    .join('\n')
}

/** Words on lines of at most so many columns. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** On one line; spaces at its start stay, they show what belongs to what. */
function plainCell(text: string): string {
  const indent = /^ */.exec(text)![0]
  return indent + plainLine(text)
}

function naturalWidth(title: string, cells: readonly string[]): number {
  return cells.reduce((widest, cell) => Math.max(widest, displayWidth(cell)), displayWidth(title))
}

/** The columns' widths: natural where there is room, else the flexible ones share what the others leave. */
function fitWidths(
  columns: readonly { readonly natural: number; readonly flexible: boolean }[],
  total: number,
): readonly number[] {
  const widths = columns.map((column) => column.natural)
  const gaps = GAP.length * (columns.length - 1)
  const fixed = columns.reduce((sum, column) => sum + (column.flexible ? 0 : column.natural), gaps)
  let left = total - fixed
  const waiting = columns.map((column, at) => ({ ...column, at })).filter((column) => column.flexible)
  waiting.sort((a, b) => a.natural - b.natural) // the small ones first, so that what they do not need goes to the others
  for (const [nth, column] of waiting.entries()) {
    const share = Math.max(NARROWEST, Math.floor(left / (waiting.length - nth)))
    widths[column.at] = Math.min(column.natural, share)
    left -= widths[column.at]!
  }
  return widths
}
