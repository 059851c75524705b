import { clientOf } from '../clients/client-of.ts'
import type { Commit } from '../model/commit.ts'
import { Failure } from '../model/errors.ts'
import { artifactIdOf, type CommitId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { estimateTokens } from '../model/tokens.ts'
import { clearedBy } from '../record/chain/cleared-by.ts'
import { provenOrigins } from '../record/reading/proven-origins.ts'
import type { Workspace } from '../record/workspace.ts'
import { provable } from './brief-rounds.ts'
import { type Entries, type Entry, entriesNow, mergeEntries, type Refused } from './entries/entry.ts'
import { freeAfter } from './entries/gate.ts'
import { readSummary } from './entries/read-summary.ts'
import { NOTHING_YET, type Standing } from './entries/standing.ts'
import type { BriefRound } from './round.ts'

/** The entries of a session as the record keeps them: the whole list, what is over too, and what was asked and answered. */
interface KeptEntries extends Standing {
  readonly version: 1
  readonly session: string
  readonly at: string
  readonly source: Entry['source']
  /** What was not taken of the last handoff. */
  readonly refused: readonly Refused[]
}

const FORMAT = 'stet-entries-v1'
/** What there is to do, of an earlier summary, is what a later one says. */
const LASTING = new Set<Entry['kind']>(['fact', 'decision', 'rule', 'error'])

/** What somebody wrote of a session: of itself, else of those that it was cut from or goes on from. */
export async function entriesOf(
  workspace: Workspace,
  session: Session,
  rounds?: readonly BriefRound[],
): Promise<Entries> {
  const { entries, refused } = await standingOf(workspace, session, rounds)
  return entriesNow(entries, refused)
}

/**
 * How far entries of a session are: the whole list, what is over too, of what was handed over of the session, else of what its
 * parents have, and of what the client's own compactions say of later rounds.
 */
export async function standingOf(
  workspace: Workspace,
  session: Session,
  rounds?: readonly BriefRound[],
  seen: ReadonlySet<string> = new Set(),
): Promise<Standing & Pick<KeptEntries, 'refused'> & { readonly commit: CommitId | null }> {
  const kept = await keptEntries(workspace, session)
  const written = kept?.entries ?? (await fromParents())
  const through = kept?.through ?? lastCited(written)
  const said = await clientEntries(await compactionsOf(workspace, session, through))
  const entries = mergeEntries(
    said.filter((entry) => lastCited([entry]) > through),
    written,
  )
  if (kept) return { ...kept, entries }
  const others = entries.filter(({ source }) => source.writer !== 'client')
  return { ...NOTHING_YET, entries, through: lastCited(others), refused: [], commit: null }

  /** What the client's own summaries say, held against the rounds that they are of: the client wrote it. */
  async function clientEntries(compactions: Awaited<ReturnType<typeof compactionsOf>>): Promise<readonly Entry[]> {
    if (compactions.length === 0) return []
    const { record, facts } = await provable(workspace, session, rounds)
    const found = new Map<string, Entry>()
    for (const { commit, until } of compactions) {
      const summary = clientOf(session).compactions?.summaryIn(await workspace.store.artifacts.get(commit.artifact))
      if (summary === undefined) continue
      const source = {
        writer: 'client',
        name: session.client,
        session: session.id,
        at: commit.createdAt,
        through: until,
      } as const
      const idOf = (place: number) => `c${until}-${place}`
      const isEarlier = commit !== compactions.at(-1)!.commit
      const read = readSummary(summary, { record, files: facts.files, before: [] }, { source, until, idOf, isEarlier })
      for (const entry of read.entries) if (!isEarlier || LASTING.has(entry.kind)) found.set(entry.text, entry)
    }
    return [...found.values()]
  }

  async function fromParents(): Promise<readonly Entry[]> {
    const parents = session.facts.surgery?.parents ?? []
    let all: readonly Entry[] = []
    for (const id of parents.filter((one) => one !== session.id && !seen.has(one))) {
      const parent = await workspace.store.findSession(id as Session['id'])
      if (!parent) continue
      const { entries: theirs } = await standingOf(workspace, parent, undefined, new Set([...seen, session.id]))
      if (theirs.length > 0) all = joined(all, await inNumbersHere(parent, theirs))
    }
    return all
  }

  /** The entries of a parent with the numbers that its rounds have here; those of rounds that this session has no part of stay there. */
  async function inNumbersHere(parent: Session, theirs: readonly Entry[]): Promise<readonly Entry[]> {
    const own = await workspace.store.listRounds(session.id)
    const ranges = (await provenOrigins(workspace, session, own)).filter((range) => range.session === parent.id)
    if (ranges.every(({ from, as }) => from === as) && session.facts.surgery?.parents.length === 1) return theirs
    const here = (round: number) => {
      const range = ranges.find(({ from, to }) => round >= from && round <= to)
      return range && range.as + round - range.from
    }
    return theirs.flatMap((entry) => {
      const given = JSON.stringify(entry)
      // every number in an entry is one of a round
      const moved: Entry = JSON.parse(given, (_, value) => (typeof value === 'number' ? here(value) : value))
      const cited = moved.rounds.filter((round) => round !== undefined)
      const quotes = moved.quotes.filter(({ round }) => round !== undefined)
      const over = entry.over === undefined ? {} : { over: moved.over ?? cited.at(-1)! }
      return cited.length === 0 ? [] : [{ ...moved, rounds: cited, quotes, ...over }]
    })
  }
}

function lastCited(entries: readonly Entry[]): number {
  return Math.max(0, ...entries.flatMap(({ rounds }) => rounds))
}

/** What was handed over last of a session; undefined where nothing was. */
async function keptEntries(
  { store }: Workspace,
  session: Session,
): Promise<(KeptEntries & { readonly commit: CommitId }) | undefined> {
  const commit = (await store.listNames()).find(({ name }) => name === nameOf(session))?.commit
  const found = commit && (await store.findCommit(commit))
  if (!found || found.format !== FORMAT) return undefined
  const value = JSON.parse((await store.artifacts.get(found.artifact)).toString('utf8'))
  if (value.version === 1) return { ...value, commit }
  throw new Failure('store-too-new', `The entries of session ${session.id} were written by a newer Stet.`, {
    hint: 'Install the newest Stet.',
  })
}

/** Writes the list down after the one that it was made of. Fails with `tag-moved` where another was written meanwhile. */
export async function keepEntries(
  workspace: Workspace,
  session: Session,
  entries: Omit<KeptEntries, 'version' | 'session'>,
  before: CommitId | null,
): Promise<void> {
  const { store } = workspace
  const head = session.head === null ? undefined : await store.findCommit(session.head)
  if (!head) {
    throw new Failure('nothing-to-do', `Nothing of session ${session.id} is in the record yet.`, {
      hint: 'stet inscribe FILE',
    })
  }
  const value: KeptEntries = { version: 1, session: session.id, ...entries }
  const id = await keepValue(workspace, value, FORMAT, {
    ...head,
    session: session.id,
    parent: before ?? head.id,
    thread: nameOf(session),
    summary: `entries of rounds up to ${entries.through}`,
  })
  await store.setName(nameOf(session), id, before)
}

/** Writes a value down as a snapshot, with the rest of a commit as it is given. */
export async function keepValue(
  { store, clock }: Workspace,
  value: object,
  format: string,
  commit: Omit<Commit, 'id'>,
): Promise<CommitId> {
  const bytes = Buffer.from(JSON.stringify(value))
  return store.putCommit({
    bytes,
    draft: {
      ...commit,
      type: 'snapshot',
      artifact: artifactIdOf(bytes),
      format,
      checkpoint: 'explicit',
      messageCount: 0,
      tokenCount: estimateTokens(bytes.length),
      recordedAt: clock().toISOString(),
      start: 0,
      end: bytes.length,
    },
  })
}

function nameOf({ id }: Session): string {
  return `handoff/${id}`
}

/** The client's own compactions of a session after a round, the oldest first, each with the last round that its summary is of. */
export async function compactionsOf(
  { store }: Workspace,
  session: Session,
  after: number,
): Promise<readonly { readonly commit: Commit; readonly until: number }[]> {
  if (!clientOf(session).compactions) return []
  const found: Commit[] = []
  for await (const commit of store.listChain(session.id))
    if (commit.type === 'compaction' && !(await clearedBy(store, commit))) found.push(commit)
  const spans = found.length === 0 ? [] : await store.listSpans(session.id)
  return found
    .map((commit) => {
      const owners = spans.flatMap(({ start, owner }) =>
        start < commit.start && typeof owner === 'number' ? owner : [],
      )
      return { commit, until: owners.reduce((last, owner) => Math.max(last, owner), 0) }
    })
    .filter(({ until }) => until > after)
}

/** Two lists as one: an id that both have is another's in the second. */
function joined(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const same = new Set(first.map((entry) => JSON.stringify(entry)))
  const taken = new Set(first.map(({ id }) => id))
  let free = freeAfter([...taken, ...second.map(({ id }) => id)])
  const names = new Map(second.map(({ id }) => [id, taken.has(id) ? `e${free++}` : id]))
  const named = (id: string) => names.get(id) ?? id
  const others = second.filter((entry) => !same.has(JSON.stringify(entry)))
  return [
    ...first,
    ...others.map(({ supersedes, ...entry }) => ({
      ...entry,
      id: named(entry.id),
      ...(supersedes && { supersedes: supersedes.map(named) }),
    })),
  ]
}
