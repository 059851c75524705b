import { basename, sep } from 'node:path'
import { clientNamed } from '../clients/names.ts'
import { isOnlyPrompts } from '../clients/prompts/index.ts'
import { Failure } from '../model/errors.ts'
import type { RoundId, SessionId } from '../model/id.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { userTime } from '../model/user-time.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { toldByTranscripts } from '../record/naming/streams.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import { isOf } from '../record/naming/whose.ts'
import type { Workspace } from '../record/workspace.ts'

/** Which rounds are looked at; each that is given must hold. */
export interface SearchFilters {
  readonly session?: SessionRef | undefined
  readonly client?: string | undefined
  /** A folder, or its name. */
  readonly project?: string | undefined
  /** A user, `ada` or `ada@desk`, and a machine: of who wrote the session's last commit down. */
  readonly by?: string | undefined
  readonly machine?: string | undefined
  readonly branch?: string | undefined
  readonly engagement?: string | undefined
  readonly agent?: string | undefined
  /** Who said it, `user`, `assistant` or `tool`; or the role of the session's agent. */
  readonly role?: string | undefined
  /** From this time on; a date, a time, `yesterday`, or as long ago as `7d`. */
  readonly after?: string | undefined
  /** Up to this time. */
  readonly before?: string | undefined
}

export interface Narrowed {
  /** The sessions that may have such rounds; undefined where all may. */
  readonly sessions: ReadonlySet<SessionId> | undefined
  /** The same sessions, or all of them. */
  readonly among: ReadonlyMap<SessionId, Session>
  /** Whether rounds of such a session may not be ones. */
  readonly isByRound: boolean
  /** Whether a round of such a session is one. */
  readonly accepts: (row: RoundRow | undefined) => boolean
}

/** Reads the filters against the sessions there are. */
export async function narrow(
  workspace: Workspace,
  sessions: readonly Session[],
  filters: SearchFilters,
): Promise<Narrowed> {
  const session = filters.session === undefined ? undefined : await sessionOf(workspace, filters.session)
  const { client, project, by, machine, branch, engagement, agent, role } = filters
  const after = timeOf('after', filters.after, workspace.clock())
  const before = timeOf('before', filters.before, workspace.clock())
  const tagged = engagement === undefined ? undefined : await sessionsIn(workspace, engagement)
  const undone = await undoneSessions(workspace)
  const told = await toldByTranscripts(workspace.store, sessions)
  const transcripts = new Set(sessions.filter((one) => !isOnlyPrompts(one)).map(idOf))
  const fits = sessions.filter(
    ({ id, facts, ...known }) =>
      !(isOnlyPrompts(known) && transcripts.has(idOf(known))) &&
      (session ? session.id === id : !undone.has(id) && !told.has(id)) &&
      (client === undefined || sameText(known.client, clientNamed(client))) &&
      (project === undefined || isOfProject(facts.cwd, project)) &&
      isOf(known.by, by, machine) &&
      (branch === undefined || sameText(facts.branch, branch)) &&
      (agent === undefined || sameText(facts.agent, agent)) &&
      (role === undefined || sameText(facts.role, role)) &&
      (after === undefined || (facts.ended ?? '') >= after) &&
      (before === undefined || (facts.started ?? '') <= before) &&
      (!tagged || tagged.has(id)),
  )
  return {
    sessions: fits.length === sessions.length ? undefined : new Set(fits.map(({ id }) => id)),
    among: new Map(fits.map((fit) => [fit.id, fit])),
    isByRound: [engagement, after, before].some((filter) => filter !== undefined),
    accepts: (row) =>
      (engagement === undefined || row?.engagement === engagement) &&
      (after === undefined || (row?.started ?? '') >= after) &&
      (before === undefined || (row?.started ?? '') <= before),
  }
}

function idOf({ client, clientId }: Pick<Session, 'client' | 'clientId'>): string {
  return `${client}\0${clientId}`
}

async function sessionsIn({ store }: Workspace, engagement: string): Promise<ReadonlySet<SessionId>> {
  const rounds = new Set<RoundId>()
  for await (const change of store.listTags()) {
    if (change.engagement === engagement) rounds.add(change.roundId)
    else rounds.delete(change.roundId)
  }
  return new Set((await store.findRounds([...rounds])).map(({ session }) => session))
}

function sameText(known: string | null | undefined, wanted: string): boolean {
  return known?.toLowerCase() === wanted.toLowerCase()
}

/** By the folder itself, one above it, or the name of one. */
export function isOfProject(cwd: string | null, project: string): boolean {
  if (cwd === null) return false
  const wanted = project.length > 1 ? project.replace(/[/\\]+$/, '') : project
  if (cwd === wanted || cwd.startsWith(`${wanted}${sep}`)) return true
  return !wanted.includes(sep) && (sameText(basename(cwd), wanted) || cwd.split(sep).includes(wanted))
}

export function timeOf(option: string, text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined
  const time = userTime(text, now)
  if (time !== undefined) return option === 'before' ? time.until : time.at
  throw new Failure('usage', `--${option} cannot be ${JSON.stringify(text.slice(0, 40))}.`, {
    facts: { [option]: text.slice(0, 200) },
    hint: `Write a day or a time such as 2026-03-19 or 2026-03-19T10:23Z, or how long ago, such as 7d, yesterday or "last month"; without a time zone it is your own time.`,
  })
}
