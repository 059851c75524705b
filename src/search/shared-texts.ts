import type { RoundId } from '../model/id.ts'

/** How much of a text's beginning tells most others apart. */
const BEGINNING = 64

export interface Text {
  readonly text: number
  readonly content: string
}

/** Where the texts of an index are. */
export interface TextSource {
  /** The texts of a round's copies, each with the first place it is said at. */
  copiesOf(round: RoundId): Iterable<readonly [text: number, first: number]>
  read(text: number): Text
}

/** What the copies of a round say, read when it is asked for: it holds while nobody else writes. */
export interface SharedTexts {
  /** Of the texts that begin what is said, or begin with it, the one that was there first. */
  find(round: RoundId, said: string): Text | undefined
  /** Takes note that the round at a place says another text now, or more of one. */
  keep(round: RoundId, place: number, text: number): void
  /** Takes note that a round does not say its text any more. */
  leave(round: RoundId): void
}

interface Copy extends Text {
  /** The first place it is said at. */
  readonly first: number
}

interface Copies {
  readonly byText: Map<number, Copy>
  /** The texts with a beginning; of short texts the whole. */
  readonly byBeginning: Map<string, Set<number>>
  /** The texts with each beginning that is shorter than that. */
  readonly byLess: Map<string, Set<number>>
  /** The first places of texts that are to be read. */
  readonly unread: Map<number, number>
}

export function sharedTexts(source: TextSource): SharedTexts {
  const known = new Map<RoundId, Copies>()
  return {
    find(round, said) {
      const copies = known.get(round) ?? findCopies(source, round)
      known.set(round, copies)
      for (const [text, first] of copies.unread) put(copies, { ...source.read(text), first })
      copies.unread.clear()
      let found: Copy | undefined
      for (const text of likeIn(copies, said)) {
        const copy = copies.byText.get(text)!
        if (isShared(copy, said) && !(found && found.first < copy.first)) found = copy
      }
      return found
    },
    keep(round, place, text) {
      const copies = known.get(round)
      const first = copies?.unread.get(text) ?? copies?.byText.get(text)?.first ?? place
      copies?.unread.set(text, Math.min(first, place))
    },
    leave(round) {
      known.delete(round)
    },
  }
}

/** Whether one says the beginning of what the other does. */
export function isShared({ content }: Text, said: string): boolean {
  return content.startsWith(said) || said.startsWith(content)
}

function findCopies(source: TextSource, round: RoundId): Copies {
  return { byText: new Map(), byBeginning: new Map(), byLess: new Map(), unread: new Map(source.copiesOf(round)) }
}

/** Texts only grow: the beginnings that one had stay right. */
function put({ byText, byBeginning, byLess }: Copies, copy: Copy): void {
  const beginning = copy.content.slice(0, BEGINNING)
  byText.set(copy.text, copy)
  add(byBeginning, beginning, copy.text)
  for (let end = 1; end < beginning.length; end++) add(byLess, beginning.slice(0, end), copy.text)
}

function add(texts: Map<string, Set<number>>, beginning: string, text: number): void {
  const known = texts.get(beginning)
  if (known) known.add(text)
  else texts.set(beginning, new Set([text]))
}

/** Those that may begin what is said, or begin with it. */
function likeIn({ byText, byBeginning, byLess }: Copies, said: string): readonly number[] {
  if (byText.size === 0) return []
  const found = [...(byLess.get(said) ?? [])]
  for (let end = 1; end <= Math.min(said.length, BEGINNING); end++) {
    for (const text of byBeginning.get(said.slice(0, end)) ?? []) found.push(text)
  }
  return found
}
