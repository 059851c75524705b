import type { Entries, Entry } from '../../brief/entries/entry.ts'
import { freeAfter } from '../../brief/entries/gate.ts'
import { entriesNow } from '../../brief/entries/merge-entries.ts'
import type { Session } from '../../model/session.ts'
import { provenOrigins } from '../surgery/proven-origins.ts'
import type { Workspace } from '../workspace.ts'
import { keptEntries } from './kept-entries.ts'

/** What somebody wrote of a session: of itself, else of those that it was cut from or goes on from. */
export async function entriesOf(workspace: Workspace, session: Session): Promise<Entries> {
  const kept = await keptEntries(workspace, session)
  return entriesNow(await writtenOf(workspace, session), kept?.refused)
}

/** The whole list, what is over too. */
export async function writtenOf(
  workspace: Workspace,
  session: Session,
  seen: ReadonlySet<string> = new Set(),
): Promise<readonly Entry[]> {
  const own = await keptEntries(workspace, session)
  if (own) return own.entries
  const parents = (session.facts.surgery?.parents ?? []).filter((parent) => parent !== session.id && !seen.has(parent))
  let all: readonly Entry[] = []
  for (const id of parents) {
    const parent = await workspace.store.findSession(id as Session['id'])
    if (!parent) continue
    const written = await writtenOf(workspace, parent, new Set([...seen, session.id]))
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
