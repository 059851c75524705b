import { rangeText, runsOf } from '../model/range.ts'

/** The heading names no more runs of rounds; the mark below it names all. */
const RUNS = 8

/** Said by the agent after an index: without it the client joins the index with the next prompt. */
export const ACK = 'Understood. I will inject earlier rounds when I need them.'

/** Where rounds are in a file; the lines, counted from 1, where they are known. No path for those in no known file. */
export interface FileOfRounds {
  readonly rounds: readonly number[]
  readonly path: string | null
  readonly lines?: { readonly from: number; readonly to: number }
}

export interface IndexEntry {
  readonly number: number
  /** What comes after the number: time, roles and gist, as table cells. */
  readonly row: string
}

/**
 * The message for rounds left out: what it is, how to get one back, and a row for each. `files` are where they are
 * to be read without Stet.
 */
export function indexMessage(
  session: string,
  entries: readonly IndexEntry[],
  files: readonly FileOfRounds[] = [],
): string {
  const numbers = entries.map((entry) => entry.number).sort((a, b) => a - b)
  const runs = runsOf(numbers)
  const named = runs.length > RUNS ? [[numbers[0]!, numbers.at(-1)!] as const] : runs
  const range = named.map(([from, to]) => (from === to ? pad(from) : `${pad(from)}–${pad(to)}`)).join(', ')
  const many = entries.length === 1 ? '1 earlier round' : `${entries.length} earlier rounds`
  return [
    `# Index of ${many} (${range}) of session ${session}`,
    `<!-- stet:index session=${session} rounds=${rangeText(numbers)} count=${entries.length} -->`,
    'These rounds are not in this context; nothing of them is lost. To read one again, run',
    `\`stet inject ${session}:NNN\` with its number (add \`--part tools\` or another part for less).`,
    ...withoutStet(files),
    '',
    '| round | time | roles | content |',
    '|---|---|---|---|',
    ...entries.map(({ number, row }) => `| ${pad(number)} ${row}`),
  ].join('\n')
}

function withoutStet(files: readonly FileOfRounds[]): readonly string[] {
  const [only, ...others] = files
  if (!only || files.every(({ path }) => path === null)) return []
  const placeIn = ({ path, lines }: FileOfRounds) => (lines ? `lines ${lines.from}–${lines.to} of ${path}` : path)
  if (others.length === 0)
    return [
      `Where \`stet\` is not found, they are ${only.lines ? '' : 'in '}${placeIn(only)}: search there for words of the row.`,
    ]
  const places = files.map((file) => {
    const rounds = runsOf([...file.rounds].sort((a, b) => a - b)).map(([from, to]) =>
      from === to ? pad(from) : `${pad(from)}–${pad(to)}`,
    )
    return `${rounds.join(', ')} in ${file.path === null ? 'no file that is known' : placeIn(file)}`
  })
  return [`Where \`stet\` is not found, search for words of the row: ${places.join('; ')}.`]
}

/** Reads the rows of an index message again. */
export function readIndex(text: string): readonly IndexEntry[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\| (\d{3,}) (\| .*)$/.exec(line)
    return match ? [{ number: Number(match[1]), row: match[2]! }] : []
  })
}

/** The session that an index names itself by. */
export function indexedSession(text: string): string | undefined {
  return /^[^\n]*\n<!-- stet:index session=(\S+) /.exec(text)?.[1]
}

/** What a message of Stet's own is, by its second line; undefined where that says nothing of it. */
export function markOf(text: string): string | undefined {
  return /^[^\n]*\n<!-- stet:(\w+)/.exec(text)?.[1]
}

function pad(round: number): string {
  return String(round).padStart(3, '0')
}
