import { stat } from 'node:fs/promises'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { clientIsRunning } from '../record/running/client-is-running.ts'
import { isAsCut, isLive, isRecent } from '../record/running/is-live.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Ancestor } from './with-lineage.ts'

const NEWLINE = 10

/** A client resumes main sessions only. */
export function refuseSubagents({ id, facts }: Session): void {
  if (facts.spawnedBy === null) return
  throw new Failure('not-resumable', `Session ${id} belongs to a subagent, and its client cannot resume it.`, {
    facts: { session: id, parent: facts.spawnedBy.session },
    hint: `Use the session that started it: ${facts.spawnedBy.session}.`,
  })
}

/** The sessions a session was cut from, the nearest first, each with what was done to it. */
export async function ancestorsOf({ store }: Workspace, session: Session): Promise<readonly Ancestor[]> {
  const ancestors = new Map<string, Ancestor>()
  let nearest: readonly Session[] = [session]
  while (nearest.length > 0) {
    const further: Session[] = []
    for (const { id, facts } of nearest) {
      for (const parent of facts.surgery?.parents ?? []) {
        if (parent === session.id || ancestors.has(parent)) continue
        const known = await store.findSession(parent as Session['id'])
        const file = known?.source ?? 'unknown'
        ancestors.set(parent, { session: parent, kind: facts.surgery!.kind, into: id, file })
        if (known) further.push(known)
      }
    }
    nearest = further
  }
  return [...ancestors.values()]
}

/** Says so where a client may be writing the session, as it was recorded before and is now, or broke off in a line. */
export async function liveWarnings(
  { clock, liveDir }: Workspace,
  session: Session,
  before: Session,
): Promise<readonly string[]> {
  const written = await stat(session.source).then(
    (found) => found.mtimeMs,
    () => undefined,
  )
  const taken = `what is complete up to line ${session.facts.lines} was taken.`
  const isTorn = session.tail.length > 0 && session.tail.at(-1) !== NEWLINE
  const torn = isTorn ? [`The last line of session ${session.id} is not finished: ${taken}`] : []
  const isRunning = clientIsRunning(liveDir, session.clientId, written)
  if (isRunning === false || (isRunning === undefined && isAsCut(session))) return torn
  const hasGrown = sizeOf(session) > sizeOf(before) && isRecent(written, clock())
  if (!isRunning && !hasGrown && !isLive(session.source, written, clock())) return torn
  const lead = isRunning
    ? `A client is running session ${session.id}`
    : `Session ${session.id} was written to in the last minute, so a client may be running it`
  const left = isTorn ? ' Its last line is not finished.' : ''
  return [`${lead}: ${taken}${left} A running client sees the change only when it leaves and resumes the new session.`]
}

function sizeOf({ bytes, tail }: Session): number {
  return bytes + tail.length
}
