import { isWithin, parseRange } from '../model/range.ts'
import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import type { Brief } from './brief.ts'
import { eachBriefRound, maskedRounds, originalRounds } from './brief-rounds.ts'
import { type Entries, type Entry, mergeEntries } from './entries/entry.ts'
import { entriesOf } from './entries-of.ts'
import { cwdOf, deedsOf } from './facts/deeds.ts'
import type { Facts, PlanFact } from './facts/facts.ts'
import { factsOf, planOf } from './facts/facts-of.ts'
import { sectionsOf } from './render/outline.ts'
import { handoff, sessionSummary } from './render/session-summary.ts'
import { isUnwritten, shownOf } from './render/shown.ts'
import type { BriefRound } from './round.ts'
import { wordsOf } from './words/words-of.ts'

/**
 * What a session came to, or those of its rounds that `wanted` takes, always from the originals. Secrets are masked before
 * anything is cut: a value that was cut is known for a secret no more.
 */
export async function briefSession(
  workspace: Workspace,
  session: Session,
  wanted?: (round: number) => boolean,
): Promise<Brief & { readonly rounds: readonly BriefRound[] }> {
  const { rounds, chars, last } = await maskedRounds(workspace, session, wanted)
  const entries = await entriesOf(workspace, session, wanted ? undefined : rounds)
  return { ...briefOf(rounds, entries, { chars, last }), rounds }
}

/** Something that somebody wrote or listed and that still holds. */
interface Thread {
  readonly text: string
  readonly round: number
}

/** What somebody wrote that is open or comes next, and what is left of the agent's own list; null where neither is there. */
export async function openThreads(workspace: Workspace, session: Session): Promise<readonly Thread[] | null> {
  const entries = await entriesOf(workspace, session)
  const listed = (await listOf(workspace, session)).filter(({ status }) => status === 'open' || status === 'active')
  if (isUnwritten({ entries }) && listed.length === 0) return null
  const written = entries.current.filter(({ kind }) => kind === 'open' || kind === 'next')
  return [...written.map(({ text, rounds }) => ({ text, round: rounds.at(-1) ?? 0 })), ...listed]
}

/** The agent's own list as it was last. Of each round no more is held than what it says of that. */
async function listOf(workspace: Workspace, session: Session): Promise<readonly PlanFact[]> {
  const rounds: BriefRound[] = []
  for await (const { round } of eachBriefRound(workspace, await originalRounds(workspace, session))) {
    const events = round.events.filter((event) => event.kind === 'did' && event.act.plan !== undefined)
    if (events.length > 0) rounds.push(await maskedValue({ ...round, events }))
  }
  return planOf(deedsOf(rounds, cwdOf(rounds)))
}

export interface StillOpen extends Thread {
  readonly kind: string
}

/** Not more than so many, the newest. */
const MOST_OPEN = 8

/** The user's rules and what is still to do, of rounds that became an index. */
export async function stillOpen(
  workspace: Workspace,
  session: Session,
  indexedRounds: string,
): Promise<readonly StillOpen[]> {
  const ranges = indexedRounds === '' ? [] : parseRange(indexedRounds, Number.POSITIVE_INFINITY)
  const { current } = ranges.length === 0 ? { current: [] } : await entriesOf(workspace, session)
  return current
    .filter(({ kind }) => kind === 'rule' || kind === 'open' || kind === 'next')
    .map(({ kind, text, rounds }) => ({ kind, text, round: rounds.at(-1) ?? 0 }))
    .filter(({ round }) => isWithin(ranges, round))
    .sort((a, b) => a.round - b.round)
    .slice(-MOST_OPEN)
}

/** What a session came to, as texts, with entries that are not kept yet. */
export async function textsOf(workspace: Workspace, session: Session, more: readonly Entry[] = []) {
  const { rounds: _, ...known } = await briefSession(workspace, session)
  const entries = { ...known.entries, current: mergeEntries(known.entries.current, more) }
  const brief = { ...known, entries }
  const about = { session: session.id, cwd: session.facts.cwd, at: workspace.clock().toISOString() }
  const textBy = (write: typeof sessionSummary) =>
    write(
      shownOf(brief, (one) => write(one, about).length),
      about,
    )
  return {
    brief,
    /** Whether somebody wrote entries. */
    written: !isUnwritten(brief),
    /** State, files, decisions, error, next steps. */
    summary: textBy(sessionSummary),
    /** Five headings, for the one who takes over. */
    handoff: textBy(handoff),
    /** Entries and facts by heading, for a person who looks at it. */
    sections: sectionsOf(brief, about.cwd),
    files: ledgerOf(brief.facts),
  }
}

/** Every file and what happened to it: a summary may name fewer. */
function ledgerOf({ files, read }: Facts) {
  const those = (state: (typeof files)[number]['state']) =>
    files.filter((file) => file.state === state).map(({ path, rounds }) => ({ path, rounds }))
  return {
    created: those('created'),
    modified: those('changed'),
    moved: those('moved'),
    deleted: those('deleted'),
    undone: those('reverted'),
    read: read.map(({ path, round }) => ({ path, rounds: [round] })),
  }
}

/** What rounds that follow one another came to: the same rounds and entries always give the same brief. */
export function briefOf(
  rounds: readonly BriefRound[],
  entries: Entries,
  { chars, last }: Pick<Brief, 'chars' | 'last'>,
): Brief {
  return { facts: factsOf(rounds), words: wordsOf(rounds), entries, chars, last }
}
