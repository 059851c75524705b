import type { SessionSummary } from '../actions/read/sessions.ts'
import { displayWidth } from './display-width.ts'
import { ago, bar } from './format.ts'
import type { Screen } from './screen.ts'
import { type Column, table } from './table.ts'

interface Branch {
  readonly session: SessionSummary
  readonly depth: number
}

/** Sessions as a table, subagents below the session that spawned them; `names` are short forms of their ids. */
export function sessionTree(
  sessions: readonly SessionSummary[],
  screen: Screen,
  names: ReadonlyMap<string, string>,
): string {
  const columns: readonly Column<Branch>[] = [
    {
      title: 'session',
      cell: ({ session, depth }) => `${indent(depth)}${names.get(session.session) ?? session.session}`,
      style: ({ session }) => (session.live ? screen.green : screen.cyan),
    },
    { title: 'title', cell: ({ session }) => titleOf(session), flexible: true },
    {
      title: 'last',
      cell: ({ session }) => (session.live ? 'live now' : ago(session.ended, screen.now)),
      style: () => screen.dim,
    },
    { title: 'rounds', cell: ({ session }) => String(session.rounds), align: 'right' },
    { title: 'full', cell: ({ session }) => `${Math.round(session.percent)}%`, align: 'right' },
  ]
  const branches = treeOf(sessions)
  const lines = table(branches, columns, { ...screen, lineColumns: screen.lineColumns - BAR }).split('\n')
  const width = lines.reduce((widest, line) => Math.max(widest, displayWidth(bare(line))), 0)
  return lines
    .map((line, nth) => {
      const branch = branches[nth - 1]
      return branch
        ? `${line}${' '.repeat(width - displayWidth(bare(line)))} ${bar(branch.session.percent, screen)}`
        : line
    })
    .join('\n')
}

const BAR = 11

function titleOf({ title, agent, role }: SessionSummary): string {
  return title ?? agent ?? role ?? '(no title)'
}

function indent(depth: number): string {
  return depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `
}

/** The order to show: each session, then what it spawned. What was spawned by none of these is by itself. */
function treeOf(sessions: readonly SessionSummary[]): readonly Branch[] {
  const known = new Set(sessions.map(({ session }) => session))
  const below = new Map<string, SessionSummary[]>()
  const top: SessionSummary[] = []
  for (const session of sessions) {
    const parent = session.spawned_by?.session
    if (parent === undefined || parent === session.session || !known.has(parent)) top.push(session)
    else if (below.has(parent)) below.get(parent)!.push(session)
    else below.set(parent, [session])
  }
  const branches: Branch[] = []
  const seen = new Set<string>()
  const add = (session: SessionSummary, depth: number): void => {
    if (seen.has(session.session)) return
    seen.add(session.session)
    branches.push({ session, depth })
    for (const child of below.get(session.session) ?? []) add(child, depth + 1)
  }
  for (const session of top) add(session, 0)
  for (const session of sessions) add(session, 0) // two that name each other as parent
  return branches
}

function bare(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  return line.replace(/\x1b\[\d+m/g, '')
}
