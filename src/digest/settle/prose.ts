import { CORRECTING } from '../classify/correcting.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import { wordsIn } from '../classify/words.ts'
import type { Entry, PlanEntry, ProseEntry } from '../entry.ts'
import type { Resolved } from '../settle.ts'
import { createMatters, type Matters } from './matters.ts'

interface SettledProse {
  readonly decisions: readonly ProseEntry[]
  readonly constraints: readonly ProseEntry[]
  readonly facts: readonly ProseEntry[]
  readonly threads: readonly (ProseEntry | PlanEntry)[]
  readonly closings: readonly ProseEntry[]
  readonly over: readonly Resolved<ProseEntry | PlanEntry>[]
}

/** Which of the things said still hold: what a later mention of the same names closed, lifted, reversed or corrected does not. */
export function settleProse(entries: readonly Entry[], lastRound: number): SettledProse {
  const said = withoutRepeats(
    entries.filter(
      (entry): entry is ProseEntry =>
        'who' in entry && entry.kind !== 'goal' && !(entry.isLast && entry.round < lastRound),
    ),
  )
  const common = commonNames(said, MANY)
  const own = (entry: ProseEntry) => entry.names.filter((name) => !common.has(name))
  const over: Resolved<ProseEntry | PlanEntry>[] = []
  const ended = endings(said, own, createMatters([...said, ...goalsIn(entries)]))
  const holding = said.filter((entry) => {
    if (entry.kind === 'closing') return false
    const end = ended.get(entry)
    if (end) over.push({ entry, by: end.round })
    return !end
  })
  const plan = settlePlan(entries)
  over.push(...plan.over)
  const of = (kind: ProseEntry['kind']) => holding.filter((entry) => entry.kind === kind)
  return {
    decisions: of('decision'),
    constraints: of('constraint'),
    facts: of('fact'),
    threads: [...of('thread'), ...plan.open].sort((a, b) => a.round - b.round || a.place - b.place),
    closings: said.filter((entry) => entry.kind === 'closing'),
    over,
  }
}

function goalsIn(entries: readonly Entry[]): readonly ProseEntry[] {
  return entries.filter((entry): entry is ProseEntry => entry.kind === 'goal')
}

/** As much in common makes two sentences speak of one matter: what is said to be over names it, what takes its place may not. */
const SAME_MATTER = { closing: 0.5, other: 0.9 }

/** What was ended, each with what ended it: all that shares its names, and the one that speaks most of the same matter. */
function endings(
  said: readonly ProseEntry[],
  own: (entry: ProseEntry) => readonly string[],
  matters: Matters,
): ReadonlyMap<ProseEntry, ProseEntry> {
  const ended = new Map<ProseEntry, ProseEntry>()
  const some = commonNames(said, SOME)
  const rare = (entry: ProseEntry) => entry.names.filter((name) => !some.has(name))
  for (const later of said) {
    const earlier = said.filter((entry) => entry.kind !== 'closing' && !ended.has(entry) && isAfter(later, entry))
    const named = earlier.filter((entry) => ends(later, entry, later.kind === 'closing' ? rare : own))
    for (const entry of named) ended.set(entry, later)
    if (named.length > 0) continue
    let [nearest, most]: [ProseEntry | undefined, number] = [
      undefined,
      later.kind === 'closing' ? SAME_MATTER.closing : SAME_MATTER.other,
    ]
    for (const entry of earlier) {
      if (!mayEnd(later, entry, matters)) continue
      const shared = matters.shared(later, entry)
      if (shared >= most) [nearest, most] = [entry, shared]
    }
    if (nearest) ended.set(nearest, later)
  }
  return ended
}

/** Who turns away from what was settled. */
const TURNS =
  /(?<!\p{L})(?:after all|instead|rather than|wait|scrap|never ?mind|forget|withdraw|take (?:that|it) back|was wrong|changed my mind|on second thoughts?|back to|again|no longer|[a]ny ?more|doch|lieber|statt|zurück|finalement|plutôt|al final|mejor|alla fine|afinal|toch|nakonec)(?!\p{L})/iu

/** Whether a later sentence may end an earlier one, if both speak of one matter. */
function mayEnd(later: ProseEntry, earlier: ProseEntry, matters: Matters): boolean {
  if (later.kind === 'closing') return earlier.kind === 'thread' || (later.who === 'user' && earlier.kind !== 'fact')
  if (later.kind === 'fact') return earlier.kind === 'fact' && CORRECTING.test(later.text)
  if (later.who === 'agent' || (later.kind !== 'decision' && later.kind !== 'constraint')) return false
  if (earlier.kind !== 'decision' && earlier.kind !== 'constraint') return false
  return TURNS.test(later.text) || (later.kind === 'decision' && matters.isDenied(later, earlier))
}

/** Whether a later sentence ends an earlier one. */
function ends(later: ProseEntry, earlier: ProseEntry, own: (entry: ProseEntry) => readonly string[]): boolean {
  const mine = own(earlier)
  const shared = own(later).filter((name) => mine.includes(name))
  if (later.kind === 'closing') {
    if (earlier.kind === 'thread') return shared.length >= (mine.length > 3 ? 2 : 1)
    if (earlier.kind === 'constraint') return later.who === 'user' && shared.length > 0
    if (earlier.kind === 'decision') return shared.length > 0 && later.who === 'user'
    return false
  }
  if (later.kind === 'fact' && earlier.kind === 'constraint') return namesOld(later, earlier, shared)
  if (later.kind !== earlier.kind) return false
  if (earlier.kind === 'decision') return reverses(later, earlier, shared)
  if (earlier.kind === 'fact') return corrects(later, earlier, shared)
  return false
}

const TURNING = ['reject', 'contrast', 'done', 'not']

/** A decision on the same options that turns against what was chosen. */
function reverses(later: ProseEntry, earlier: ProseEntry, shared: readonly string[]): boolean {
  if (shared.length === 0) return false
  if (shared.length > 1) return true
  const categories = categoriesOf(wordsIn(later.text))
  const turns = TURNING.some((category) => categories.has(category))
  const chosen = !(earlier.rejected ?? []).some((name) => name.toLowerCase() === shared[0])
  const refused = (later.rejected ?? []).some((name) => name.toLowerCase() === shared[0])
  return turns && chosen && refused
}

/** Who says that it is another now. */
const CHANGED =
  /(?<!\p{L})(?:now|since|these days|by now|raised|lowered|upgraded?|updated?|moved|changed|went|up to|again|earlier|ignore|forget|sorry|today|inzwischen|jetzt|seit|maintenant|désormais|ahora|adesso|agora|inmiddels|nu|teď|už)(?!\p{L})|现在|刚才|今は|現在/iu

/**
 * A fact that says the same of the same thing with another value: it names the value that no longer holds, it says that it
 * corrects or that something changed, or only a number differs.
 */
function corrects(later: ProseEntry, earlier: ProseEntry, shared: readonly string[]): boolean {
  if (!later.names.some((name) => !earlier.names.includes(name))) return false
  const [now, before] = [later, earlier].map(({ names }) => names.filter((name) => /^\d/.test(name)))
  const hasNumber = now!.length > 0 && before!.length > 0
  const isOther = now!.some((number) => !before!.includes(number))
  const about = shared.filter((name) => !/^\d/.test(name))
  const isOtherValue = hasNumber && isOther && about.length > 0
  const isOfUnit = isOtherValue && !countsOther(later, earlier)
  if (isOfUnit && before!.every((number) => now!.includes(number))) return true
  const a = plainWords(later)
  const b = plainWords(earlier)
  const same = [...a].filter((word) => b.has(word)).length
  if (CORRECTING.test(later.text) && (!hasNumber || isOther)) return same >= 2 && about.length > 0
  if (isOfUnit && CHANGED.test(later.text)) return true
  if (isOtherValue && same > 0 && same >= b.size - 1) return true
  return hasNumber && same >= 3 && same === Math.max(a.size, b.size)
}

/** Whether the numbers of two facts are of other things: `port 4000`, `30 backups`. */
function countsOther(later: ProseEntry, earlier: ProseEntry): boolean {
  const [now, before] = [countedIn(later), countedIn(earlier)]
  return now.length > 0 && before.length > 0 && !now.some((word) => before.includes(word))
}

/** The words next to the numbers of a sentence, without those that say nothing of what is counted. */
function countedIn({ text, names }: ProseEntry): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\d][\p{L}\d'’-]*/gu) ?? []
  const isNumber = (word: string | undefined) => word !== undefined && /^\d+$/.test(word)
  return words.filter(
    (word, at) =>
      !isNumber(word) &&
      (isNumber(words[at - 1]) || isNumber(words[at + 1])) &&
      !(LITTLE.has(word) || CHANGED.test(word) || names.includes(word)),
  )
}

/** A limit that was told as if it were a rule, and what it is now: `from 20 to 30`. */
function namesOld(later: ProseEntry, earlier: ProseEntry, shared: readonly string[]): boolean {
  const numbers = shared.filter((name) => /^\d/.test(name))
  return numbers.length > 0 && shared.length > numbers.length && corrects(later, earlier, shared)
}

const LITTLE = new Set(
  'the a an is are was of to in on for and or it this that we our i you be by with at as from der die das ist le la les est de el los es'.split(
    ' ',
  ),
)

function plainWords({ text, names }: ProseEntry): ReadonlySet<string> {
  return new Set(wordsIn(text).filter((word) => !LITTLE.has(word) && !names.includes(word)))
}

/** In so many rounds a name tells little apart, in so many it tells nothing. */
const SOME = 3
const MANY = 6

/** Names that are in more rounds than these. */
function commonNames(said: readonly ProseEntry[], most: number): ReadonlySet<string> {
  const rounds = new Map<string, Set<number>>()
  for (const { names, round } of said) {
    for (const name of names) {
      const seen = rounds.get(name)
      if (seen) seen.add(round)
      else rounds.set(name, new Set([round]))
    }
  }
  return new Set([...rounds].filter(([, seen]) => seen.size > most).map(([name]) => name))
}

function withoutRepeats(said: readonly ProseEntry[]): readonly ProseEntry[] {
  const seen = new Set<string>()
  return said.filter(({ kind, text }) => {
    const key = `${kind} ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

function settlePlan(entries: readonly Entry[]): { open: readonly PlanEntry[]; over: readonly Resolved<PlanEntry>[] } {
  const first = new Map<string, PlanEntry>()
  const last = new Map<string, PlanEntry>()
  for (const entry of entries) {
    if (entry.kind !== 'plan') continue
    if (entry.isAnew) {
      for (const [key, one] of last) {
        if (isOpen(one)) last.set(key, { ...one, status: 'dropped', round: entry.round })
      }
    }
    if (!first.has(entry.key)) first.set(entry.key, entry)
    last.set(entry.key, entry)
  }
  const open: PlanEntry[] = []
  const over: Resolved<PlanEntry>[] = []
  const left = leftBehind(entries)
  for (const [key, entry] of last) {
    if (isOpen(entry) && left !== undefined) over.push({ entry: first.get(key)!, by: left })
    else if (isOpen(entry)) open.push({ ...first.get(key)!, status: entry.status })
    else over.push({ entry: { ...first.get(key)!, status: entry.status }, by: entry.round })
  }
  return { open, over }
}

/** So many rounds that change files and say nothing of a plan have left it behind. */
const LEFT_BEHIND = 3

/** The round by which work went on without the plan. */
function leftBehind(entries: readonly Entry[]): number | undefined {
  const noted = entries.findLast((entry) => entry.kind === 'plan')?.round
  if (noted === undefined) return undefined
  const changed = new Set<number>()
  for (const entry of entries)
    if (entry.kind === 'file' && entry.change !== 'read' && entry.round > noted) changed.add(entry.round)
  return [...changed][LEFT_BEHIND - 1]
}

function isOpen({ status }: PlanEntry): boolean {
  return status === 'open' || status === 'active'
}

function isAfter(a: Pick<Entry, 'round' | 'place'>, b: Pick<Entry, 'round' | 'place'>): boolean {
  return a.round > b.round || (a.round === b.round && a.place > b.place)
}
