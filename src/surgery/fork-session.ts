import { Failure } from '../model/errors.ts'
import { parseRange } from '../model/range.ts'
import type { Session } from '../model/session.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import type { RoundsRef } from '../record/naming/resolve-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Operated } from './operated.ts'
import { planSession, type SurgeryOptions } from './operations.ts'
import { piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'

/** Writes a new session with what the client would have sent when a round ended. Somebody may go on in both. */
export async function forkSession(
  workspace: Workspace,
  { session: named, range, block, part, artifact }: RoundsRef,
  options: SurgeryOptions = {},
): Promise<Operated> {
  const session = await caughtUp(workspace, named)
  const [only, ...more] = parseRange(range, session.facts.highestRound, session.id)
  if (!only || only.from !== only.to || more.length > 0 || block !== undefined || part !== undefined || artifact) {
    throw new Failure('usage', 'stet fork takes one round.', { hint: `stet fork ${session.id}:1` })
  }
  const until = await endOf(workspace, session, only.to)
  return planSession(
    workspace,
    session,
    (subject) => planOf('fork', [subject], piecesOf(subject), { round: only.to }),
    { ...options, keep: true, until },
  )
}

/** Where the last line of a round is before the next round begins. */
async function endOf({ store }: Workspace, session: Session, round: number): Promise<number> {
  const spans = await store.listSpans(session.id)
  const first = spans.find(({ owner }) => owner === round)
  if (!first) {
    throw new Failure('round-not-found', `Session ${session.id} holds no lines of round ${round}.`, {
      facts: { session: session.id, round },
      hint: `Run \`stet rounds ${session.id}\` to see its rounds.`,
    })
  }
  const next = spans.find(({ owner, start }) => owner > round && start > first.start)?.start ?? Infinity
  return spans.findLast(({ owner, start }) => owner === round && start < next)!.end
}
