import { coverOf } from '../../brief/facts/cover-of.ts'
import { type TestCommand, testCommand } from '../../model/test-command.ts'
import type { Entry, FileEntry, RunEntry } from '../entry.ts'

export interface FileState {
  readonly path: string
  readonly change: 'created' | 'modified' | 'deleted' | 'moved'
  readonly symbols: readonly string[]
  readonly rounds: readonly number[]
  /** How the tests of it came out that ran after the last change; null where none did. */
  readonly tests: 'passed' | 'failed' | null
}

export interface FileView {
  readonly changed: readonly FileState[]
  /** Changed and put back: nothing of it is left. */
  readonly undone: readonly { readonly path: string; readonly rounds: readonly number[] }[]
  readonly read: readonly { readonly path: string; readonly round: number }[]
}

interface History {
  live: FileEntry[]
  readonly all: FileEntry[]
  /** Whether the file was there before the first change. */
  readonly wasThere: boolean
}

type Positioned = Pick<Entry, 'round' | 'place'>

/** What became of each file: changes that were taken back cancel out. */
export function settleFiles(entries: readonly Entry[], runs: readonly RunEntry[]): FileView {
  const histories = new Map<string, History>()
  const read = new Map<string, number>()
  const wholeOf = wholePaths(entries)
  let committed: Positioned = { round: -1, place: -1 }
  for (const [at, entry] of entries.entries()) {
    if (entry.kind === 'run' && entry.effect === 'commit') committed = entry
    if (entry.kind === 'run' && entry.effect === 'reset') {
      for (const history of histories.values()) history.live = history.live.filter((one) => isBefore(one, committed))
    }
    if (entry.kind !== 'file') continue
    const path = wholeOf(entry.path)
    if (entry.change === 'read') {
      if (!read.has(path)) read.set(path, entry.round)
      continue
    }
    let history = histories.get(path)
    if (!history) {
      history = { live: [], all: [], wasThere: read.has(path) || entry.change !== 'create' }
      histories.set(path, history)
    }
    take(history, entry, committed)
    if (entry.change === 'delete' && !isMoved(entry, entries[at + 1]))
      for (const [inner, other] of histories) if (inner.startsWith(`${path}/`)) take(other, entry, committed)
  }
  const tested = testRuns(runs)
  const changed: FileState[] = []
  const undone: { path: string; rounds: readonly number[] }[] = []
  for (const [path, { live, all, wasThere }] of histories) {
    if (live.length === 0) {
      undone.push({ path, rounds: roundsOf(all) })
      continue
    }
    const symbols = symbolsOf(live)
    const tests = testsAfter({ path, symbols }, live.at(-1)!, tested)
    changed.push({ path, change: changeOf(live, wasThere), symbols, rounds: roundsOf(live), tests })
  }
  return {
    changed: changed.sort((a, b) => a.rounds.at(-1)! - b.rounds.at(-1)!),
    undone,
    read: [...read].filter(([path]) => !histories.has(path)).map(([path, round]) => ({ path, round })),
  }
}

const FROM_ROOT = /^(?:[/~]|[A-Za-z]:[\\/])/

/** Tools name a file from the root and commands from their folder: the one whole path that ends with a shorter one is meant. */
function wholePaths(entries: readonly Entry[]): (path: string) => string {
  const paths = new Set(entries.flatMap((entry) => (entry.kind === 'file' ? [entry.path] : [])))
  const whole = [...paths].filter((path) => FROM_ROOT.test(path))
  const found = new Map<string, string>()
  for (const path of paths) {
    if (FROM_ROOT.test(path)) continue
    const ending = `/${path.replace(/^\.\//, '')}`
    const [one, other] = whole.filter((long) => long.endsWith(ending))
    if (one !== undefined && other === undefined) found.set(path, one)
  }
  return (path) => found.get(path) ?? path
}

function take(history: History, entry: FileEntry, committed: Positioned): void {
  history.all.push(entry)
  if (entry.change === 'restore') {
    history.live = history.live.filter((one) => isBefore(one, committed))
    return
  }
  if (entry.change === 'delete' && !history.wasThere) {
    history.live = []
    return
  }
  const back = entry.to === null ? -1 : history.live.findIndex((one) => one.from === entry.to)
  if (back !== -1 && (!entry.to!.startsWith('~') || history.live[back]!.to === entry.from)) {
    history.live = entry.to!.startsWith('~') ? history.live.toSpliced(back, 1) : history.live.slice(0, back)
    return
  }
  history.live.push(entry)
}

/** Whether what is gone is only somewhere else: a move is told after it. */
function isMoved({ round, place }: FileEntry, next: Entry | undefined): boolean {
  return next?.kind === 'file' && next.change === 'move' && next.round === round && next.place === place + 1
}

function isBefore(a: Positioned, b: Positioned): boolean {
  return a.round < b.round || (a.round === b.round && a.place < b.place)
}

function changeOf(live: readonly FileEntry[], wasThere: boolean): FileState['change'] {
  const last = live.at(-1)!.change
  if (last === 'delete') return 'deleted'
  if (live.some((one) => one.change === 'move')) return 'moved'
  return wasThere || live[0]!.change !== 'create' ? 'modified' : 'created'
}

/** The newest first: what was changed last is what one asks for. */
function symbolsOf(live: readonly FileEntry[]): readonly string[] {
  return [...new Set(live.toReversed().flatMap((one) => one.symbols))]
}

function roundsOf(changes: readonly FileEntry[]): readonly number[] {
  return [...new Set(changes.map((one) => one.round))]
}

/** A run of tests that came to something. */
interface TestRun extends Positioned {
  readonly outcome: 'passed' | 'failed'
  readonly command: TestCommand
}

function testRuns(runs: readonly RunEntry[]): readonly TestRun[] {
  return runs.flatMap(({ test, command: line, round, place }) => {
    const command = test && test.outcome !== 'unknown' ? testCommand(line) : undefined
    return command ? [{ outcome: test!.outcome as TestRun['outcome'], command, round, place }] : []
  })
}

/** How the last test run came out that tells something of the file since its last change, those that name it before others. */
function testsAfter(file: Pick<FileState, 'path' | 'symbols'>, change: FileEntry, tests: readonly TestRun[]) {
  const after = tests
    .filter((run) => isBefore(change, run))
    .map(({ outcome, command }) => ({ outcome, cover: coverOf(command, file) }))
  const last = after.findLast(({ cover }) => cover === 'named') ?? after.findLast(({ cover }) => cover === 'all')
  return last?.outcome ?? null
}
