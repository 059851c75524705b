import type { View } from './settle.ts'

interface LedgerEntry {
  readonly path: string
  readonly rounds: readonly number[]
}

/** Every file of a span and what happened to it, the same file once: a summary may name fewer. */
export type FilesLedger = Readonly<
  Record<'created' | 'modified' | 'moved' | 'deleted' | 'undone' | 'read', readonly LedgerEntry[]>
>

export function filesLedger({ files: { changed, undone, read } }: View): FilesLedger {
  const those = (change: (typeof changed)[number]['change']) =>
    changed.filter((file) => file.change === change).map(({ path, rounds }) => ({ path, rounds }))
  return {
    created: those('created'),
    modified: those('modified'),
    moved: those('moved'),
    deleted: those('deleted'),
    undone: undone.map(({ path, rounds }) => ({ path, rounds })),
    read: read.map(({ path, round }) => ({ path, rounds: [round] })),
  }
}
