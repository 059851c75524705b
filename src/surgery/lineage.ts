import type { SessionId } from '../model/id.ts'
import type { LineageLink, Session } from '../model/session.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import type { Workspace } from '../record/workspace.ts'

/** A session in a tree of where it came from, or of what came of it. */
export interface Relative {
  readonly session: string
  readonly kind: string
  readonly at: string
  /** Not in the record. */
  readonly missing?: true
  /** An undo took it away. */
  readonly undone?: true
  readonly parents?: readonly Relative[]
  readonly children?: readonly Relative[]
}

export interface Lineage {
  readonly session: string
  readonly parents: readonly Relative[]
  readonly children: readonly Relative[]
}

/** Everything a session came from, and everything that came of it. A session is followed once in each direction. */
export async function lineage(workspace: Workspace, reference: SessionRef): Promise<Lineage> {
  return lineageOf(workspace, await sessionOf(workspace, reference))
}

async function lineageOf(workspace: Workspace, session: Pick<Session, 'id'>): Promise<Lineage> {
  const { store } = workspace
  const undone = await undoneSessions(workspace)
  const links = (await store.listLineage()).filter((link) => link.child === session.id || !undone.has(link.child))
  const known = new Set<string>()
  for await (const { id } of store.listSessions()) known.add(id)
  return {
    session: session.id,
    parents: relatives(session.id, 'parents', new Set([session.id])),
    children: relatives(session.id, 'children', new Set([session.id])),
  }

  function relatives(of: string, side: 'parents' | 'children', seen: Set<string>): readonly Relative[] {
    const near = links.filter((link) => (side === 'parents' ? link.child : link.parent) === of)
    return near.map((link) => toRelative(link, side, seen))
  }

  function toRelative(link: LineageLink, side: 'parents' | 'children', seen: Set<string>): Relative {
    const id = side === 'parents' ? link.parent : link.child
    const isNew = !seen.has(id)
    seen.add(id)
    return {
      session: id,
      kind: link.kind,
      at: link.at,
      ...(!known.has(id) && { missing: true as const }),
      ...(undone.has(id) && { undone: true as const }),
      [side]: isNew ? relatives(id, side, seen) : [],
    }
  }
}

/** The sessions a session began with, itself where it came from none, and what came of each, as trees. */
export async function family(workspace: Workspace, reference: SessionRef): Promise<readonly Lineage[]> {
  const session = await sessionOf(workspace, reference)
  const { parents } = await lineageOf(workspace, session)
  const originals = endsOf(parents, 'parents')
  const roots = originals.length === 0 ? [session.id] : originals
  return Promise.all(roots.map((id) => lineageOf(workspace, { id: id as SessionId })))
}

/** Every session of a tree once, the nearest first. */
export function allOf(relatives: readonly Relative[], side: 'parents' | 'children'): readonly string[] {
  const all = new Set(relatives.map((one) => one.session))
  for (const one of relatives) for (const further of allOf(one[side] ?? [], side)) all.add(further)
  return [...all]
}

/** The sessions at the ends of a tree: the originals, or the newest that came of it. */
export function endsOf(relatives: readonly Relative[], side: 'parents' | 'children'): readonly string[] {
  const ends = relatives.flatMap((one) => {
    const further = endsOf(one[side] ?? [], side)
    return further.length > 0 ? further : [one.session]
  })
  return [...new Set(ends)]
}
