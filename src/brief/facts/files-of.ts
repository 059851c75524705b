import { testCommand } from '../../model/test-command.ts'
import { coverOf } from './cover-of.ts'
import type { Deed } from './deeds.ts'
import type { Facts, FileFact } from './facts.ts'
import type { Changed } from './runs-of.ts'
import { createFileTracker, type FileDraft } from './track-files.ts'

interface Change extends FileDraft {
  readonly round: number
  readonly place: number
}

/** What became of each file, and every change in order. */
export function filesOf(
  deeds: readonly Deed[],
): Pick<Facts, 'files' | 'read'> & { readonly changes: readonly Changed[] } {
  const tracker = createFileTracker()
  const histories = new Map<string, Change[]>()
  const read = new Map<string, number>()
  const all: Change[] = []
  for (const { did, commands, round, place } of deeds) {
    if (did.act.role === 'run' && did.outcome === null) continue
    for (const draft of tracker.follow(did, commands)) {
      if (draft.change === 'read') {
        if (!read.has(draft.path)) read.set(draft.path, round)
        continue
      }
      const change = { ...draft, round, place }
      all.push(change)
      const known = histories.get(draft.path)
      if (known) known.push(change)
      else histories.set(draft.path, [change])
    }
  }
  const files = [...histories].map(([path, changes]): FileFact & { readonly place: number } => {
    const last = changes.at(-1)!
    const symbols = [...new Set(changes.toReversed().flatMap((one) => one.symbols))]
    return {
      path,
      state: stateOf(changes, read.has(path)),
      rounds: [...new Set(changes.map(({ round }) => round))],
      symbols,
      removed: [],
      tested: testedAfter({ path, symbols }, last, deeds),
      place: last.place,
    }
  })
  return {
    files: files.sort((a, b) => a.place - b.place).map(({ place: _, ...file }) => file),
    read: [...read].filter(([path]) => !histories.has(path)).map(([path, round]) => ({ path, round })),
    changes: all,
  }
}

function stateOf(changes: readonly Change[], wasRead: boolean): FileFact['state'] {
  const last = changes.at(-1)!.change
  if (last === 'delete') return 'deleted'
  if (last === 'restore') return 'reverted'
  if (changes.some(({ change }) => change === 'move')) return 'moved'
  return wasRead || changes[0]!.change !== 'create' ? 'changed' : 'created'
}

function testedAfter(
  file: { readonly path: string; readonly symbols: readonly string[] },
  { place }: Change,
  deeds: readonly Deed[],
): FileFact['tested'] {
  for (const deed of deeds.toReversed()) {
    if (deed.place <= place) return null
    const { test, did, round } = deed
    const command = test && test.outcome !== 'unknown' ? testCommand(did.act.command!) : undefined
    if (command && coverOf(command, file) !== null)
      return { outcome: test!.outcome as 'passed' | 'failed', command: did.act.command!, round }
  }
  return null
}
