import { spokenTitle } from '../../../src/model/spoken-title.ts'
import { baseName, when } from './format.ts'
import type { Session } from './types.ts'

const DERIVED: Readonly<Record<string, string>> = {
  'compress-before': 'compressed from',
  'compress-engagement': 'compressed from',
  'extract-engagement': 'extract of',
  merge: 'merge of',
  split: 'part of',
  export: 'copy of',
  repair: 'repair of',
  materialize: 'point in',
  rollover: 'continues',
  revive: 'revival of',
  fork: 'fork of',
  continue: 'continues',
  rewrite: 'was rewritten from',
  spawn: 'agent of',
  surgery: 'cut of',
}

export type Sessions = ReadonlyMap<string, Session>

/** What people call a session: its title, or for one that came of another, what it is of that. */
export function sessionName(session: Session, all: Sessions): string {
  const relation = relationOf(session, all)
  return relation === undefined ? ownName(session) : `${relation.words} ${ownName(relation.parent)}`
}

/** How it came of another session that is here. */
export function relationOf(session: Session, all: Sessions): { words: string; parent: Session } | undefined {
  const kind = session.spawned_by ? 'spawn' : session.made_by
  const parent = all.get(session.spawned_by?.session ?? session.parents[0] ?? '')
  if (kind === null || !parent || parent === session) return undefined
  return { words: DERIVED[kind] ?? `${kind} of`, parent }
}

export function ownName({ title, cwd, agent, started, client }: Session): string {
  if (title !== null && title.trim() !== '') return spokenTitle(title)
  const where = cwd === null ? client : baseName(cwd)
  return `${agent === null ? '' : `${agent}, `}${where} ${when(started)}`.trim()
}

/** The folder a session worked in, by its last name; a number alone, as worktrees have, with the folder above. */
export function projectOf({ cwd }: Pick<Session, 'cwd'>): string {
  if (cwd === null) return 'no folder'
  const name = baseName(cwd)
  return /^\d+$/.test(name) ? lastTwo(cwd) : name
}

/** Sessions by project, the newest first; those that came of another right below it. */
export interface Project {
  readonly name: string
  readonly cwd: string | null
  readonly rows: readonly { readonly session: Session; readonly depth: number }[]
}

export function projectsOf(sessions: readonly Session[], all: Sessions): readonly Project[] {
  const listed = new Set(sessions.map(({ session }) => session))
  const below = new Map<string, Session[]>()
  const roots: Session[] = []
  for (const session of sessions) {
    const parent = relationOf(session, all)?.parent.session
    if (parent !== undefined && listed.has(parent)) below.set(parent, [...(below.get(parent) ?? []), session])
    else roots.push(session)
  }
  const projects = new Map<string, { session: Session; depth: number }[]>()
  const added = new Set<string>()
  const add = (session: Session, depth: number, into: { session: Session; depth: number }[]) => {
    if (added.has(session.session)) return
    added.add(session.session)
    into.push({ session, depth })
    for (const child of below.get(session.session) ?? []) add(child, Math.min(depth + 1, 3), into)
  }
  for (const session of roots) {
    const key = session.cwd ?? ''
    const rows = projects.get(key) ?? []
    projects.set(key, rows)
    add(session, 0, rows)
  }
  const names = [...projects.keys()].map((cwd) => projectOf({ cwd: cwd || null }))
  return [...projects].map(([cwd, rows], at) => {
    const isShared = names.filter((name) => name === names[at]).length > 1
    return { name: isShared ? lastTwo(cwd) : names[at]!, cwd: cwd || null, rows }
  })
}

/** Folders of one name are told apart by the one they are in. */
function lastTwo(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((name) => name !== '' && !name.startsWith('.'))
    .slice(-2)
    .join('/')
}
