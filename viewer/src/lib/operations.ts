import { COMMANDS } from 'virtual:commands'
import type { PageCommand, PageField } from '../../../src/commands/kit/on-page.ts'
import { rangeLabel, rangeText } from './ranges.ts'
import type { Round } from './types.ts'

/** What can be done to a session in the viewer, as the commands say. */
export const DOABLE: readonly PageCommand[] = COMMANDS

/** Words of the address that say how an operation is to be done. */
export type Params = Readonly<Record<string, string>>

/** They belong to an operation and go with it. */
export const PARAMS: readonly string[] = [
  ...new Set(COMMANDS.flatMap(({ form }) => form.map(({ name }: PageField) => name))),
]

/** The words of an operation, all taken out of the address. */
export const NO_PARAMS: Readonly<Record<string, undefined>> = Object.fromEntries(PARAMS.map((key) => [key, undefined]))

export interface Subject {
  readonly session: string
  readonly tokens: number
  /** Of these, what is in no round and no operation can cut. */
  readonly fixed: number
  readonly rounds: readonly Round[]
  readonly selected: readonly number[]
  /** Rounds of which nothing is sent any more. */
  readonly unsent: ReadonlySet<number>
}

/** These take rounds that are not sent any more, too. */
const OF_UNSENT: readonly string[] = ['extract-engagement', 'split', 'compress', 'fork']

/** What an operation is done to, in words: the selected rounds, or the whole session. */
export function targetOf({ on, name }: Pick<PageCommand, 'on' | 'name'>, selected: readonly number[]): string {
  if (on === 'session' || selected.length === 0) return 'whole session'
  if (name === 'fork') return `up to round ${selected.at(-1)}`
  const rounds = name === 'compress' ? range(selected[0]!, selected.at(-1)!) : selected
  const text = rounds.length === 1 ? `round ${rounds[0]}` : `rounds ${rangeLabel(rounds)}`
  return name === 'compress-before' ? `what is before round ${rounds[0]}` : text
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Why an operation cannot be done to what is selected; undefined where it can. */
export function reasonAgainst({ name, needs, on }: PageCommand, subject: Omit<Subject, 'fixed'>): string | undefined {
  const { selected, rounds, unsent } = subject
  const isTagged = rounds.some(({ engagement_id }) => engagement_id !== null)
  if (rounds.length === 0) return 'this session has no rounds here'
  if (needs === 'selection' && selected.length === 0) return 'select rounds first'
  if (needs === 'engagement' && !isTagged) return 'tag rounds first'
  if (needs === 'either' && selected.length === 0 && !isTagged) return 'select rounds first, or tag some'
  if (on === 'session' || selected.length === 0 || OF_UNSENT.includes(name)) return undefined
  if (name === 'compress-before')
    return rounds.some(({ round }) => round < selected[0]! && !unsent.has(round))
      ? undefined
      : `nothing that is sent is before round ${selected[0]}`
  return areUnsent(subject) ? 'these rounds are not sent any more' : undefined
}

/** Whether something is selected, and nothing of it is sent. */
export function areUnsent({ selected, unsent }: Pick<Subject, 'selected' | 'unsent'>): boolean {
  return selected.length > 0 && selected.every((round) => unsent.has(round))
}

export interface ActionRequest {
  readonly action: string
  readonly input: object
}

/**
 * What the server is asked for; undefined while something has to be chosen first. What a field does not take is sent as
 * it was written: the server says what is wrong with it.
 */
export function requestOf(command: PageCommand, params: Params, subject: Subject): ActionRequest | undefined {
  if (command.name === 'extract-engagement' && engagementOf(params, subject) === '') return extractOf(subject)
  const input: Record<string, unknown> = {}
  for (const field of [...command.form, ...command.others]) {
    const value = valueOfField(field, params, subject, command)
    if (value !== undefined) input[field.name] = value
    else if (field.isNeeded || (field.kind === 'map' && command.form.includes(field))) return undefined
  }
  return { action: command.name, input }
}

/** The same for a look before it is done; where the command lists the parts of a new context, with these for the map. */
export function previewOf({ action, input }: ActionRequest, { others }: PageCommand): ActionRequest {
  const hasParts = others.some(({ name }) => name === 'parts')
  return { action, input: { ...input, dry_run: true, ...(hasParts && { parts: true }) } }
}

/** What was chosen for a field, or what the page chooses for it. */
function valueOfField(field: PageField, params: Params, subject: Subject, command: PageCommand): unknown {
  const { session, selected, unsent } = subject
  const chosen = params[field.name]?.trim() || undefined
  switch (field.kind) {
    case 'session':
      return session
    case 'range': {
      const sent = selected.filter((round) => !unsent.has(round))
      return sent.length > 0 ? rangeText(sent) : undefined
    }
    case 'ref':
      return chosen ?? (selected.length > 0 ? String(selected.at(-1)) : undefined)
    case 'engagement':
      return engagementOf(params, subject) || undefined
    case 'map': {
      const lanes = lanesOf(subject, params)
      return Object.keys(lanes).length > 0 ? lanes : undefined
    }
    case 'time':
      return command.needs === 'selection' ? beforeOf(chosen, subject) : chosen
    case 'int':
      return chosen !== undefined && /^-?\d+(?:\.\d+)?$/.test(chosen) ? Number(chosen) : chosen
    case 'flag':
      return chosen === '1' ? true : chosen
    case 'list':
      if (field.of === 'session') return chosen ? [session, ...chosen.split(',')] : undefined
      return chosen?.split(',')
    default:
      return chosen ?? suggestionFor(command.name, field.name, subject)
  }
}

/** The border before which rounds are meant: as written, or the first that is selected. */
function beforeOf(chosen: string | undefined, { selected }: Subject): string | undefined {
  const [first] = selected
  return chosen ?? (first !== undefined && first > 1 ? `round:${first}` : undefined)
}

/** What the page writes into a field before somebody else does. */
export function suggestionFor(command: string, field: string, subject: Subject): string | undefined {
  const { selected } = subject
  if (command === 'shrink' && field === 'to') return halfOf(subject)
  if (command === 'compress' && field === 'turns' && selected.length > 0) return `${selected[0]}-${selected.at(-1)}`
  return undefined
}

/** The selected rounds in a session of their own: a split that makes one. */
function extractOf({ session, selected }: Subject): ActionRequest | undefined {
  if (selected.length === 0) return undefined
  return { action: 'split', input: { session, to: laneOf(selected) } }
}

/** Rounds as a lane, under a name that says which they are. */
function laneOf(numbers: readonly number[]): Readonly<Record<string, string>> {
  const text = rangeText(numbers)
  return { [`rounds ${text.replaceAll(',', ' ').slice(0, 60)}`]: text }
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

/** The rounds of each child of a split: as chosen in the lanes, else those that are selected, else one for each engagement. */
export function lanesOf(
  { rounds, selected }: Pick<Subject, 'rounds' | 'selected'>,
  params: Params,
): Readonly<Record<string, string>> {
  if (params.to) {
    const lanes = params.to.split(';').map((lane) => lane.split('='))
    return Object.fromEntries(lanes.flatMap(([id, range]) => (id && range ? [[id, range]] : [])))
  }
  if (selected.length > 0) return laneOf(selected)
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
