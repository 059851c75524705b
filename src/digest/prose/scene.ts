import { categoriesOf } from '../classify/lexicon.ts'
import { wordsIn } from '../classify/words.ts'
import type { ProseKind } from '../entry.ts'
import type { Did, RoundEvent, Said } from '../round.ts'
import { createExchanged, type Exchanged } from './exchanged.ts'

/** How much of what tools read and wrote is looked through for a name; older texts are let go of first. */
const MOST_CHARS = 160_000

/** How much of a message is read for what it asks for. */
const MOST_ASKED = 2000

/** What more sentences than these speak of tells nothing apart. */
const MOST_SPOKEN = 8

/** How agents ask or put something forward. */
const PUTS_FORWARD =
  /[?？]|\b(?:i['’]?d|i would|recommend\w*|suggest\w*|propos\w*|prefer\w*|my (?:pick|vote|choice)|option|either|empfehl\w*|würde|je (?:propose|recommande|prendrais)|recomiendo|sugiero|propongo|consiglio|recomendo|aanraden|doporuč\w*|建议|推荐|おすすめ|提案)/i

/**
 * What came up before a sentence was said. Names that tools printed are names in code; a name that comes from neither
 * tools nor earlier words is the speaker's own, and what it is said about matters.
 */
export interface Scene extends Pick<Exchanged, 'isChanging' | 'isTouched' | 'isWritten'> {
  /** Takes all that a round is going to do. `isNext`: it follows the one before, and may answer that. */
  beginRound(events: readonly RoundEvent[], isNext?: boolean): void
  /** Whether neither tools nor anybody named it before. */
  isNew(name: string): boolean
  /** Whether the edits of this round may be about these: none of them is new and missing there. */
  mayBeWritten(names: readonly string[]): boolean
  /** Whether the agent's last words of the round before have it. */
  isOffered(name: string): boolean
  /** Whether those ask or put something forward. */
  wasAsked(): boolean
  /** The words themselves. */
  offer(): string
  /** Whether the user asks something in this round. */
  isAskedNow(): boolean
  /** Whether he asks for what is left. */
  isRestAsked(): boolean
  /** Whether something of this kind was said about it. */
  isAbout(kind: ProseKind, name: string): boolean
  /** Whether an entry of this kind speaks of one of these, which few sentences do. */
  isMatter(kind: ProseKind, matters: readonly string[]): boolean
  noteSaid(names: readonly string[], matters: readonly string[]): void
  noteEntry(kind: ProseKind, names: readonly string[], matters: readonly string[]): void
  noteDone(did: Did): void
}

const REST = ['remain', 'defer'] as const

function isForRest(text: string): boolean {
  const categories = categoriesOf(wordsIn(text.slice(0, MOST_ASKED)))
  return REST.some((one) => categories.has(one))
}

function isToldByAgent(event: RoundEvent): event is Said {
  return event.kind === 'said' && event.who === 'agent'
}

export function createScene(): Scene {
  const said = new Set<string>()
  const printed = new Set<string>()
  const about = new Map<ProseKind, Set<string>>()
  /** How many sentences speak of something, and what of that entries of each kind speak of. */
  const spoken = new Map<string, number>()
  const matter = new Map<ProseKind, Set<string>>()
  const exchanged = createExchanged()
  let offer = ''
  let offered = ''
  let last = ''
  let asks = false
  let asksForRest = false
  const texts: string[] = []
  let chars = 0
  /** Of names that no text had: how many texts were looked through. */
  const missed = new Map<string, number>()
  let dropped = 0
  const note = (text: string) => {
    if (text === '') return
    const kept = text.slice(0, MOST_CHARS / 4).toLowerCase()
    texts.push(kept)
    chars += kept.length
  }
  /** Whether no tool printed, read or wrote it: people speak of it, the code does not. */
  const isSpoken = (name: string) => {
    if (printed.has(name)) return false
    const first = Math.max(0, (missed.get(name) ?? 0) - dropped)
    for (let at = texts.length - 1; at >= first; at--) {
      if (!texts[at]!.includes(name)) continue
      printed.add(name)
      return false
    }
    missed.set(name, dropped + texts.length)
    return true
  }
  const isNew = (name: string) => !said.has(name) && isSpoken(name)
  return {
    ...exchanged,
    beginRound: (events, isNext = true) => {
      exchanged.beginRound(events)
      offer = isNext ? last : ''
      offered = offer.toLowerCase()
      last = events.findLast(isToldByAgent)?.text ?? ''
      const asked = events.filter((event) => event.kind === 'said' && event.who === 'user' && /[?？]/.test(event.text))
      asks = asked.length > 0
      asksForRest = asked.some((event) => event.kind === 'said' && isForRest(event.text))
    },
    isOffered: (name) => offered.includes(name),
    wasAsked: () => PUTS_FORWARD.test(offered),
    offer: () => offer,
    isAskedNow: () => asks,
    isRestAsked: () => asksForRest,
    isNew,
    mayBeWritten: (names) => !exchanged.isKnown() || names.every((name) => exchanged.isWritten(name) || !isNew(name)),
    isAbout: (kind, name) => about.get(kind)?.has(name) ?? false,
    isMatter: (kind, matters) => {
      const known = matter.get(kind)
      return known !== undefined && matters.some((one) => known.has(one) && (spoken.get(one) ?? 0) <= MOST_SPOKEN)
    },
    noteSaid: (names, matters) => {
      for (const name of names) said.add(name)
      for (const one of matters) spoken.set(one, (spoken.get(one) ?? 0) + 1)
    },
    noteEntry: (kind, names, matters) => {
      add(about, kind, names)
      add(matter, kind, matters)
    },
    noteDone: ({ act, outcome }) => {
      note(act.command ?? '')
      for (const { path } of act.files) note(path)
      for (const { before, after } of act.edits ?? []) note(`${before ?? ''}\n${after}`)
      note(outcome?.output ?? '')
      while (chars > MOST_CHARS && texts.length > 1) {
        chars -= texts.shift()!.length
        dropped++
      }
    },
  }
}

function add(to: Map<ProseKind, Set<string>>, kind: ProseKind, all: readonly string[]): void {
  const known = to.get(kind)
  if (known) for (const one of all) known.add(one)
  else to.set(kind, new Set(all))
}
