import type { RoundId } from '../../model/id.ts'
import { emptyRound, type RoundPatch } from '../../model/round-patch.ts'
import type { Problem, SessionFacts } from '../../model/session.ts'
import { movedSpans, type Owner, pushSpan, type Span } from '../../model/span.ts'

/** Where a parser is in its file, between two lines. Saved with the rest of its state. */
export interface ParserPosition {
  line: number
  offset: number
  lastOwner: Owner
}

/** A round while lines are added to it. */
export type RoundDraft = { -readonly [K in keyof RoundPatch]: RoundPatch[K] }

/** What a parser adds up of the lines since it was last asked: rounds, who owns which bytes, what was said, counts. */
export class Gathering {
  messages = 0
  blocks = 0
  chars = 0
  private readonly position: ParserPosition
  private readonly rounds = new Map<number, RoundDraft>()
  private readonly said = new Map<number, string>()
  private spans: { start: number; end: number; owner: Owner }[] = []
  private moved: Span[] = []
  private problems: Problem[] = []
  private marked = { messages: 0, chars: 0 }

  constructor(position: ParserPosition) {
    this.position = position
  }

  own(start: number, end: number, owner: Owner): void {
    pushSpan(this.spans, start, end, owner)
    this.position.lastOwner = owner
  }

  /** Gives bytes that have an owner to another one. */
  move(span: Span): void {
    const first = this.spans[0]?.start ?? this.position.offset
    if (span.start < first) this.moved.push({ ...span, end: Math.min(span.end, first) })
    this.spans = movedSpans(this.spans, span).map((one) => ({ ...one }))
  }

  /** Takes the newline that a last line lacked when it was added. */
  closeLine(): void {
    const { offset, lastOwner } = this.position
    this.own(offset, offset + 1, lastOwner)
    this.position.offset++
  }

  /** Notes what is wrong with the current line. */
  fault(problem: string): void {
    this.problems.push({ line: this.position.line, problem })
  }

  /** The round of this number, with the time of a line that belongs to it; `idOf` is asked for its first line. */
  round(round: number, at: string | null, idOf: () => RoundId): RoundDraft {
    const known = this.rounds.get(round)
    if (known) {
      known.started ??= at
      if (at && (!known.ended || at > known.ended)) known.ended = at
      return known
    }
    const draft: RoundDraft = emptyRound(round, idOf(), at)
    this.rounds.set(round, draft)
    return draft
  }

  say(round: number, text: string): void {
    if (text !== '') this.said.set(round, (this.said.get(round) ?? '') + text)
  }

  /** What came since the last mark; for the counts of a commit. */
  mark(): { readonly messages: number; readonly chars: number } {
    const { messages, chars, marked } = this
    this.marked = { messages, chars }
    return { messages: messages - marked.messages, chars: chars - marked.chars }
  }

  /** All of it, and the session's facts with it; then it starts over. */
  take(facts: SessionFacts, title: string | null) {
    const { spans, moved, problems, messages, blocks, marked } = this
    const rounds = [...this.rounds.values()]
    const taken = {
      rounds,
      spans,
      ...(moved.length > 0 && { moved }),
      problems,
      facts: {
        ...facts,
        lines: this.position.line,
        title,
        messages: facts.messages + messages,
        blocks: facts.blocks + blocks,
      },
      texts: rounds.map(({ round, roundId }) => ({ round, roundId, text: this.said.get(round) ?? '' })),
    }
    this.rounds.clear()
    this.said.clear()
    this.spans = []
    this.moved = []
    this.problems = []
    this.marked = { messages: marked.messages - messages, chars: marked.chars }
    this.messages = 0
    this.blocks = 0
    return taken
  }
}
