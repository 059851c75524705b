import type { Did, RoundEvent } from '../../brief/round.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'

/** A subagent, and where in the session it was started, as far as the client noted it. */
interface Spawned {
  readonly child: Session
  readonly call: string | null
  readonly round: number
}

/** Adds to the calls of a round what subagents did whom it started; each of these has their session. */
export type AddSubagents = (
  session: Session,
  round: number,
  events: readonly RoundEvent[],
) => Promise<readonly RoundEvent[]>

/** Reads each session's subagents when the first of its rounds is asked for. */
export function createSubagentCalls(workspace: Workspace, above: ReadonlySet<string>): AddSubagents {
  const known = new Map<string, readonly Spawned[]>()

  return async (session, round, events) => {
    let spawned = known.get(session.id)
    if (!spawned) {
      spawned = await spawnedIn(workspace, session)
      known.set(session.id, spawned)
    }
    const here = spawned.filter((one) => one.round === round && !above.has(one.child.id))
    if (here.length === 0) return events
    const seen = new Set([...above, session.id])
    const done = new Map<Spawned, readonly Did[]>()
    for (const one of here) done.set(one, await callsOf(workspace, one.child, seen))
    const calls = new Set(
      events.flatMap((event) => (event.kind === 'did' && event.call !== undefined ? [event.call] : [])),
    )
    const lost = here.filter(({ call }) => call === null || !calls.has(call))
    return [
      ...events.flatMap((event) => [
        event,
        ...(event.kind === 'did' ? here.filter(({ call }) => call !== null && call === event.call) : []).flatMap(
          (one) => done.get(one)!,
        ),
      ]),
      ...lost.flatMap((one) => done.get(one)!),
    ]
  }
}

async function callsOf(workspace: Workspace, child: Session, seen: ReadonlySet<string>): Promise<readonly Did[]> {
  const { rounds } = await briefRounds(workspace, child, undefined, seen)
  return rounds.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'did' ? [{ ...event, agent: event.agent ?? child.id }] : [])),
  )
}

/** Those of which no round is noted belong to the one that ran when they began. */
async function spawnedIn({ store }: Workspace, session: Session): Promise<readonly Spawned[]> {
  const links = (await store.listLineage(session.id)).filter(
    ({ kind, parent }) => kind === 'spawn' && parent === session.id,
  )
  if (links.length === 0) return []
  const rows = await store.listRounds(session.id)
  const spawned: Spawned[] = []
  for (const { child: id, detail } of links) {
    const child = await store.findSession(id)
    if (!child) continue
    const { started } = child.facts
    const running = rows.findLast(
      (row) => row.round > 0 && row.started !== null && started !== null && row.started <= started,
    )
    const round = typeof detail.round === 'number' ? detail.round : running?.round
    if (round !== undefined)
      spawned.push({ child, call: typeof detail.tool_use_id === 'string' ? detail.tool_use_id : null, round })
  }
  return spawned
}
