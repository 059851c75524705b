import { count, oneLine, opening } from './format.ts'
import { ownName, relationOf, type Sessions } from './names.ts'
import type { Commit, Round, Session } from './types.ts'

/** One row of the graph: a commit, in the lane of its session. */
export interface GraphRow {
  readonly commit: Commit
  readonly session: Session
  readonly lane: number
  readonly subject: string
  /** The last round that it holds; undefined where it holds none. */
  readonly round: number | undefined
  readonly isHead: boolean
}

/** A line from a row to the row it came from. */
export interface GraphLine {
  readonly from: number
  readonly to: number
  readonly fromLane: number
  readonly toLane: number
  /** Between sessions, with what made the one of the other. */
  readonly kind: string | undefined
}

export interface Graph {
  readonly rows: readonly GraphRow[]
  readonly lines: readonly GraphLine[]
  readonly lanes: number
}

export interface Chain {
  readonly session: Session
  /** Tip first. */
  readonly commits: readonly Commit[]
  readonly rounds: readonly Round[]
}

/** Every session that came of the same beginnings, the nearest first; agents' own sessions left out. */
export function familyOf(session: Session, all: Sessions, most = 24): readonly Session[] {
  const found = new Map([[session.session, session]])
  const waiting = [session]
  while (waiting.length > 0 && found.size < most) {
    const { parents, children } = waiting.shift()!
    for (const id of [...parents, ...children]) {
      const other = all.get(id)
      if (!other || found.has(id) || other.spawned_by !== null || found.size >= most) continue
      found.set(id, other)
      waiting.push(other)
    }
  }
  return [...found.values()]
}

/** Commits of several sessions, the newest first, a lane for each session. */
export function graphOf(chains: readonly Chain[], all: Sessions): Graph {
  const ordered = [...chains].sort((a, b) => ((a.session.started ?? '') < (b.session.started ?? '') ? -1 : 1))
  const owner = new Map<string, string>()
  const rows = ordered
    .flatMap(({ session, commits: all, rounds }, lane) => {
      const commits = all.slice(0, all.findIndex(isWritten) + 1 || undefined) // what is before it is its source's
      return commits.flatMap((commit, at): GraphRow[] => {
        if (owner.has(commit.id)) return []
        owner.set(commit.id, session.session)
        const inside = roundsIn(commit, commits[at + 1], rounds)
        const round = inside.at(-1)?.round
        return [{ commit, session, lane, subject: subjectOf(commit, inside), round, isHead: at === 0 }]
      })
    })
    .sort((a, b) =>
      a.commit.created_at < b.commit.created_at ? 1 : a.commit.created_at > b.commit.created_at ? -1 : b.lane - a.lane,
    )
  const places = new Map(rows.map((row, at) => [row.commit.id, at]))
  const lines: GraphLine[] = []
  for (const [at, { commit, lane, session }] of rows.entries()) {
    const parent = commit.parent === null ? undefined : places.get(commit.parent)
    if (parent !== undefined) {
      const kind = isWritten(commit) ? (session.made_by ?? undefined) : undefined
      lines.push({ from: at, to: parent, fromLane: lane, toLane: rows[parent]!.lane, kind })
      continue
    }
    const relation = relationOf(session, all)
    if (!relation) continue
    for (const id of session.parents) {
      const head = rows.findIndex((row) => row.session.session === id && row.isHead)
      if (head !== -1 && head !== at)
        lines.push({
          from: at,
          to: head,
          fromLane: lane,
          toLane: rows[head]!.lane,
          kind: session.made_by ?? relation.words,
        })
    }
  }
  return { rows, lines, lanes: ordered.length }
}

/** Whether a session that an operation wrote begins with it. */
function isWritten({ commit_type, checkpoint, session }: Commit): boolean {
  return commit_type === 'snapshot' && checkpoint !== 'explicit' && session !== ''
}

function roundsIn(commit: Commit, before: Commit | undefined, rounds: readonly Round[]): readonly Round[] {
  return rounds.filter(
    ({ started }) =>
      started !== null && started <= commit.created_at && (before === undefined || started > before.created_at),
  )
}

/** What is said of a commit in which no round begins. */
const ONLY: Readonly<Record<string, string>> = {
  compaction: 'what was before, summed up by the client',
  snapshot: 'what it begins with',
}

/** What a commit holds, in words: its summary, or the rounds it ends with and how the first of them begins. */
function subjectOf(commit: Commit, inside: readonly Round[]): string {
  if (commit.summary !== null && commit.summary.trim() !== '') return oneLine(commit.summary)
  if (inside.length === 0) return ONLY[commit.commit_type] ?? `${count(commit.message_count, 'message')} more`
  const [first, last] = [inside[0]!.round, inside.at(-1)!.round]
  const said = opening(inside.find(({ user_preview }) => user_preview !== '')?.user_preview ?? '')
  return `${first === last ? `round ${first}` : `rounds ${first}–${last}`}${said === '' ? '' : `: ${said}`}`
}

export function laneName(session: Session, all: Sessions): string {
  const relation = relationOf(session, all)
  return relation ? `${session.made_by ?? relation.words} of ${ownName(relation.parent)}` : ownName(session)
}
