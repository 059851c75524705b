import { familiesOf } from '../../../read/families.ts'
import type { SessionSummary } from '../../../read/sessions.ts'
import { displayWidth } from './display-width.ts'
import { ago, bar } from './format.ts'
import { ownerOf } from './owner-of.ts'
import type { Screen } from './screen.ts'
import { type Column, table } from './table.ts'

interface Branch {
  readonly session: SessionSummary
  readonly depth: number
  /** What Stet wrote from it and is not shown. */
  readonly folded: number
}

/** So many of what Stet wrote from a session are shown below it, the newest. */
const SHOWN_COPIES = 3

/**
 * Sessions as a table, subagents and what Stet wrote below the session they came from; `names` are short forms of their ids.
 */
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
    { title: 'title', cell: titleOf, flexible: true },
    { title: 'client', cell: ({ session }) => session.client, style: () => screen.dim },
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

function titleOf({ session, folded }: Branch): string {
  const { title, agent, role, mine, transcript_gone: isGone } = session
  const whose = mine ? '' : `${ownerOf(session)}: `
  return `${folded === 0 ? '' : `(+${folded}) `}${whose}${isGone ? 'transcript gone: ' : ''}${title ?? agent ?? role ?? '(no title)'}`
}

function indent(depth: number): string {
  return depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `
}

/** The order to show: each session, then what came of it. What came of none of these is by itself. */
function treeOf(sessions: readonly SessionSummary[]): readonly Branch[] {
  const known = new Set(sessions.map(({ session }) => session))
  const below = new Map<string, SessionSummary[]>()
  const top: SessionSummary[] = []
  for (const { session: origin, copies } of familiesOf(sessions)) {
    for (const session of [origin, ...copies]) {
      const parent = session === origin ? session.spawned_by?.session : origin.session
      if (parent === undefined || parent === session.session || !known.has(parent)) top.push(session)
      else if (below.has(parent)) below.get(parent)!.push(session)
      else below.set(parent, [session])
    }
  }
  const branches: Branch[] = []
  const seen = new Set<string>()
  const hide = ({ session }: SessionSummary): void => {
    if (seen.has(session)) return
    seen.add(session)
    for (const child of below.get(session) ?? []) hide(child)
  }
  const add = (session: SessionSummary, depth: number): void => {
    if (seen.has(session.session)) return
    seen.add(session.session)
    const children = below.get(session.session) ?? []
    const older = children.filter(({ origin }) => origin === session.session).slice(SHOWN_COPIES)
    for (const one of older) hide(one)
    branches.push({ session, depth, folded: older.length })
    for (const child of children) add(child, depth + 1)
  }
  for (const session of top) add(session, 0)
  for (const session of sessions) add(session, 0) // two that name each other as parent
  return branches
}

function bare(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
  return line.replace(/\x1b\[\d+m/g, '')
}
