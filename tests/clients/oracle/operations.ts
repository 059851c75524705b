import { CONVERSATION, type Form, FULL, NAVIGATE, trimmed, without } from './forms.ts'
import { type Piece, preludeOf, roundPiece, type Source, withIndexes, withoutRest } from './pieces.ts'
import type { SentRound } from './split-rounds.ts'

/** An operation as it is asked for, and what it promises of the sessions it makes. */
export interface Operation {
  readonly name: string
  /** The words of the command after `stet`; `session` is what was operated on. */
  readonly args: (session: string, source: Source) => readonly string[]
  /** One list for each new session. */
  readonly promises: (source: Source) => readonly (readonly Piece[])[]
}

/** The engagement that every second round is in. */
export const ENGAGEMENT = 'every-second'

/** Every operation on one session. Those that choose rounds choose some and leave some, where there are several. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'export', args: (session) => ['export', session, '--to', 'claude-code'], promises: all(FULL) },
  shown('conversation', CONVERSATION),
  shown('navigate', NAVIGATE),
  trim(500),
  trim(20),
  {
    name: 'compress-before',
    args: (session, source) => ['compress-before', session, borderOf(source)],
    promises: (source) => [withIndexes(source, isBeforeBorder(source), true)],
  },
  {
    name: 'revive',
    args: (session, source) => ['revive', session, '--before', borderOf(source)],
    promises: (source) => [withIndexes(source, isBeforeBorder(source), true)],
  },
  {
    name: 'compress-engagement',
    args: (session) => ['compress-engagement', session, ENGAGEMENT],
    promises: (source) => [withIndexes(source, isTagged)],
  },
  {
    name: 'extract-engagement',
    args: (session) => ['extract-engagement', session, ENGAGEMENT],
    promises: (source) => [only(source, isTagged)],
  },
  {
    name: 'drop rounds',
    args: (session, { rounds }) => ['drop', session, numbersOf(rounds.filter((_, at) => at % 3 === 1 || at === 0))],
    promises: (source) => [withIndexes(source, (_, at) => at % 3 === 1 || at === 0, isOnlyRest(source))],
  },
  dropped('thinking', 'tool_result', 'image'),
  dropped('tool_use'),
  {
    name: 'split',
    args: (session, source) => [
      'split',
      session,
      ...childrenOf(source).flatMap(({ id, rounds }) => ['--to', `${id}=${numbersOf(rounds)}`]),
    ],
    promises: (source) => {
      const children = childrenOf(source)
      const own = new Set(children.flatMap(({ rounds }) => rounds))
      const cut = source.rest ? [source.rest.number] : []
      const shared = [...cut, ...source.rounds.filter((round) => !own.has(round)).map((round) => round.number)]
      const index: readonly Piece[] = shared.length === 0 ? [] : [{ kind: 'index', rounds: shared }]
      return children.map(({ rounds }) => [
        ...preludeOf(withoutRest(source)),
        ...index,
        ...rounds.map((round) => roundPiece(source, round)),
      ])
    },
  },
]

/** The rounds of all by the time they began, each once, after a legend where they are of several. */
export function mergePromises(sources: readonly Source[]): readonly Piece[] {
  const rounds = sources.flatMap((source, order) => source.rounds.map((round) => ({ source, order, round })))
  const longest = new Map<string, (typeof rounds)[number]>()
  for (const one of rounds) {
    const known = longest.get(one.round.uuid)
    if (!known || one.round.blocks.length > known.round.blocks.length) longest.set(one.round.uuid, one)
  }
  const ordered = [...longest.values()].sort(
    (a, b) => a.round.started - b.round.started || a.order - b.order || a.round.number - b.round.number,
  )
  const withRounds = new Set([...ordered.map(({ source }) => source), ...sources.filter(({ rest }) => rest)])
  const legend = withRounds.size > 1 ? [{ kind: 'legend' } as const] : []
  const isInFront = sources.some(({ rest }) => rest) // it tells of the rest of a round, too
  return [
    ...(isInFront ? legend : []),
    ...sources.flatMap((source) => preludeOf(withoutRest(source))),
    ...sources.flatMap((source) => preludeOf({ ...source, prelude: [] })),
    ...(isInFront ? [] : legend),
    ...ordered.map(({ source, round }) => roundPiece(source, round)),
  ]
}

/** Two children and what they share, of three rounds and more; of fewer, a child for each. */
export function childrenOf({
  rounds,
}: Source): readonly { readonly id: string; readonly rounds: readonly SentRound[] }[] {
  return ['first', 'second']
    .map((id, child) => ({ id, rounds: rounds.filter((_, at) => at % 3 === child) }))
    .filter((child) => child.rounds.length > 0)
}

export function isTagged(_: SentRound, at: number): boolean {
  return at % 2 === 0
}

export function numbersOf(rounds: readonly SentRound[]): string {
  return rounds.map((round) => round.number).join() || '1'
}

function all(form: Form, before = FULL, rest = before): Operation['promises'] {
  return (source) => [
    [...preludeOf(source, before, rest), ...source.rounds.map((round) => roundPiece(source, round, form))],
  ]
}

function only(source: Source, isKept: (round: SentRound, at: number) => boolean): readonly Piece[] {
  return [...preludeOf(withoutRest(source)), ...source.rounds.filter(isKept).map((round) => roundPiece(source, round))]
}

function shown(fidelity: string, form: Form): Operation {
  const args = (session: string) => ['export', session, '--to', 'claude-code', '--fidelity', fidelity]
  return { name: `fidelity ${fidelity}`, args, promises: all(form, FULL, form) }
}

function trim(threshold: number): Operation {
  const args = (session: string) => ['trim', session, '--threshold', String(threshold)]
  return { name: `trim ${threshold}`, args, promises: all(trimmed(threshold), trimmed(threshold)) }
}

function dropped(...kinds: readonly string[]): Operation {
  const args = (session: string) => ['drop', session, 'all', '--kinds', kinds.join()]
  return { name: `drop ${kinds.join()}`, args, promises: all(without(...kinds), FULL, without(...kinds)) }
}

/** In the middle; a single round is before a time to come. */
function borderOf({ rounds }: Source): string {
  return rounds.length < 2 ? '2100-01-01' : `round:${rounds[rounds.length >> 1]!.number}`
}

/** Where no round is whole, the first is asked for, and that may be one of which the rest is there. */
function isOnlyRest({ rounds, rest }: Source): boolean {
  return rounds.length === 0 && rest?.number === 1
}

function isBeforeBorder({ rounds }: Source): (round: SentRound, at: number) => boolean {
  return (_, at) => rounds.length < 2 || at < rounds.length >> 1
}
