import type { Session } from '../model/session.ts'
import { titled } from '../record/reading/titled.ts'
import { mask } from '../redaction/mask.ts'
import { inertMarkdown } from './inert-markdown.ts'

/** A row for each agent: how many sessions, rounds and messages, and from when to when. */
export function indexOfAgents(agents: ReadonlyMap<string, readonly Session[]>): string {
  const rows = [...agents].map(([agent, sessions]) => {
    const sum = (of: (facts: Session['facts']) => number) => sessions.reduce((all, { facts }) => all + of(facts), 0)
    return [
      agent,
      sessions.length,
      sum(({ rounds }) => rounds),
      sum(({ messages }) => messages),
      dayOf(earliest(sessions.map(({ facts }) => facts.started))),
      dayOf(earliest(sessions.map(({ facts }) => facts.ended)).reverse()),
    ]
  })
  return tableOf(['agent', 'sessions', 'rounds', 'messages', 'first', 'last'], rows)
}

/** A row for each session of an agent, the oldest first. */
export async function indexOfSessions(sessions: readonly Session[]): Promise<string> {
  const rows: Cell[][] = []
  for (const session of [...sessions].sort((a, b) => ((a.facts.started ?? '') < (b.facts.started ?? '') ? -1 : 1))) {
    const { started, rounds } = session.facts
    const title = (await mask(titled(session) ?? 'Untitled session')).text
    rows.push([session.id, title, dayOf([started]), rounds])
  }
  return tableOf(['session', 'title', 'date', 'rounds'], rows)
}

type Cell = string | number

function tableOf(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |\n`
  return line(titles) + line(titles.map(() => '---')) + rows.map((row) => inertMarkdown(line(row))).join('')
}

function earliest(times: readonly (string | null)[]): (string | null)[] {
  return times.filter((time) => time !== null).sort()
}

function dayOf([time]: readonly (string | null)[]): string {
  return time?.slice(0, 10) ?? ''
}
