import type { SessionSummary } from '../../../actions/read/sessions.ts'
import { defineCommand } from '../command.ts'
import { count } from '../format.ts'
import { modifiedAt } from '../modified-at.ts'
import type { Screen } from '../screen.ts'
import { sessionNames } from '../session-names.ts'
import { sessionTree } from '../session-tree.ts'

export const sessions = defineCommand({
  name: 'sessions',
  group: 'Inspect',
  summary: 'every session of the record, by folder, newest first',
  about: 'Subagents are below the session that spawned them.',
  arguments: {
    words: { summary: 'words of its title, folder, engagement or id; all must be there', many: true, optional: true },
  },
  options: {
    after: { summary: 'only those that went on after this time, or as long ago as 7d', value: 'TIME', time: true },
    project: { summary: 'only those of this folder, or of one with this name', value: 'FOLDER', complete: 'file' },
    client: { summary: 'only those of this client', value: 'CLIENT' },
  },
  examples: [
    { command: 'stet sessions', does: 'all of them' },
    { command: 'stet sessions login --after 7d', does: 'those about login of the last week' },
    { command: 'stet sessions --json', does: 'with everything known of each' },
  ],
  json: '[{session,current,client,title,agent,role,cwd,started,ended,rounds,messages,tokens,window,percent,engagements:[],head,parents:[],children:[],worker,session_number,ended_at,end_reason,context_at_end,summary,ghost,live}]',
  async run(call) {
    const { listSessions } = await import('../../../actions/read/sessions.ts')
    const { narrowSessions } = await import('../../../actions/read/narrow-sessions.ts')
    const workspace = await call.workspace({ onlyLooks: true })
    const all = await listSessions(workspace, modifiedAt)
    const value = narrowSessions(all, { words: call.args.words, ...call.options }, workspace.clock())
    return {
      value,
      text: (screen) =>
        all.length > 0 && value.length === 0
          ? `None of ${count(all.length, 'session')} matches.\n${screen.dim('→')} stet sessions`
          : sessionsText(value, screen),
    }
  },
})

function sessionsText(sessions: readonly SessionSummary[], screen: Screen): string {
  if (sessions.length === 0) return `The record is empty.\n${screen.dim('→')} stet inscribe --all`
  const folders = new Map<string, SessionSummary[]>()
  const folderOf = homeFolders(sessions)
  const names = sessionNames(sessions)
  for (const session of sessions) {
    const folder = folderOf(session)
    if (folders.has(folder)) folders.get(folder)!.push(session)
    else folders.set(folder, [session])
  }
  return [...folders]
    .map(
      ([folder, members]) =>
        `${screen.bold(folder === '' ? '(folder unknown)' : screen.path(folder))}\n${sessionTree(members, screen, names)}`,
    )
    .join('\n\n')
}

/** A subagent belongs to the folder of the session at the top of its tree, wherever it worked itself. */
function homeFolders(sessions: readonly SessionSummary[]): (session: SessionSummary) => string {
  const byId = new Map(sessions.map((session) => [session.session, session]))
  return (session) => {
    let top = session
    for (let steps = 0; steps < sessions.length; steps++) {
      const parent = top.spawned_by && byId.get(top.spawned_by.session)
      if (!parent) break
      top = parent
    }
    return top.cwd ?? ''
  }
}
