import type { SessionId } from '../model/id.ts'
import { OPERATIONS } from '../model/plan.ts'
import { listSessions, type SessionSummary } from './sessions.ts'
import type { Workspace } from './workspace.ts'

export interface Overview {
  readonly cwd: string
  /** Sessions of this folder, newest first, subagents left out. */
  readonly here: readonly SessionSummary[]
  readonly elsewhere: number
  readonly totals: {
    readonly sessions: number
    readonly rounds: number
    readonly bytes: number
    readonly stored_bytes: number
  }
  readonly advice: readonly { readonly command: string; readonly why: string }[]
}

/** This folder's sessions, how full they are, and what to do next. */
export async function overview(
  workspace: Workspace,
  modifiedAt: (path: string) => number | undefined,
): Promise<Overview> {
  const all = await listSessions(workspace, modifiedAt)
  const sizes = await workspace.store.sizes()
  const main = all.filter((session) => session.spawned_by === null)
  const here = main.filter((session) => session.cwd === workspace.cwd)
  return {
    cwd: workspace.cwd,
    here,
    elsewhere: main.length - here.length,
    totals: {
      sessions: all.length,
      rounds: all.reduce((sum, session) => sum + session.rounds, 0),
      bytes: all.reduce((sum, session) => sum + session.bytes, 0),
      stored_bytes: sizes.storedBytes,
    },
    advice: [...(await surgeryFor(workspace, here)), ...adviceFor(all, here[0] ?? main[0])],
  }
}

/** From here on an operation is worth a thought. */
const FULL_PERCENT = 60

/** So many rounds at the end are what one is at. */
const RECENT = 3

/** What to cut: the newest session that is rather full, unless something came of it already. */
async function surgeryFor({ store }: Workspace, here: readonly SessionSummary[]): Promise<Overview['advice']> {
  const goneOn = new Set(here.flatMap((session) => session.parents))
  const full = here.find((session) => session.percent >= FULL_PERCENT && !goneOn.has(session.session))
  if (!full) return []
  const id = full.session.slice(0, 8)
  const links = await store.listLineage(full.session as SessionId)
  const isCut = links.some(({ child, kind }) => child === full.session && OPERATIONS.some((known) => known === kind))
  if (!isCut)
    return [{ command: `stet trim ${id} --dry-run`, why: `${share(full)}; says what shorter tool results would save` }]
  const rounds = (await store.listRounds(full.session as SessionId)).filter(({ active, round }) => active && round > 0)
  if (rounds.length <= RECENT) return []
  return [
    {
      command: `stet compress-before ${id} round:${rounds.at(-RECENT)!.round} --dry-run`,
      why: `${share(full)}, and cut before; says what an index of all but the last ${RECENT} rounds would save`,
    },
  ]
}

function share({ percent }: SessionSummary): string {
  return `it is ${Math.round(percent)} % full`
}

function adviceFor(all: readonly SessionSummary[], newest: SessionSummary | undefined): Overview['advice'] {
  if (all.length === 0 || !newest)
    return [{ command: 'stet inscribe --all', why: 'captures every session found on this machine' }]
  const id = newest.session.slice(0, 8)
  return [
    { command: `stet rounds ${id}`, why: 'lists the rounds of the newest session' },
    { command: 'stet inscribe --all', why: 'captures what is new' },
  ]
}
