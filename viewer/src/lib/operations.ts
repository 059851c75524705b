import { rangeText } from './ranges.ts'
import type { Round } from './types.ts'

/** What can be done to a session in the viewer. */
export interface Doable {
  readonly name: string
  readonly title: string
  readonly key: string
  readonly about: string
  readonly needs: 'nothing' | 'selection' | 'engagement' | 'session'
}

export const DOABLE: readonly Doable[] = [
  { name: 'trim', title: 'Trim', key: 't', about: 'long tool results, cut to their beginning', needs: 'nothing' },
  {
    name: 'compress-before',
    title: 'Compress before',
    key: 'c',
    about: 'rounds before the selection become rows of an index',
    needs: 'selection',
  },
  { name: 'drop', title: 'Drop', key: 'd', about: 'the selected rounds become rows of an index', needs: 'selection' },
  {
    name: 'compress-engagement',
    title: 'Compress engagement',
    key: 'C',
    about: 'the rounds of one workstream become rows of an index',
    needs: 'engagement',
  },
  {
    name: 'extract-engagement',
    title: 'Extract',
    key: 'e',
    about: 'a session with the rounds of one workstream and nothing else',
    needs: 'engagement',
  },
  { name: 'split', title: 'Split', key: 's', about: 'one session for each workstream', needs: 'engagement' },
  { name: 'merge', title: 'Merge', key: 'm', about: 'one session with the rounds of two', needs: 'session' },
]

/** Words of the address that say how an operation is to be done. */
export type Params = Readonly<Record<string, string>>

export interface Subject {
  readonly session: string
  readonly rounds: readonly Round[]
  readonly selected: readonly number[]
}

/** What the server is asked for; undefined while something has to be chosen first. */
export function inputOf(name: string, params: Params, { session, rounds, selected }: Subject): object | undefined {
  const engagement = params.engagement || commonEngagement(rounds, selected) || ''
  switch (name) {
    case 'trim':
      return {
        session,
        threshold: numberIn(params.threshold, 500),
        keep_recent: numberIn(params.keep, 0),
        ...flags(params, ['images', 'duplicates', 'superseded', 'tool_inputs', 'agents']),
        ...(params.tools === 'all' && { tools: ['all'] }),
      }
    case 'compress-before': {
      const before = numberIn(params.before, selected[0] ?? 0)
      return before > 1 ? { session, before: `round:${before}` } : undefined
    }
    case 'drop':
      if (selected.length === 0) return undefined
      return { session, range: rangeText(selected), kinds: (params.kinds ?? '').split(',').filter(Boolean) }
    case 'compress-engagement':
    case 'extract-engagement':
      return engagement === '' ? undefined : { session, engagement }
    case 'split': {
      const to = lanesOf(rounds, params)
      return Object.keys(to).length === 0 ? undefined : { session, to }
    }
    case 'merge':
      return params.with ? { sessions: [session, ...params.with.split(',')] } : undefined
    default:
      return undefined
  }
}

/** The rounds of each child of a split: as chosen in the lanes, else one for each engagement. */
export function lanesOf(rounds: readonly Round[], params: Params): Readonly<Record<string, string>> {
  if (params.lanes) {
    const lanes = params.lanes.split(';').map((lane) => lane.split('='))
    return Object.fromEntries(lanes.flatMap(([id, range]) => (id && range ? [[id, range]] : [])))
  }
  const byId = new Map<string, number[]>()
  for (const { engagement_id: id, round, active } of rounds)
    if (id !== null && active) byId.set(id, [...(byId.get(id) ?? []), round])
  return Object.fromEntries([...byId].map(([id, numbers]) => [id, rangeText(numbers)]))
}

/** The engagement that all selected rounds have, or the only one of the session. */
export function commonEngagement(rounds: readonly Round[], selected: readonly number[]): string | undefined {
  const wanted = new Set(selected)
  const ids = new Set(
    rounds.filter(({ round }) => wanted.size === 0 || wanted.has(round)).map((one) => one.engagement_id),
  )
  if (wanted.size === 0) ids.delete(null)
  const [only, ...others] = ids
  return others.length === 0 ? (only ?? undefined) : undefined
}

function flags(params: Params, names: readonly string[]): Readonly<Record<string, true>> {
  return Object.fromEntries(names.filter((name) => params[name] === '1').map((name) => [name, true as const]))
}

function numberIn(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : otherwise
}
