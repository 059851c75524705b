import type { Deed } from './deeds.ts'
import type { Facts, FileFact } from './facts.ts'
import { replay } from './replay.ts'
import { type Change, isScratch, type TreeFile } from './work-tree.ts'

/** So many later changes are asked whether they took a name out. */
const MOST_LATER = 12

/** A file that was changed, and the place of the call that did it last. */
export interface ChangedFile {
  readonly fact: Omit<FileFact, 'tested'>
  readonly place: number
}

/** What became of each file, the one changed last at the end, and what was only read. */
export function filesOf(
  deeds: readonly Deed[],
  cwd: string,
): Pick<Facts, 'read'> & { readonly files: readonly ChangedFile[] } {
  const { tree, read } = replay(deeds, { cwd })
  const changed = [...tree.files.values()]
    .filter((file) => file.place > file.doubt && !isScratch(file, cwd))
    .sort((a, b) => a.place - b.place)
  return {
    files: changed.map((file) => ({ fact: factOf(file), place: file.place })),
    read: [...read]
      .filter(([path]) => (tree.files.get(path)?.place ?? -1) === -1)
      .map(([path, round]) => ({ path, round })),
  }
}

function factOf({ path, work, wasThere, origin, rounds, agent }: TreeFile): Omit<FileFact, 'tested'> {
  const symbols = new Set<string>()
  const removed = new Set<string>()
  const later: NonNullable<Change['exchanged']>[] = []
  const isGone = (name: string) => later.some(({ before, after }) => before.includes(name) && !after.includes(name))
  for (let version = work; version !== null; version = version.earlier) {
    for (const name of version.removed ?? []) if (!symbols.has(name)) removed.add(name)
    for (const name of version.symbols ?? []) if (!removed.has(name) && !isGone(name)) symbols.add(name)
    if (version.kind === 'delete' && version !== work) break
    if (version.exchanged && later.length < MOST_LATER) later.push(version.exchanged)
  }
  const isElsewhere = origin !== null && origin !== path && !wasThere
  const isDeleted = work?.kind === 'delete'
  const state = isElsewhere ? 'moved' : wasThere ? 'changed' : 'created'
  return {
    path,
    state: work === null ? 'reverted' : isDeleted ? 'deleted' : state,
    ...(isElsewhere && !isDeleted && { from: origin }),
    rounds,
    symbols: [...symbols],
    removed: [...removed],
    ...(agent !== undefined && { agent }),
  }
}
