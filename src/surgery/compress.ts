import { Failure } from '../model/errors.ts'
import type { Piece, Plan, RoundRef } from '../model/plan.ts'
import { noRound, rangeText } from '../model/range.ts'
import { indexOf, joinIndexes, piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { indexedIn, numberOf, type Subject, shownRoundsOf } from './subject.ts'

/** Where a session is cut in two: before a time, or before a round. */
export type Border = { readonly kind: 'time'; readonly at: string; readonly text: string } | RoundBorder

interface RoundBorder {
  readonly kind: 'round'
  readonly round: number
  /** `round:N`. */
  readonly text: string
}

/** Rounds that started before the border become one index; the rest stays whole. */
export function compressBefore(subject: Subject, border: Border): Plan {
  if (border.kind === 'round') checkRound(subject, border)
  const isBefore = beforeBorder(subject, border)
  const refs: RoundRef[] = []
  const rest = piecesOf(subject, (part) => {
    if (part.kind === 'round' || part.kind === 'rest') {
      if (!isBefore(numberOf(part))) return undefined
      refs.push(part.ref)
      return []
    }
    if (part.kind !== 'index') return undefined
    for (const round of part.rounds) if (isBefore(round.number)) refs.push(round.ref)
    return indexOf(part.rounds.filter((round) => !isBefore(round.number)).map((round) => round.ref))
  })
  const isNew = shownRoundsOf(subject).some((round) => isBefore(numberOf(round)))
  if (!isNew) throw nothingBefore(subject, border)
  const texts = rest.findIndex((piece) => piece.kind !== 'text')
  const at = texts === -1 ? rest.length : texts
  const pieces = joinIndexes([...rest.slice(0, at), ...indexOf(refs), ...rest.slice(at)])
  return planOf('compress-before', [subject], pieces, { before: border.text })
}

/** One past the last round is everything; further there is nothing to be before. */
function checkRound({ session, highest }: Subject, { round, text }: RoundBorder): void {
  if (round >= 1 && round <= highest + 1) return
  throw noRound(text.slice('round:'.length), highest, session)
}

/** Each run of rounds in the engagement becomes an index where it was; the rest stays whole. */
export function compressEngagement(subject: Subject, engagement: string): Plan {
  checkUsed(subject, engagement)
  const pieces = piecesOf(subject, (part): readonly Piece[] | undefined =>
    (part.kind === 'round' || part.kind === 'rest') && part.engagement === engagement ? indexOf([part.ref]) : undefined,
  )
  return planOf('compress-engagement', [subject], pieces, { engagement })
}

/** Says that no round of the session is in the engagement, and which engagements there are. */
export function checkUsed(subject: Subject, engagement: string, alsoIndexed = false): void {
  const rounds = [...shownRoundsOf(subject), ...(alsoIndexed ? [...indexedIn(subject), ...subject.unsent()] : [])]
  if (rounds.some((round) => round.engagement === engagement)) return
  const unsent = subject.unsent().filter((round) => round.engagement === engagement)
  if (unsent.length > 0) {
    throw new Failure(
      'nothing-to-do',
      `The rounds ${rangeText(unsent.map(numberOf))} of ${engagement} are not sent any more: rewound, or before a compaction.`,
      {
        facts: { session: subject.session, engagement },
        hint: `Run \`stet extract-engagement ${subject.session} ${engagement}\` to bring them back in a session of their own.`,
      },
    )
  }
  const known = [...new Set(rounds.map((round) => round.engagement).filter((id) => id !== null))].sort()
  throw new Failure(
    'engagement-not-found',
    `No round in this context is in the engagement ${JSON.stringify(engagement.slice(0, 80))}${
      known.length === 0 ? '; none is tagged at all.' : `; there are ${known.join(', ')}.`
    }`,
    {
      facts: { engagement: engagement.slice(0, 200), known },
      hint: `${known.length === 0 ? 'Run' : 'Name one of those, or run'} \`stet tag ${subject.session} RANGE ID\` to put rounds into an engagement.`,
    },
  )
}

/** Tells for the number of a round whether it started before the border; one without a time goes with the one before. */
function beforeBorder(subject: Subject, border: Border): (round: number) => boolean {
  if (border.kind === 'round') return (round) => round < border.round
  const times = [
    ...indexedIn(subject).map(({ number, started }) => [number, started] as const),
    ...shownRoundsOf(subject).map((round) => [numberOf(round), round.started] as const),
  ].sort((a, b) => a[0] - b[0])
  const known = new Map<number, boolean>()
  let before = true
  for (const [round, started] of times) {
    if (started !== null) before = started < border.at
    known.set(round, before)
  }
  return (round) => known.get(round) ?? false
}

function nothingBefore(subject: Subject, border: Border): Failure {
  const [first] = shownRoundsOf(subject)
  const begins = first?.started ? ` It begins with round ${numberOf(first)}, ${first.started}.` : ''
  return new Failure('nothing-to-do', `No round of this context is before ${border.text}.${begins}`, {
    facts: { session: subject.session, before: border.text },
    hint: `Run \`stet rounds ${subject.session}\` to see its rounds and their times.`,
  })
}
