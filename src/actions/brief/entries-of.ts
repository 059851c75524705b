import type { Entries, Entry } from '../../brief/entries/entry.ts'
import { freeAfter } from '../../brief/entries/gate.ts'
import { entriesNow, mergeEntries } from '../../brief/entries/merge-entries.ts'
import type { BriefRound } from '../../brief/round.ts'
import type { Session } from '../../model/session.ts'
import { provenOrigins } from '../surgery/proven-origins.ts'
import type { Workspace } from '../workspace.ts'
import { clientEntries, compactionsOf } from './client-entries.ts'
import { type KeptEntries, keptEntries } from './kept-entries.ts'
import { provable } from './provable.ts'

/** What somebody wrote of a session: of itself, else of those that it was cut from or goes on from. */
export async function entriesOf(
  workspace: Workspace,
  session: Session,
  rounds?: readonly BriefRound[],
): Promise<Entries> {
  const kept = await keptEntries(workspace, session)
  return entriesNow(await writtenOf(workspace, session, { kept, rounds }), kept?.refused)
}

interface Known {
  readonly kept?: KeptEntries | undefined
  /** All of the session's rounds, where they were read. */
  readonly rounds?: readonly BriefRound[] | undefined
  readonly seen?: ReadonlySet<string>
}

/**
 * The whole list, what is over too: what was handed over of the session, else what its parents have, and what the client's
 * own compactions say of later rounds.
 */
export async function writtenOf(
  workspace: Workspace,
  session: Session,
  { kept, rounds, seen = new Set() }: Known = {},
): Promise<readonly Entry[]> {
  const own = kept ?? (await keptEntries(workspace, session))
  const written = own?.entries ?? (await fromParents(workspace, session, seen))
  const through = own?.through ?? lastCited(written)
  const compactions = await compactionsOf(workspace, session, through)
  if (compactions.length === 0) return written
  const proof = await provable(workspace, session, rounds)
  const said = await clientEntries(workspace, session, compactions, proof)
  return mergeEntries(
    said.filter((entry) => lastCited([entry]) > through),
    written,
  )
}

export function lastCited(entries: readonly Entry[]): number {
  return Math.max(0, ...entries.flatMap(({ rounds }) => rounds))
}

async function fromParents(
  workspace: Workspace,
  session: Session,
  seen: ReadonlySet<string>,
): Promise<readonly Entry[]> {
  const parents = (session.facts.surgery?.parents ?? []).filter((parent) => parent !== session.id && !seen.has(parent))
  let all: readonly Entry[] = []
  for (const id of parents) {
    const parent = await workspace.store.findSession(id as Session['id'])
    if (!parent) continue
    const written = await writtenOf(workspace, parent, { seen: new Set([...seen, session.id]) })
    if (written.length > 0) all = joined(all, await inNumbersOf(workspace, session, parent, written))
  }
  return all
}

/** The entries of a parent with the numbers that its rounds have here; those of rounds that this session has no part of stay there. */
async function inNumbersOf(
  workspace: Workspace,
  session: Session,
  parent: Session,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const own = await workspace.store.listRounds(session.id)
  const ranges = (await provenOrigins(workspace, session, own)).filter((range) => range.session === parent.id)
  const here = (round: number) => {
    const range = ranges.find(({ from, to }) => round >= from && round <= to)
    return range && range.as + round - range.from
  }
  if (ranges.every(({ from, as }) => from === as) && session.facts.surgery?.parents.length === 1) return entries
  return entries.flatMap((entry) => {
    const rounds = entry.rounds.flatMap((round) => here(round) ?? [])
    if (rounds.length === 0) return []
    const { agreed, over, why, ...rest } = entry
    const at = {
      agreed: agreed && here(agreed),
      over: over && (here(over) ?? rounds.at(-1)),
      why: why?.round && here(why.round),
    }
    return {
      ...rest,
      rounds,
      quotes: entry.quotes.flatMap(({ round, words }) => {
        const number = here(round)
        return number === undefined ? [] : [{ round: number, words }]
      }),
      ...(at.agreed !== undefined && { agreed: at.agreed }),
      ...(at.over !== undefined && { over: at.over }),
      ...(why && { why: { text: why.text, ...(at.why !== undefined && { round: at.why }) } }),
    }
  })
}

/** Two lists as one: an id that both have is another's in the second. */
function joined(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const same = new Set(first.map((entry) => JSON.stringify(entry)))
  const taken = new Set(first.map(({ id }) => id))
  let free = freeAfter([...taken, ...second.map(({ id }) => id)])
  const names = new Map(second.map(({ id }) => [id, taken.has(id) ? `e${free++}` : id]))
  const others = second.filter((entry) => !same.has(JSON.stringify(entry)))
  return [
    ...first,
    ...others.map((entry) => ({
      ...entry,
      id: names.get(entry.id)!,
      ...(entry.supersedes && { supersedes: entry.supersedes.map((id) => names.get(id) ?? id) }),
    })),
  ]
}
