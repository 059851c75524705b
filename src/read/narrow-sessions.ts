import { clientNamed } from '../clients/names.ts'
import { isOf } from '../record/naming/whose.ts'
import { isOfProject, timeOf } from '../search/filters.ts'
import type { SessionSummary } from './sessions.ts'

export interface SessionFilters {
  readonly words?: readonly string[] | undefined
  readonly after?: string | undefined
  readonly project?: string | undefined
  readonly client?: string | undefined
  readonly by?: string | undefined
  readonly machine?: string | undefined
}

/** The sessions that pass every filter that is given, in their order. */
export function narrowSessions(
  sessions: readonly SessionSummary[],
  { words = [], after, project, client, by, machine }: SessionFilters,
  now: Date,
): readonly SessionSummary[] {
  const since = timeOf('after', after, now)
  const wanted = words.map((word) => word.toLowerCase())
  return sessions.filter((session) => {
    const { title, cwd, agent, role, engagements } = session
    const text = [session.session, title, cwd, agent, role, ...engagements].join('\n').toLowerCase()
    return (
      wanted.every((word) => text.includes(word)) &&
      (since === undefined || (session.ended ?? '') >= since) &&
      (project === undefined || isOfProject(cwd, project)) &&
      (client === undefined || session.client === clientNamed(client)) &&
      isOf(
        session.principal === null ? null : { principal: session.principal, machine: session.machine ?? '' },
        by,
        machine,
      )
    )
  })
}
