import { adviceOn } from '../live/advice-on.ts'
import { isFailure } from '../model/errors.ts'
import { type SessionId, shortId } from '../model/id.ts'
import { fillLevel } from '../pressure/fill-level.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import { listWaiting, type Waiting } from '../record/remote/waiting.ts'
import type { Workspace } from '../record/workspace.ts'
import { openSubject } from '../surgery/open-subject.ts'
import { listSessions, type SessionSummary } from './sessions.ts'

/** A session of more bytes is not read only to say what a trim of it would free. */
const READ_AT_ONCE = 16 << 20

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
  /** What remotes lack, as far as is known here. */
  readonly waiting: readonly Waiting[]
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
    waiting: await listWaiting(workspace),
    advice: [...(await surgeryFor(workspace, here)), ...adviceFor(all, here[0] ?? main[0])],
  }
}

/** What to cut: the newest session that is rather full, unless something came of it already. */
async function surgeryFor(workspace: Workspace, here: readonly SessionSummary[]): Promise<Overview['advice']> {
  const { store } = workspace
  const limits = limitsOf((await workspace.settings?.()) ?? {})
  const goneOn = new Set(here.flatMap((session) => session.parents))
  const full = here.find(({ session, percent }) => percent >= limits.warn && !goneOn.has(session))
  const session = full && (await store.findSession(full.session as SessionId))
  if (!session) return []
  const { tokens, window, percent } = full
  const subject = session.bytes > READ_AT_ONCE ? undefined : await openSubject(workspace, session).catch(unlessDamaged)
  if (!subject)
    return [
      { command: `stet advise ${shortId(session.id)}`, why: `it is ${Math.round(percent)} % full: says what to cut` },
    ]
  const fill = { tokens, window, percent, from: 'usage' } as const
  const level = fillLevel(percent, limits)
  const asked = { fill, level, sign: null, limits, open: null }
  const { action, command, why } = await adviceOn(workspace, session, subject, asked)
  return action === 'none' ? [] : [{ command: `${command} --dry-run`, why }]
}

/** Damage is told by the command that is named: here it would hide every other session. */
function unlessDamaged(error: unknown): undefined {
  if (!isFailure(error, 'artifact-corrupt', 'artifact-missing', 'record-corrupt')) throw error
}

function adviceFor(all: readonly SessionSummary[], newest: SessionSummary | undefined): Overview['advice'] {
  if (all.length === 0 || !newest)
    return [{ command: 'stet inscribe --all', why: 'captures every session found on this machine' }]
  const id = shortId(newest.session)
  return [
    { command: `stet rounds ${id}`, why: 'lists the rounds of the newest session' },
    { command: 'stet inscribe --all', why: 'captures what is new' },
  ]
}
