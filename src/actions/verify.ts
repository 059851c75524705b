import type { Parsed } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { Failure, isFailure } from '../model/errors.ts'
import type { RoundText } from '../model/round-text.ts'
import type { Session } from '../model/session.ts'
import { tilingFault } from '../model/span.ts'
import { estimateTokens } from '../model/tokens.ts'
import { mask } from '../redaction/mask.ts'
import { derive } from './derive.ts'
import { catchUpSearch } from './search/catch-up-search.ts'
import { whereAvailable } from './search/search-follower.ts'
import type { Workspace } from './workspace.ts'

interface Damage {
  readonly where: string
  readonly what: string
}

export interface Verified {
  readonly ok: boolean
  readonly checked: number
  readonly counts: { readonly artifacts: number; readonly commits: number; readonly sessions: number }
  readonly damaged: readonly Damage[]
  /** Sessions that still read whole. */
  readonly readable: number
  /** Sessions of which what is derived was computed anew, or would be. */
  readonly rebuilt: number
}

interface VerifyOptions {
  /** Computes everything derived anew from the record where it differs. */
  readonly rebuild?: boolean
  /** With `rebuild`: writes nothing, and counts what would be computed anew; it stays among what is damaged. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** How often a session is looked at that is written to all the time. */
const LOOKS = 10

/** Reads everything in the store and proves it: each artifact by its hash, each chain, each derived row. */
export async function verify(
  workspace: Workspace,
  { rebuild = false, dryRun = false, signal, onProgress }: VerifyOptions = {},
): Promise<Verified> {
  const { store } = workspace
  const damaged: Damage[] = [...(await store.listFaults())]
  let artifacts = 0
  let commits = 0
  await attempt(damaged, 'artifacts', async () => {
    const total = await store.sizes()
    commits = total.commits // those of no session's chain too; the store has looked at each
    for await (const { id } of store.artifacts.list()) {
      artifacts++
      onProgress?.(artifacts, total.artifacts)
      await attempt(damaged, `artifact ${id.slice(0, 16)}`, () => store.artifacts.get(id))
    }
  })
  const sessions: Session[] = []
  await attempt(damaged, 'sessions', async () => {
    for await (const session of store.listSessions()) sessions.push(session)
  })
  let readable = 0
  let rebuilt = 0
  for (const session of sessions) {
    if (signal?.aborted) throw stopped()
    const before = damaged.length
    await attempt(damaged, `session ${session.id}`, async () => {
      await checkChain(workspace, session)
      const fault = await derivedFault(workspace, session)
      if (fault === undefined) return
      if (rebuild && !dryRun) await rebuildDerived(workspace, session)
      else damaged.push({ where: `session ${session.id}`, what: `${fault}; run \`stet verify --rebuild\`` })
      if (rebuild) rebuilt++
    })
    if (damaged.length === before) readable++
  }
  if (rebuild && !dryRun) await catchUpSearch(workspace)
  return {
    ok: damaged.length === 0,
    checked: artifacts + commits + sessions.length,
    counts: { artifacts, commits, sessions: sessions.length },
    damaged,
    readable,
    rebuilt,
  }
}

/** Computes everything derived of one session anew. Tags come back from the journal. */
export async function rebuildDerived(workspace: Workspace, session: Session): Promise<void> {
  const { parsed, active } = await derive(workspace, session)
  await workspace.store.replaceDerived({ session: session.id, from: session.head, derived: parsed, active })
  await workspace.search?.forget(session.id) // it is caught up from the new rows
}

function stopped(): Failure {
  return new Failure('interrupted', 'Stopped before the last session.', {
    hint: 'Run `stet verify` again when you like.',
  })
}

async function attempt(damaged: Damage[], where: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isFailure(error) || error.code === 'interrupted') throw error
    damaged.push({ where, what: error.message })
  }
}

/** The session's commits lie end to end, each the parent of the next, and the head is the last. */
async function checkChain({ store }: Workspace, session: Session): Promise<void> {
  let at = 0
  let parent: string | null = null
  for await (const commit of store.listChain(session.id)) {
    if (at >= session.bytes) break // written since the session was read
    if (commit.start !== at) throw new Failure('record-corrupt', `Its commits leave a gap at byte ${at}.`)
    if (commit.parent !== parent)
      throw new Failure('record-corrupt', `Commit ${commit.id} does not follow the one before it.`)
    at = commit.end
    parent = commit.id
  }
  if (at !== session.bytes || parent !== session.head)
    throw new Failure('record-corrupt', `Its head is not its last commit.`)
}

/**
 * What is wrong with the rows derived of a session, if anything. A session that was written to meanwhile is looked at
 * again, because what was read of it does not belong together; one that never rests is left to the next look.
 */
async function derivedFault(workspace: Workspace, listed: Session): Promise<string | undefined> {
  let session = listed
  for (let looks = 0; looks < LOOKS; looks++) {
    const fault = await derivedFaultOf(workspace, session)
    if (fault === undefined) return undefined
    const now = await workspace.store.findSession(session.id)
    if (!now || same(now, session)) return fault
    session = now
  }
  return undefined
}

async function derivedFaultOf(workspace: Workspace, session: Session): Promise<string | undefined> {
  const { store } = workspace
  const parserState = await store.findParserState(session.id)
  if (parserState === null) return 'where its parser stands is lost, or of an older Stet'
  const { parsed, active } = await derive(workspace, session)
  const spans = await store.listSpans(session.id)
  const hole = tilingFault(spans, session.bytes)
  if (hole !== undefined) return hole
  if (!same(spans, parsed.spans)) return 'its spans are not those of its bytes'
  if (!same(await store.listProblems(session.id), parsed.problems)) return 'its problems are not those of its bytes'
  if (!same(session.facts, parsed.facts)) return 'its facts are not those of its bytes'
  if (!(await linksMatch(workspace, session, parsed.graph)))
    return 'the links between its lines are not those of its bytes'
  const rows = await store.listRounds(session.id)
  const tags = await tagsOf(workspace)
  const expected = parsed.rounds
    .map((round) => ({
      ...round,
      session: session.id,
      tokenCount: estimateTokens(round.chars, parsed.facts.charsAToken),
      active: active.includes(round.round),
      engagement: tags.get(round.roundId) ?? null,
    }))
    .sort((a, b) => a.round - b.round)
  const isSettled = clientOf(session).reader.parser(parserState).pathIsSettled // else the next capture finds what is active
  const comparable = (row: { readonly active: boolean }) => (isSettled ? row : { ...row, active: null })
  if (!same(rows.map(comparable), expected.map(comparable)))
    return 'its rounds are not those of its bytes and of the tag journal'
  return (await whereAvailable(() => isSearchedAsSaid(workspace, session, parsed))) === false
    ? 'its search rows are not what its bytes say'
    : undefined
}

/** Whether the search index has what was said; one that is behind, or not there, is not wrong. */
async function isSearchedAsSaid({ search }: Workspace, session: Session, { texts }: Parsed): Promise<boolean> {
  if (!search || (await search.findMark(session.id))?.head !== session.head) return true
  const indexed = await withoutSecrets(await search.listRounds(session.id)) // what lay in two pieces when it came
  const said = await withoutSecrets([...texts].sort((a, b) => a.round - b.round))
  return same(indexed, said)
}

async function withoutSecrets(texts: readonly RoundText[]): Promise<readonly RoundText[]> {
  return Promise.all(texts.map(async (round) => ({ ...round, text: (await mask(round.text)).text })))
}

/** What each round carries according to the journal, which is the truth. */
async function tagsOf({ store }: Workspace): Promise<ReadonlyMap<string, string | null>> {
  const tags = new Map<string, string | null>()
  for await (const change of store.listTags()) tags.set(change.roundId, change.engagement)
  return tags
}

async function linksMatch({ store }: Workspace, session: Session, graph: Uint8Array | undefined): Promise<boolean> {
  const stored: Uint8Array[] = []
  try {
    for await (const stretch of store.listGraphs(session.id)) stored.push(stretch)
  } catch (error) {
    if (!isFailure(error, 'record-corrupt')) throw error
    return false
  }
  const { paths } = clientOf(session).reader
  return !paths || paths.links(stored) === paths.links(graph ? [graph] : [])
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

/** JSON with sorted keys, so that the order of columns does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
