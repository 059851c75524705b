import type { Commit } from '../../model/commit.ts'
import { sessionIdOf } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { whereAvailable } from '../indexing/search-follower.ts'
import { WENT_ON_ELSEWHERE } from '../naming/went-on-elsewhere.ts'
import type { Store } from '../store.ts'
import type { Workspace } from '../workspace.ts'
import { adopt } from './adopt.ts'

/**
 * Whether a line that comes is called as it is where it came from, and not the line that is called so here: the one that
 * went on first is, so that an id means the same on all machines.
 */
export async function goesFirst(
  { store }: Workspace,
  coming: readonly Commit[],
  { line, differsAt }: { readonly line: Session; readonly differsAt: number },
): Promise<boolean> {
  const theirs = coming.find(({ end }) => end > differsAt)
  for await (const own of store.listChain(line.id, differsAt)) return theirs !== undefined && keyOf(theirs) < keyOf(own)
  return false
}

function keyOf({ createdAt, artifact }: Commit): string {
  return `${createdAt} ${artifact}`
}

/** Gives a line that is here the next free number. A kill leaves it twice, and the next time it goes on from there. */
export async function renumber(workspace: Workspace, line: Session): Promise<void> {
  const { store, search } = workspace
  const commits: Commit[] = []
  for await (const commit of store.listChain(line.id)) commits.push(commit)
  const { generation, known } = await nextNumber(workspace, line)
  const id = sessionIdOf(line.clientId, generation)
  const { client, clientId, format, tail, source } = line
  const links = (await store.listLineage(line.id)).filter(({ child }) => child === line.id)
  const fork = {
    parent: line.id,
    kind: 'fork',
    at: workspace.clock().toISOString(),
    detail: WENT_ON_ELSEWHERE,
  } as const
  await adopt(
    workspace,
    {
      ...{ id, known, tail, source },
      ...(!known && { create: { client, clientId, format, generation } }),
      commits: commits.filter(({ end }) => end > (known?.bytes ?? 0)),
      links: [...links, fork].map((link) => ({ ...link, child: id })),
    },
    (artifact) => store.artifacts.get(artifact),
  )
  for (const { path, artifact, at } of await store.listSideFiles(line.id))
    await store.putSideFile({ session: id, path, at, content: await store.artifacts.get(artifact) })
  if (line.end) await store.endSession(id, line.end)
  const note = await store.findSource(source)
  if (note?.session === line.id) {
    const { path, size, modified, inode, proven } = note
    await store.noteSource({ path, size, modified, inode, proven, session: id })
  }
  await store.forget(line.id)
  await whereAvailable(async () => search?.forget(line.id))
}

/** The first that no session has; or that has a part of the line already, as a kill leaves it. */
async function nextNumber(
  { store }: Workspace,
  line: Session,
): Promise<{ readonly generation: number; readonly known?: Session }> {
  for (let generation = line.generation + 1; ; generation++) {
    const known = await store.findSession(sessionIdOf(line.clientId, generation))
    if (!known) return { generation }
    if (known.head !== null && (await holdsHead(store, line, known))) return { generation, known }
  }
}

async function holdsHead(store: Store, line: Session, { head, bytes }: Session): Promise<boolean> {
  for await (const { id, end } of store.listChain(line.id, bytes - 1)) return id === head && end === bytes
  return false
}
