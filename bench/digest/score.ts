import type { Planted } from './generate.ts'

/** An entry of a state or prompt, as a reader finds it: a line below a heading. */
export interface ReadEntry {
  readonly kind: Planted['kind'] | 'other'
  readonly text: string
}

const SECTIONS: Readonly<Record<string, ReadEntry['kind']>> = {
  decisions_made: 'decision',
  explicit: 'constraint',
  artifacts_produced: 'file',
  facts: 'fact',
  errors: 'error',
  commands: 'command',
  tests: 'test',
  open_threads: 'thread',
  'Rules of the user': 'constraint',
  'Decisions, not to be reopened': 'decision',
  'Guidance from what worked so far': 'decision',
  'Facts the user gave': 'fact',
  'Files changed': 'file',
  'Tests, as they last ran': 'test',
  'Commands that failed': 'command',
  'Open errors': 'error',
  'Open threads': 'thread',
}

export function entriesIn(text: string): readonly ReadEntry[] {
  const entries: ReadEntry[] = []
  let kind: ReadEntry['kind'] = 'other'
  for (const line of text.split('\n')) {
    const heading = /^#+ (.+)$/.exec(line)?.[1] ?? /^\s*([a-z_]+):/.exec(line)?.[1]
    if (heading !== undefined && !/^\s*- /.test(line)) kind = SECTIONS[heading] ?? 'other'
    const entry = /^\s*- (.+)$/.exec(line)?.[1]
    if (entry !== undefined) entries.push({ kind, text: entry.replace(/\\"/g, '"') })
  }
  return entries
}

export interface Score {
  /** Share of what is true that an entry of its kind has, with its round. */
  readonly found: Readonly<Record<string, readonly [found: number, all: number]>>
  readonly stale: number
  /** What was never so and is in an entry all the same. */
  readonly taken: readonly Planted[]
  /** Of the entries of a kind, how many are of something planted as that kind. */
  readonly precision: Readonly<Record<string, readonly [right: number, all: number]>>
  readonly missed: readonly Planted[]
  readonly wrong: readonly ReadEntry[]
}

export function score(entries: readonly ReadEntry[], planted: readonly Planted[]): Score {
  const found: Record<string, [number, number]> = {}
  const precision: Record<string, [number, number]> = {}
  const missed: Planted[] = []
  let stale = 0
  const taken: Planted[] = []
  for (const one of planted) {
    const has = entries.some((entry) => entry.kind === one.kind && names(entry, one) && cites(entry.text, one.round))
    if (one.is === 'true') {
      found[one.kind] ??= [0, 0]
      found[one.kind]![1]++
      if (has) found[one.kind]![0]++
      else missed.push(one)
    } else if (entries.some((entry) => entry.kind !== 'other' && names(entry, one) && cites(entry.text, one.round))) {
      if (one.is === 'over') stale++
      else taken.push(one)
    }
  }
  const wrong: ReadEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'other' || entry.kind === 'command' || entry.kind === 'test' || entry.kind === 'file') continue
    precision[entry.kind] ??= [0, 0]
    precision[entry.kind]![1]++
    if (
      planted.some(
        (one) =>
          one.kind === entry.kind &&
          one.is !== 'trap' &&
          one.keys.some((key) => entry.text.toLowerCase().includes(key.toLowerCase())),
      )
    )
      precision[entry.kind]![0]++
    else wrong.push(entry)
  }
  return { found, stale, taken, precision, missed, wrong }
}

function names({ text }: ReadEntry, { keys }: Planted): boolean {
  return keys.every((key) => text.toLowerCase().includes(key.toLowerCase()))
}

function cites(text: string, round: number): boolean {
  return new RegExp(`(?:rounds?|turn_reference:)[ \\[\\d,]*\\b${round}\\b`).test(text)
}
