import { familiesOf } from '../../read/families.ts'
import type { SessionSummary } from '../../read/sessions.ts'
import { defineCommand } from '../kit/command.ts'
import { int, list } from '../kit/field.ts'
import { BY, CLIENT, MACHINE, PROJECT, time } from '../kit/fields.ts'
import { list as listOf } from '../kit/shape.ts'
import { SESSION_ROW } from '../kit/shapes.ts'
import { count } from '../kit/text/format.ts'
import type { Screen } from '../kit/text/screen.ts'
import { familyLine } from '../kit/text/session-line.ts'
import { sessionNames } from '../kit/text/session-names.ts'
import { sessionTree } from '../kit/text/session-tree.ts'

export const sessions = defineCommand({
  name: 'sessions',
  topic: 'find',
  summary: 'List every session of the record by folder, the newest first',
  about:
    'A subagent is listed below the session that started it. Sessions that Stet wrote are listed below the session they were cut from: the newest three, and how many others there are.',
  arguments: {
    words: list('only sessions with all these words in the title, folder, engagement or id', {
      optional: true,
      only: ['cli'],
    }),
  },
  options: {
    after: time('only sessions that continued after this time, such as 7d, yesterday or "last month"', {
      only: ['cli'],
    }),
    project: { ...PROJECT, only: ['cli', 'mcp'] },
    client: { ...CLIENT, only: ['cli'] },
    by: { ...BY, only: ['cli'] },
    machine: { ...MACHINE, only: ['cli'] },
    limit: int('sessions to list', { min: 1, max: 500, default: 50, only: ['mcp'] }),
  },
  examples: [
    { command: 'stet sessions', does: 'lists all of them' },
    { command: 'stet sessions login --after 7d', does: 'lists those about login of the last week' },
    { command: 'stet sessions --json', does: 'prints everything that is known of each' },
  ],
  output: listOf(SESSION_ROW),
  offer: {
    cli: true,
    http: true,
    mcp: {
      fields: ['project', 'limit'],
      pages: true,
      text: (rows: readonly SessionSummary[], { limit = 50 }: { readonly limit?: number }) =>
        rows.length === 0
          ? 'There are none.'
          : familiesOf(rows.filter(isLine)).slice(0, limit).map(familyLine).join('\n'),
    },
  },
  async run(call) {
    const { modifiedAt } = await import('../../record/reading/modified-at.ts')
    const { listSessions } = await import('../../read/sessions.ts')
    const { narrowSessions } = await import('../../read/narrow-sessions.ts')
    const workspace = await call.workspace({ onlyLooks: true })
    const all = await listSessions(workspace, modifiedAt)
    const { limit: _limit, ...filters } = call.input
    const value = narrowSessions(all, filters, workspace.clock())
    return {
      value,
      text: (screen, shown: typeof value) =>
        all.length > 0 && shown.length === 0
          ? `None of ${count(all.length, 'session')} matches.\n${screen.dim('→')} stet sessions`
          : sessionsText(shown, screen),
    }
  },
})

const MOST_OLDER = 5

/** Not an older state of another. */
function isLine({ current, went_on_elsewhere }: SessionSummary): boolean {
  return current || went_on_elsewhere
}

function sessionsText(all: readonly SessionSummary[], screen: Screen): string {
  const sessions = all.filter(isLine)
  if (all.length === 0) return `The record is empty.\n${screen.dim('→')} stet inscribe --all`
  const folders = new Map<string, SessionSummary[]>()
  const folderOf = homeFolders(sessions)
  const names = sessionNames(all)
  for (const session of sessions) {
    const folder = folderOf(session)
    if (folders.has(folder)) folders.get(folder)!.push(session)
    else folders.set(folder, [session])
  }
  const older = all.filter((session) => !isLine(session)).map(({ session }) => names.get(session)!)
  return [
    ...[...folders].map(
      ([folder, members]) =>
        `${screen.bold(folder === '' ? '(folder unknown)' : screen.path(folder))}\n${sessionTree(members, screen, names)}`,
    ),
    ...(older.length > 0
      ? [screen.dim(`${count(older.length, 'older state')} of rewritten files: ${someOf(older)}`)]
      : []),
  ].join('\n\n')
}

function someOf(names: readonly string[]): string {
  const more = names.length - MOST_OLDER
  return `${names.slice(0, MOST_OLDER).join(', ')}${more > 0 ? ` and ${more} more: stet sessions --json` : ''}`
}

/** A session belongs to the folder of the one at the top of its tree, wherever it worked itself. */
function homeFolders(sessions: readonly SessionSummary[]): (session: SessionSummary) => string {
  const byId = new Map(sessions.map((session) => [session.session, session]))
  return (session) => {
    let top = session
    for (let steps = 0; steps < sessions.length; steps++) {
      const parent = byId.get(top.spawned_by?.session ?? top.origin ?? '')
      if (!parent) break
      top = parent
    }
    return top.cwd ?? ''
  }
}
