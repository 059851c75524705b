import { classify, type SentenceClass } from '../classify/classify.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import type { EntryDraft, ProseKind } from '../entry.ts'
import type { Speaker } from '../round.ts'
import { namesIn } from './names.ts'
import { type Voice, voicesOf } from './voices.ts'

type ProseDraft = Extract<EntryDraft, { kind: ProseKind }>

/** How sure a sentence must be of its class; what people say counts sooner than what an agent tells of itself. */
const SURE: Readonly<Record<Speaker, Partial<Record<SentenceClass, number>>>> = {
  user: { constraint: 0.36, decision: 0.36, fact: 0.36, thread: 0.36, closing: 0.4 },
  agent: { decision: 0.6, thread: 0.6, closing: 0.5 },
}
const LONGEST = 300

/**
 * What a message says that should be known later: one entry for a sentence, of one kind. `mentioned` holds the names that
 * came up before; those of this message are added to it.
 */
export function gatherProse(text: string, who: Speaker, mentioned: Set<string>): readonly ProseDraft[] {
  const voices = voicesOf(text, who)
  const drafts: ProseDraft[] = []
  for (const [at, voice] of voices.entries()) {
    const kind = kindOf(voice, mentioned) ?? (isHalfDecision(voice, voices[at + 1]) ? 'decision' : undefined)
    if (kind) drafts.push(kind === 'decision' ? decisionOf(voices, at) : draftOf(kind, voice))
  }
  for (const { names } of voices) for (const name of names) mentioned.add(name)
  return drafts
}

function kindOf(voice: Voice, mentioned: ReadonlySet<string>): ProseKind | undefined {
  const { who, chances, below } = voice
  if (voice.asks && !(chances.thread > 0.6 && voice.categories.has('remain'))) return undefined
  const listed = below === '' ? undefined : headingClass(below, who)
  if (listed === 'thread' && voice.isListed && chances.closing < 0.6) return 'thread'
  if (voice.text.length < 8) return undefined
  if (voice.names.length === 0) return nameless(voice)
  const ranked = (Object.entries(chances) as [SentenceClass, number][]).sort((a, b) => b[1] - a[1])
  let [best, chance] = ranked[0]!
  if (best === 'closing' && !voice.names.some((name) => mentioned.has(name))) {
    const [second, third] = ranked.slice(1) // what never came up cannot be over
    ;[best, chance] = second!
    if (third && who === 'agent' && SURE.agent[best] === undefined) best = third[0]
    chance += chances.closing
  }
  const fresh = voice.names.filter((name) => !mentioned.has(name) && !/^[\d.,:%/-]+\w{0,2}$|[/\\]/.test(name))
  if (voice.marked > 0 && fresh.length > 1 && isTurningDown(voice)) return 'decision' // two new names are two options
  const needed = SURE[who][best]
  if (needed !== undefined && chance >= needed && fits(best, voice)) return best as ProseKind
  return who === 'user' ? fallback(voice) : undefined
}

/** Whether a sentence with two new names takes one of them: it leans that way, or says outright that one is not taken. */
function isTurningDown({ who, chances, categories }: Voice): boolean {
  if (chances.musing > 0.4 || chances.constraint > 0.4) return false
  const takesOne = categories.has('reject') || categories.has('choose')
  if (chances.decision >= 0.28 && chances.decision >= chances.report) return who === 'user' || takesOne
  return (
    chances.decision >= 0.12 && categories.has('reject') && (categories.has('contrast') || categories.has('choose'))
  )
}

/** A sentence of ordinary words alone must be the surer of what it is. */
function nameless({ who, chances, text }: Voice): ProseKind | undefined {
  const kinds = who === 'user' ? (['constraint', 'thread', 'decision', 'fact'] as const) : (['thread'] as const)
  return kinds.find((kind) => chances[kind] > 0.6 && text.split(' ').length > 3)
}

/** One option in a sentence, the other in the next: only both together say that something was chosen. */
function isHalfDecision(voice: Voice, next: Voice | undefined): boolean {
  if (
    !next ||
    voice.asks ||
    next.asks ||
    voice.marked !== 1 ||
    next.marked !== 1 ||
    voice.names.includes(next.names[0]!)
  )
    return false
  if (voice.text.length + next.text.length > 240 || voice.chances.request > 0.5) return false
  return classify(`${voice.text} ${next.text}`, voice.who).decision > 0.6
}

/** What the words of an agent's sentence must be like, whatever the classifier says: agents explain a great deal. */
function fits(kind: SentenceClass, voice: Voice): boolean {
  if (voice.who === 'user') return true
  const { categories, names, marked, chances } = voice
  if (kind === 'decision') {
    const signs = ['choose', 'reject', 'contrast', 'reason'].filter((one) => categories.has(one)).length
    return names.length > 1 && marked > 0 ? signs > 0 : marked > 0 && categories.has('choose') && signs > 1
  }
  if (kind === 'thread') {
    const isOpen = categories.has('remain') || categories.has('defer') || chances.thread > 0.8
    return isOpen && !/^(?:let me|i'll|i will|now|but|so|this|that)\b/i.test(voice.text)
  }
  return true
}

/** What a person states with a name of its own, and neither asks for nor muses about, is a fact unless it is more. */
function fallback({ chances, marked, text }: Voice): ProseKind | undefined {
  if (chances.request + chances.musing + chances.chatter > 0.5) return undefined
  const kinds = ['constraint', 'decision', 'thread', 'fact'] as const
  const best = kinds.reduce((most, kind) => (chances[kind] > chances[most] ? kind : most))
  if (chances[best] > (marked > 0 ? 0.2 : 0.3)) return best
  return /\d/.test(text) && chances.report < 0.5 ? 'fact' : undefined
}

const headings = new Map<string, SentenceClass | undefined>()

/** What the items below a heading are, where it says so. */
function headingClass(heading: string, who: Speaker): SentenceClass | undefined {
  const key = `${who} ${heading}`
  if (!headings.has(key)) {
    if (headings.size > 2000) headings.clear()
    const found = categoriesOf(heading.toLowerCase().match(/[\p{L}'-]+/gu) ?? [])
    const isThread = (found.has('remain') || found.has('defer')) && !found.has('done')
    headings.set(key, isThread && heading.length < 60 ? 'thread' : undefined)
  }
  return headings.get(key)
}

function draftOf(kind: ProseKind, voice: Voice): ProseDraft {
  return {
    kind,
    who: voice.who,
    text: shortened(voice.text),
    names: voice.names,
    sure: Math.round((voice.chances[kind as SentenceClass] ?? 0.5) * 100) / 100,
  }
}

/** A decision with what stands beside it: the reason, the option turned down, where those are sentences of their own. */
function decisionOf(voices: readonly Voice[], at: number): ProseDraft {
  const voice = voices[at]!
  const before = voices[at - 1]
  const after = voices[at + 1]
  let text = voice.text
  let names = voice.names
  const isBare = namesIn(text).length < 2
  if (isBare && before && isAside(before) && namesIn(before.text).length > 1) {
    text = `${before.text} ${text}`
    names = [...new Set([...before.names, ...names])]
  } else if (
    after &&
    isAside(after) &&
    text.length + after.text.length < LONGEST &&
    (isBare || hasReason(after.text))
  ) {
    text = `${text} ${after.text}`
    names = [...new Set([...names, ...after.names])]
  }
  const rejected = rejectedIn(text)
  const why = reasonIn(text)
  return {
    ...draftOf('decision', { ...voice, text, names }),
    ...(why !== undefined && { why }),
    ...(rejected.length > 0 && { rejected }),
  }
}

/** A sentence that says nothing of its own kind. */
function isAside({ chances, asks, marked }: Voice): boolean {
  return (
    !asks &&
    chances.constraint < 0.6 &&
    chances.thread < 0.6 &&
    chances.request < 0.6 &&
    (marked > 0 || chances.decision > 0.3)
  )
}

const REASON = /\b(?:because|since|as it|as they|due to|given that|so that|weil|denn|parce que|car|porque|ya que)\b.*/i

function hasReason(text: string): boolean {
  return REASON.test(text)
}

function reasonIn(text: string): string | undefined {
  const found = REASON.exec(text)?.[0] ?? /[;:—–]\s*(.{12,})$/.exec(text)?.[1]
  return found === undefined ? undefined : shortened(found)
}

const TURNED_DOWN =
  /\b(?:instead of|rather than|over|not|than|reject\w*|drop\w*|discard\w*|rul\w+ out|abandon\w*|against|replac\w+|scrap\w*|statt|anstatt|gegen|plutôt que|au lieu de|en lugar de|en vez de|descart\w*|écart\w*|forget|no)\s+(?:on |the |to |das |le |la |el )?([`"“]?[\p{L}\p{N}_./-]+)/giu

/** The names that words of refusal stand before, or that stand before such words. */
function rejectedIn(text: string): readonly string[] {
  const names = namesIn(text)
  const found = new Set<string>()
  for (const match of text.matchAll(TURNED_DOWN)) {
    const end = match.index + match[0].length
    const name = names.find((one) => one.at >= match.index && one.at <= end)
    if (name) found.add(name.text)
  }
  const behind =
    /([`"“]?[\p{L}\p{N}_./-]+)[`"”]?\s+(?:is|was|got|gets|were|would|lost|loses|falls|fell|did not|didn't|cannot|can't|needs|need|has no|scheidet|ist|est|queda)\b/giu
  for (const match of text.matchAll(behind)) {
    const name = names.find((one) => one.at >= match.index && one.at < match.index + match[0].length)
    if (name && names.length > 1 && name !== names[0]) found.add(name.text)
  }
  return [...found]
}

/** At most 300 characters, cut at the end of a sentence or clause. */
export function shortened(text: string, longest = LONGEST): string {
  const bare = text.replace(/\s+/g, ' ').trim()
  if (bare.length <= longest) return bare
  const kept = bare.slice(0, longest - 1)
  const end = Math.max(kept.lastIndexOf('. '), kept.lastIndexOf('; '), kept.lastIndexOf('! '))
  if (end > longest / 2) return kept.slice(0, end + 1)
  const space = kept.lastIndexOf(' ')
  return `${kept.slice(0, space > longest / 2 ? space : kept.length)}…`
}
