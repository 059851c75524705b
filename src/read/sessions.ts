import { isOnlyPrompts } from '../clients/prompts/index.ts'
import { isFailure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { LineageLink, Session } from '../model/session.ts'
import type { Settings } from '../model/settings.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { currentGenerations, withoutOutgrown } from '../record/naming/current-generations.ts'
import { refreshRunning } from '../record/naming/running-session.ts'
import { streamsOf } from '../record/naming/streams.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import { wentOnElsewhere } from '../record/naming/went-on-elsewhere.ts'
import { isMine } from '../record/naming/whose.ts'
import { commitOfRound } from '../record/reading/commit-of-round.ts'
import { originIn } from '../record/reading/origin-in.ts'
import { titled } from '../record/reading/titled.ts'
import { clientIsRunning } from '../record/running/client-is-running.ts'
import { isAsCut, isLive } from '../record/running/is-live.ts'
import { hasLiveFiles } from '../record/running/live-files.ts'
import type { Workspace } from '../record/workspace.ts'
import { fixedTokensOf } from '../surgery/fixed-tokens-of.ts'

/** Fewer people's messages than this make a ghost: recorded, listed, not worth analysing. */
const GHOST_BELOW = 3

export interface SessionSummary {
  readonly session: string
  /** Whether its id alone names it: what the client's file was last found to be, where there were several. */
  readonly current: boolean
  readonly client: string
  readonly title: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly model: string | null
  readonly cwd: string | null
  /** Who wrote its last commit down, and on which machine; null while it has none. */
  readonly principal: string | null
  readonly machine: string | null
  readonly mine: boolean
  /** Whether it is the line of a session that went on in another way on another machine: no older state of it. */
  readonly went_on_elsewhere: boolean
  readonly started: string | null
  readonly ended: string | null
  readonly rounds: number
  readonly messages: number
  readonly bytes: number
  readonly tokens: number
  readonly window: number
  readonly percent: number
  readonly engagements: readonly string[]
  readonly head: string | null
  readonly source: string
  readonly parents: readonly string[]
  readonly children: readonly string[]
  /** The first session it was cut from, where Stet wrote it; null for any other. Lists fold it under that. */
  readonly origin: string | null
  /** What made it of its parents: an operation, or the client's own doing; null for one that began by itself. */
  readonly made_by: string | null
  readonly spawned_by: {
    readonly session: string
    readonly round: number | null
    readonly tool_use_id: string | null
    readonly commit: string | null
  } | null
  readonly worker: string | null
  /** Its place among the sessions of its worker. */
  readonly session_number: number | null
  /** When and by which operation work left it for another session. */
  readonly ended_at: string | null
  readonly end_reason: string | null
  /** How full its window was then, in percent; and the handoff that was written. */
  readonly context_at_end: number | null
  readonly summary: string | null
  /** Only its prompts are recorded, from the client's history of them. */
  readonly transcript_gone: boolean
  readonly ghost: boolean
  readonly live: boolean
}

/** A file of settings that cannot be read keeps nobody from looking. */
async function settingsOrNone({ settings }: Workspace): Promise<Settings> {
  try {
    return (await settings?.()) ?? {}
  } catch (error) {
    if (isFailure(error, 'config-invalid')) return {}
    throw error
  }
}

/** Every session of the record but those that an undo took away or a document has outgrown, and streams of a transcript, newest first. `modifiedAt` tells when a source was last written, where it still is. */
export async function listSessions(
  workspace: Workspace,
  modifiedAt: (path: string) => number | undefined,
): Promise<readonly SessionSummary[]> {
  const { store } = workspace
  await refreshRunning(workspace)
  const undone = await undoneSessions(workspace)
  const summaries: SessionSummary[] = []
  const heard = { ...workspace, liveDir: hasLiveFiles(workspace.liveDir) ? workspace.liveDir : undefined }
  const sessions: Session[] = []
  for await (const session of store.listSessions()) sessions.push(session)
  const current = new Set(await currentGenerations(store, sessions))
  const isThere = ({ id, source }: Session) =>
    !undone.has(id) || (undone.get(id)!.replaced === undefined && modifiedAt(source) !== undefined)
  const there = new Set(sessions.filter(isThere).map(({ id }) => id as string))
  const all = new Map(sessions.map((session) => [session.id as string, session]))
  const isTaken = (child: string) => undone.has(child) && !there.has(child)
  const links = await store.listLineage()
  const kin = {
    ...kinOf(links, isTaken),
    apart: wentOnElsewhere(links),
    all,
    there,
    settings: await settingsOrNone(workspace),
  }
  const streams = streamsOf(sessions)
  for (const session of withoutOutgrown(sessions, current)) {
    if (!there.has(session.id) || streams.has(session)) continue
    summaries.push({ ...(await summarize(heard, session, kin, modifiedAt)), current: current.has(session) })
  }
  return summaries.sort((a, b) => byText(b.ended ?? '', a.ended ?? '') || byText(a.session, b.session))
}

/** Plain order: times and ids are ASCII, and to compare as people do loads tables that take longer than the command. */
function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

interface Links {
  readonly toParents: ReadonlyMap<string, readonly LineageLink[]>
  readonly toChildren: ReadonlyMap<string, readonly LineageLink[]>
}

interface Kin extends Links {
  readonly all: ReadonlyMap<string, Session>
  /** The ids of those that no undo took away. */
  readonly there: ReadonlySet<string>
  /** The ids of lines that went on in another way on another machine. */
  readonly apart: ReadonlySet<string>
  readonly settings: Settings
}

function kinOf(links: readonly LineageLink[], isTaken: (child: string) => boolean): Links {
  const kept = links.filter(({ child }) => !isTaken(child))
  return { toParents: grouped(links, 'child'), toChildren: grouped(kept, 'parent') }
}

function grouped(links: readonly LineageLink[], by: 'child' | 'parent'): ReadonlyMap<string, readonly LineageLink[]> {
  const groups = new Map<string, LineageLink[]>()
  for (const link of links) {
    const group = groups.get(link[by])
    if (group) group.push(link)
    else groups.set(link[by], [link])
  }
  return groups
}

async function summarize(
  workspace: Workspace,
  session: Session,
  kin: Kin,
  modifiedAt: (path: string) => number | undefined,
): Promise<Omit<SessionSummary, 'current'>> {
  const { facts } = session
  const { toParents, toChildren, settings } = kin
  const context = await contextOf(workspace, session)
  const { tokens, window, percent } = fillOfSession(workspace, session, context, settings)
  const written = modifiedAt(session.source)
  const parents = toParents.get(session.id) ?? []
  const isLent = facts.title === null && facts.surgery !== null && parents[0] !== undefined
  const source = isLent ? await workspace.store.findSession(parents[0]!.parent as SessionId) : undefined
  return {
    session: session.id,
    client: session.client,
    title: titled(session, source),
    agent: facts.agent,
    role: facts.role,
    model: facts.model,
    cwd: facts.cwd,
    principal: session.by?.principal ?? null,
    machine: session.by?.machine ?? null,
    mine: isMine(workspace, session),
    went_on_elsewhere: kin.apart.has(session.id),
    started: facts.started,
    ended: facts.ended,
    rounds: facts.rounds,
    messages: facts.messages,
    bytes: session.bytes + session.tail.length,
    tokens,
    window,
    percent,
    engagements: await workspace.store.listEngagements(session.id),
    head: session.head,
    source: session.source,
    parents: [...new Set(parents.map((link) => link.parent))],
    children: [...new Set((toChildren.get(session.id) ?? []).map((link) => link.child))],
    origin: originIn(kin.all, session, (id) => kin.there.has(id)),
    made_by: parents[0]?.kind ?? null,
    spawned_by: await spawnedBy(workspace, session, parents),
    worker: session.worker?.id ?? null,
    session_number: session.worker?.number ?? null,
    ended_at: session.end?.at ?? null,
    end_reason: session.end?.reason ?? null,
    context_at_end: session.end?.context ?? null,
    summary: session.end?.summary ?? null,
    transcript_gone: isOnlyPrompts(session),
    ghost: facts.rounds < GHOST_BELOW,
    live:
      clientIsRunning(workspace.liveDir, session.clientId, written) ??
      (!isAsCut(session) && isLive(session.source, written, workspace.clock())),
  }
}

/** What its client said last that it sends; where no reply came yet, as after a handoff, what is estimated of its rounds. */
async function contextOf({ store }: Workspace, session: Session): Promise<number> {
  const { tokens, rounds } = session.facts
  if (tokens > 0 || rounds === 0) return tokens
  const rows = (await store.listRounds(session.id)).filter(({ active }) => active)
  return rows.reduce((sum, { tokenCount }) => sum + tokenCount, (await fixedTokensOf(store, session)) ?? 0)
}

/** Where a subagent came from: the session, its round, the tool call, and the commit that holds the round's end. */
async function spawnedBy(
  { store }: Workspace,
  session: Session,
  parents: readonly LineageLink[],
): Promise<SessionSummary['spawned_by']> {
  const link = parents.find((known) => known.kind === 'spawn')
  if (!link && !session.facts.spawnedBy) return null
  const round = typeof link?.detail.round === 'number' ? link.detail.round : null
  const toolUseId = link?.detail.tool_use_id
  const parent = link?.parent ?? session.facts.spawnedBy!.session
  return {
    session: parent,
    round,
    tool_use_id: typeof toolUseId === 'string' ? toolUseId : null,
    commit: round === null ? null : ((await commitOfRound(store, parent as SessionId, [round])) ?? null),
  }
}
