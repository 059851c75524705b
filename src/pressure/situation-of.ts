import { shortId } from '../model/id.ts'
import { rangeText } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { findEngagementFiles } from '../work/find-engagement-files.ts'
import { currentPhase } from '../work/phases-of.ts'
import type { Situation, Workstream } from './advise.ts'
import type { Fill } from './fill.ts'
import type { Level } from './level.ts'
import type { Limits } from './limits.ts'
import type { Signal } from './signals/signal.ts'

/** So many rounds at the end are what one is at. */
const RECENT = 3
/** A workstream is worked on now if one of so many last rounds is in it. */
const CURRENT = 5

export interface SituationOptions {
  readonly fill: Fill
  readonly level: Level
  /** As in a situation. */
  readonly sign: Signal | null
  readonly limits: Limits
  /** As in a situation; null where nobody worked it out. */
  readonly trimFrees: number | null
  readonly trimAllFrees?: number | null
  readonly open: Situation['open']
}

/** What advice on a session is given on. */
export async function situationOf(
  { store }: Pick<Workspace, 'store'>,
  session: Session,
  { fill, level, sign, limits, trimFrees, trimAllFrees = null, open }: SituationOptions,
): Promise<Situation> {
  const rounds = (await store.listRounds(session.id)).filter(({ active, round }) => active && round > 0)
  const shown = new Set(session.facts.surgery ? roundsShown(session) : rounds.map(({ round }) => round))
  const whole = rounds.filter(({ round }) => shown.has(round))
  return {
    session: shortId(session.id),
    percent: fill.percent,
    level,
    sign,
    warn: limits.warn,
    trimFrees,
    trimAllFrees,
    isCut: session.facts.surgery !== null,
    border: borderOf(session, whole),
    open,
    workstreams: workstreamsOf(whole, closedFor(session)),
    siblings: await siblingsOf(store, session),
  }
}

/** Where the phase began that the work is in now; else some rounds before the end. */
function borderOf(session: Session, whole: readonly RoundRow[]): Situation['border'] {
  if (whole.length <= RECENT) return null
  const phase = currentPhase(session)
  const first = phase && whole.find(({ started }) => started !== null && started >= phase.from)
  if (phase && first && first !== whole[0])
    return { at: phase.phase, text: `the phase ${phase.phase}`, round: first.round, frees: null }
  const { round } = whole.at(-RECENT)!
  return { at: `round:${round}`, text: `round ${round}`, round, frees: null }
}

/** Engagements that are over, as their files say. */
function closedFor({ facts: { cwd } }: Session): ReadonlySet<string> {
  const files = cwd === null ? [] : findEngagementFiles(cwd, { archived: true })
  return new Set(files.flatMap(({ id, phase }) => (phase === 'closed' ? [id] : [])))
}

/** The rounds of a cut session that are more than rows: those it was written with, and those since. */
function roundsShown({ facts: { surgery, highestRound } }: Session): readonly number[] {
  const since = Array.from(
    { length: Math.max(0, highestRound - surgery!.highest) },
    (_, at) => surgery!.highest + 1 + at,
  )
  return [...surgery!.rounds, ...since]
}

function workstreamsOf(rounds: readonly RoundRow[], closed: ReadonlySet<string>): readonly Workstream[] {
  const ids = [...new Set(rounds.flatMap(({ engagement }) => (engagement === null ? [] : [engagement])))]
  const last = new Set(rounds.slice(-CURRENT).map(({ engagement }) => engagement))
  return ids.map((id) => ({
    id,
    range: rangeText(rounds.filter(({ engagement }) => engagement === id).map(({ round }) => round)),
    isClosed: closed.has(id),
    isCurrent: last.has(id),
  }))
}

/** Sessions split from the same one in which work goes on: others that were split off with it and are not over. */
async function siblingsOf(store: Workspace['store'], session: Session): Promise<readonly string[]> {
  const splits = (await store.listLineage(session.id)).filter(
    ({ child, kind }) => child === session.id && kind === 'split',
  )
  const siblings: string[] = []
  for (const { parent } of splits) {
    for (const { child, kind } of await store.listLineage(parent as Session['id'])) {
      if (kind !== 'split' || child === session.id) continue
      const other = await store.findSession(child)
      if (other && other.end === null) siblings.push(shortId(child))
    }
  }
  return siblings
}
