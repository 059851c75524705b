import { type PhaseWindow, phaseWindows } from '../model/engagement-file.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import type { Workspace } from '../record/workspace.ts'
import { activeEngagements, findEngagementFiles } from './find-engagement-files.ts'

export interface Matrix {
  readonly engagement: string
  /** In order; rounds in no phase are in the last, `unphased`. */
  readonly phases: readonly {
    readonly phase: string
    /** References of the rounds, by role. */
    readonly cells: Readonly<Record<string, readonly string[]>>
    /** How many these are. */
    readonly counts: Readonly<Record<string, number>>
  }[]
}

/** The rounds of an engagement by its phases and by the roles of those who worked in it. */
export async function matrixOf(workspace: Workspace, id: string | undefined): Promise<Matrix> {
  const engagement = id ?? activeEngagements(workspace.cwd)[0]?.id
  if (engagement === undefined) {
    throw new Failure('engagement-not-found', `No engagement is active in ${workspace.cwd}.`, {
      hint: 'Give the name of one: `stet engagements` lists them.',
    })
  }
  const folders = new Set([workspace.cwd])
  const places: { readonly session: Session; readonly round: number; readonly started: string | null }[] = []
  const seen = new Set<string>()
  const undone = await undoneSessions(workspace)
  for await (const session of workspace.store.listSessions()) {
    if (undone.has(session.id)) continue
    for (const row of await workspace.store.listRounds(session.id)) {
      if (row.engagement !== engagement || row.round === 0 || seen.has(row.roundId)) continue
      seen.add(row.roundId)
      places.push({ session, round: row.round, started: row.started })
      if (session.facts.cwd !== null) folders.add(session.facts.cwd)
    }
  }
  const windows = windowsOf(folders, engagement)
  if (places.length === 0 && windows.length === 0) throw await unknown(workspace, engagement)
  const phases = [...new Set(windows.map(({ phase }) => phase)), 'unphased']
  const cells = new Map(phases.map((phase) => [phase, new Map<string, string[]>()]))
  for (const { session, round, started } of places) {
    const row = cells.get(phaseAt(windows, started))!
    const role = session.facts.role ?? session.facts.agent ?? 'main'
    const refs = row.get(role) ?? []
    refs.push(`${session.id}:${round}`)
    row.set(role, refs)
  }
  return {
    engagement,
    phases: phases.map((phase) => {
      const roles = [...cells.get(phase)!]
      return {
        phase,
        cells: Object.fromEntries(roles),
        counts: Object.fromEntries(roles.map(([role, refs]) => [role, refs.length])),
      }
    }),
  }
}

/** From the engagement's file, also where it was closed, in one of these folders or above. */
export function windowsOf(folders: Iterable<string>, engagement: string): readonly PhaseWindow[] {
  for (const folder of folders) {
    const file = findEngagementFiles(folder, { archived: true }).find(({ id }) => id === engagement)
    if (file) return phaseWindows(file).filter(({ phase }) => phase !== 'closed')
  }
  return []
}

export function phaseAt(windows: readonly PhaseWindow[], time: string | null): string {
  if (time === null) return 'unphased'
  const within = ({ from, to }: PhaseWindow) => (from === null || time >= from) && (to === null || time < to)
  return windows.find(within)?.phase ?? 'unphased'
}

async function unknown({ store }: Workspace, engagement: string): Promise<Failure> {
  const known = new Set<string>()
  for await (const session of store.listSessions())
    for (const id of await store.listEngagements(session.id)) known.add(id)
  return new Failure('engagement-not-found', `There is no engagement ${JSON.stringify(engagement.slice(0, 80))}.`, {
    facts: { engagement: engagement.slice(0, 200), known: [...known] },
    hint:
      known.size === 0
        ? 'Tag rounds first: stet tag SESSION RANGE ID.'
        : `The engagements are ${[...known].join(', ')}.`,
  })
}
