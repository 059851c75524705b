import { rangeText } from './ranges.ts'
import type { Round } from './types.ts'

/** What can be done to a session in the viewer. */
export interface Doable {
  readonly name: string
  readonly title: string
  readonly key: string
  readonly about: string
  readonly needs: 'nothing' | 'selection' | 'engagement' | 'either'
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
    about: 'a session with the selected rounds, or one workstream, and nothing else',
    needs: 'either',
  },
  { name: 'split', title: 'Split', key: 's', about: 'one session for each workstream', needs: 'nothing' },
  { name: 'merge', title: 'Merge', key: 'm', about: 'one session with the rounds of several', needs: 'nothing' },
  { name: 'shrink', title: 'Shrink to…', key: 'h', about: 'down to a size, by the gentlest way', needs: 'nothing' },
  {
    name: 'revive',
    title: 'Revive',
    key: 'r',
    about: 'what is old as an index, the last rounds whole',
    needs: 'nothing',
  },
  {
    name: 'rollover',
    title: 'Roll over',
    key: 'o',
    about: 'a fresh session that begins with a handoff',
    needs: 'nothing',
  },
  {
    name: 'compress',
    title: 'Brief',
    key: 'b',
    about: 'what the rounds came to, as a prompt to go on from anywhere',
    needs: 'nothing',
  },
]

/** Words of the address that say how an operation is to be done. */
export type Params = Readonly<Record<string, string>>

/** They belong to an operation and go with it. */
export const PARAMS = [
  'threshold',
  'keep',
  'tools',
  'images',
  'duplicates',
  'superseded',
  'tool_inputs',
  'agents',
  'before',
  'kinds',
  'engagement',
  'lanes',
  'with',
  'to',
  'originals',
  'quick',
  'issue',
  'mode',
  'context',
  'scope',
] as const

/** The words of an operation, all taken out of the address. */
export const NO_PARAMS: Readonly<Record<string, undefined>> = Object.fromEntries(PARAMS.map((key) => [key, undefined]))

export interface Subject {
  readonly session: string
  readonly tokens: number
  /** Of these, what is in no round and no operation can cut. */
  readonly fixed: number
  readonly rounds: readonly Round[]
  readonly selected: readonly number[]
}

export interface ActionRequest {
  readonly action: string
  readonly input: object
}

/** What the server is asked for; undefined while something has to be chosen first. */
export function requestOf(name: string, params: Params, subject: Subject): ActionRequest | undefined {
  if (name === 'extract-engagement' && engagementOf(params, subject) === '') return extractOf(subject)
  const input = inputOf(name, params, subject)
  return input && { action: name, input: { ...(name !== 'merge' && { session: subject.session }), ...input } }
}

function inputOf(name: string, params: Params, subject: Subject): object | undefined {
  const { session, rounds, selected } = subject
  switch (name) {
    case 'trim':
      return {
        threshold: numberIn(params.threshold, 500),
        keep_recent: numberIn(params.keep, 0),
        ...flags(params, ['images', 'duplicates', 'superseded', 'tool_inputs', 'agents']),
        ...(params.tools === 'all' && { tools: ['all'] }),
      }
    case 'compress-before': {
      const before = numberIn(params.before, selected[0] ?? 0)
      return before > 1 ? { before: `round:${before}` } : undefined
    }
    case 'drop':
      if (selected.length === 0) return undefined
      return { range: rangeText(selected), kinds: (params.kinds ?? '').split(',').filter(Boolean) }
    case 'compress-engagement':
    case 'extract-engagement': {
      const engagement = engagementOf(params, subject)
      return engagement === '' ? undefined : { engagement }
    }
    case 'split': {
      const to = lanesOf(rounds, params)
      return Object.keys(to).length === 0 ? undefined : { to }
    }
    case 'merge':
      return params.with ? { sessions: [session, ...params.with.split(',')] } : undefined
    case 'shrink':
      return { to: params.to || halfOf(subject) }
    case 'revive':
      return {
        keep_recent: numberIn(params.keep, 10),
        ...(params.originals === '1' && { before_compaction: true }),
      }
    case 'rollover':
      return { ...flags(params, ['quick']), ...words(params, ['issue']) }
    case 'compress':
      return {
        ...(selected.length > 0 && { turns: `${selected[0]}-${selected.at(-1)}` }),
        ...words(params, ['mode', 'context', 'scope']),
      }
    default:
      return undefined
  }
}

/** The selected rounds in a session of their own: a split that makes one. */
function extractOf({ session, selected }: Subject): ActionRequest | undefined {
  if (selected.length === 0) return undefined
  const name = `rounds ${selected[0]}${selected.length > 1 ? `-${selected.at(-1)}` : ''}`
  return { action: 'split', input: { session, to: { [name]: rangeText(selected) } } }
}

/** The size that is proposed: half of what can be cut. */
export function halfOf({ tokens, fixed }: Pick<Subject, 'tokens' | 'fixed'>): string {
  const half = fixed + (tokens - fixed) / 2
  return half < 1000 ? String(Math.ceil(half)) : `${Math.ceil(half / 1000)}k`
}

/** The engagement that is meant; empty for the selection itself. */
export function engagementOf(params: Params, { rounds, selected }: Pick<Subject, 'rounds' | 'selected'>): string {
  return params.engagement ?? commonEngagement(rounds, selected) ?? ''
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
function commonEngagement(rounds: readonly Round[], selected: readonly number[]): string | undefined {
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

function words(params: Params, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (params[name]?.trim() ? [[name, params[name].trim()]] : [])))
}

function numberIn(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : otherwise
}
