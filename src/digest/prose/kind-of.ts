import type { Chances } from '../classify/classify.ts'
import { CORRECTING } from '../classify/correcting.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import { wordsIn } from '../classify/words.ts'
import type { ProseKind } from '../entry.ts'
import type { Speaker } from '../round.ts'
import { isActedOn, tellsChoice } from './acted-on.ts'
import type { Scene } from './scene.ts'
import type { Voice } from './voices.ts'

type Kept = Exclude<ProseKind, 'goal'>

/**
 * How sure the classifier must be to keep a sentence as something. A decision that is none misleads; a fact or a rule too many
 * costs a line.
 */
const LEAST: Readonly<Record<Speaker, Readonly<Partial<Record<Kept, number>>>>> = {
  user: { decision: 0.3, constraint: 0.22, fact: 0.2, thread: 0.3, closing: 0.3 },
  agent: { decision: 0.45, thread: 0.4, closing: 0.5 },
}
/** Of what was most likely pasted, or what an agent lists or says while it works, only what is surer. */
const PASTED = 0.75
const UNDER_WORK = 0.75
const LISTED = 0.75
/** Of what it tells among many other things. */
const OF_MANY = 0.75

/** Of a decision that names nothing, and of a rule that is said first. */
const VAGUE = 0.5
const FIRST = 0.4

/** Words without which what an agent says of its own accord is an explanation or a report, as most is. */
const TELLING: Readonly<Partial<Record<Kept, readonly string[]>>> = {
  decision: ['choose', 'reject', 'contrast', 'reason'],
  thread: ['remain', 'defer'],
  closing: ['done', 'remain', 'state'],
}
const ANY_TELLING = [...new Set(Object.values(TELLING).flat())]
/** As sure as this it needs no such word. */
const SURE = 0.85
/** What it is about to do. */
const GOING_TO = /^(?:(?:ok|okay|so|and|then|next|now|first),? )*(?:I['’]ll|I will|I['’]m|I am|let me|now|next)\b/i

function isTelling(
  kind: Kept,
  { chances, categories, names, isOneOfMany, isListed, isUnderWay }: Voice,
  scene: Scene,
): boolean {
  if (kind === 'thread' && isUnderWay) return categories.has('defer')
  if (kind === 'thread' && isListed) return scene.isRestAsked()
  if (kind === 'closing' && names.some((name) => scene.isAbout('thread', name))) return true
  const tells = TELLING[kind]!.some((one) => categories.has(one))
  if (isOneOfMany) return tells
  return tells || chances[kind] > SURE || (kind === 'thread' && scene.isRestAsked())
}

/** Who says that a fact was wrong and names what it is about tells the right one. */
function isCorrection({ who, text, asks, names }: Voice, scene: Scene): boolean {
  return who === 'user' && !asks && CORRECTING.test(text) && names.some((name) => scene.isAbout('fact', name))
}

/** What it may be instead, and how much likelier that may be. */
const OTHERS = ['request', 'question', 'report', 'musing', 'chatter', 'proposal'] as const
const RIVALS = 0.45

/** What a sentence is kept as; undefined for the many that say nothing to be known later. */
export function kindOf(voice: Voice, scene: Scene): Kept | undefined {
  if (!mayTell(voice)) return undefined
  if (voice.isListed && isOpenList(voice.below) && voice.chances.closing < 0.6) return 'thread'
  if (isActedOn(voice, scene) || tellsChoice(voice) || (voice.asks && isWish(voice.text, voice.options)))
    return 'decision'
  if (/[:：]$/.test(voice.text)) return undefined
  if (isCorrection(voice, scene)) return 'fact'
  const { who } = voice
  const chances = weighed(voice, scene)
  const least = LEAST[who]
  const kinds = Object.keys(least) as Kept[]
  const kind = kinds.reduce((best, one) => (chances[one] > chances[best] ? one : best))
  const rival = Math.max(...OTHERS.map((one) => chances[one]))
  if (chances[kind] < RIVALS * rival || isForNow(kind, voice, scene)) return undefined
  if (who === 'agent' && !isTelling(kind, voice, scene)) return undefined
  return chances[kind] >= Math.max(least[kind]!, neededThere(voice), neededOf(kind, voice)) ? kind : undefined
}

function neededOf(kind: Kept, { names, at }: Voice): number {
  if (kind === 'decision') return names.length === 0 ? VAGUE : 0
  return kind === 'constraint' && at === 0 ? FIRST : 0
}

/** One of several things to do now, or something to do together. */
const STEP = /^(?:(?:but|so|and|ok|okay),? )*(?:then|next|after that|finally|first|let['’]?s|lets|let us)\b/i

/** Whether what seems to be a rule or a fact is wanted now, and over when the round is. */
function isForNow(kind: Kept, voice: Voice, scene: Scene): boolean {
  if (kind === 'fact') return STEP.test(voice.text)
  if (kind === 'thread') return isFault(voice)
  if (kind !== 'constraint') return false
  return (STEP.test(voice.text) && !voice.categories.has('forbid')) || isDoneAtOnce(voice, scene)
}

/** `The upload still doesn't work`: who says that first wants it mended. */
function isFault({ who, at, named, categories }: Voice): boolean {
  if (who !== 'user' || at > 0 || named > 0) return false
  return categories.has('not') && categories.has('remain') && !categories.has('defer') && !categories.has('must')
}

/** How rules are put. */
const ORDERS = ['must', 'forbid', 'limit']
/** `Never edit it` */
const NEGATIVE =
  /^(?:(?:please|and|but|also|bitte),? )?(?:never|do not|don['’]?t|no|nie|niemals|ne|n['’]|jamais|nunca|non|mai|não|nooit|nikdy|不要|请勿|絶対)/i

/** A path that the round goes on to change is what a person wants changed, unless he says what must be or must not. */
function isDoneAtOnce({ text, names, hasPath, categories }: Voice, scene: Scene): boolean {
  if (!hasPath || NEGATIVE.test(text) || ORDERS.some((one) => categories.has(one))) return false
  return names.some((name) => /[/\\.]/.test(name) && scene.isTouched(name))
}

/** Where two kinds are about as likely: rules are seen too often, facts and threads too seldom. */
const WORTH = { decision: 1.1, constraint: 0.9, fact: 1.5, thread: 1.5 }
const KINDS = ['decision', 'constraint', 'fact', 'thread'] as const

/** Who takes something by name where nothing was put forward decides; so does an agent that tells of it when its work is done. */
function weighed({ who, chances, options, isListed }: Voice, scene: Scene): Chances {
  if (who === 'agent')
    return scene.isChanging() && !isListed
      ? { ...chances, decision: chances.decision + chances.proposal, proposal: 0 }
      : chances
  const told = { ...chances }
  for (const kind of KINDS) told[kind] *= WORTH[kind]
  if (options.length === 0 || scene.wasAsked()) return told
  return { ...told, decision: told.decision + chances.assent }
}

function neededThere({ who, isPasted, isListed, isUnderWay, isOneOfMany }: Voice): number {
  if (who === 'user') return isPasted ? PASTED : 0
  return isUnderWay ? UNDER_WORK : isListed ? LISTED : isOneOfMany ? OF_MANY : 0
}

/** How agents tell what they are at: by the time anybody reads it, that is done. */
const UNDER_WAY =
  /^(?:I['’]m|I am|I['’]ll|I will|Let me)(?: now| just| also| going to)* (?:wait|let|check|run|validat|verify|look|read|inspect|trac|confirm|review|rerun|do(?:ing)? a final)|^(?:still |now |currently )?(?:waiting|running|building|checking)\b/i
/** A sentence that begins with the words of somebody else. */
const QUOTING = /^["“][^"”]{30}/

/** Whether a sentence may tell anything: no question, no fragment, no code, and of an agent not merely what it is at. */
function mayTell(voice: Voice): boolean {
  const { who, text, asks, isForeign, isOneOfMany, options, categories } = voice // not its chances, which take time
  if (isForeign && options.length < 2) return false
  if (asks && !isWish(text, options) && !(who === 'user' && categories.has('remain') && voice.chances.thread > 0.6))
    return false
  if (text.length < 4 || isBare(text) || /,$/.test(text) || QUOTING.test(text)) return false
  if (who === 'user') return true
  if (/\p{Extended_Pictographic}/u.test(text) || (options.length < 2 && UNDER_WAY.test(text))) return false
  if (GOING_TO.test(text) && !categories.has('defer')) return false
  if (isOneOfMany && !ANY_TELLING.some((one) => categories.has(one))) return false
  return !/→|->/.test(text) || isNoteOfChoice(text, categories)
}

/** `Storage → Kestrel (Heron rejected: no streaming)` */
function isNoteOfChoice(text: string, categories: Voice['categories']): boolean {
  return categories.has('reject') && /(?:→|->)[^()]*\([^)]{8,}\)/.test(text)
}

/** `As Heron is too slow, could you please use Kestrel?`: who gives a reason and asks to have one of two has chosen. */
function isWish(text: string, options: readonly string[]): boolean {
  return options.length === 2 && WISH.test(text)
}

const WISH =
  /,.*\b(?:(?:could|would|can|will) you (?:please )?\w+|(?:kannst|könntest|können|könnten) (?:du|sie)|(?:peux|pourrais)-tu|pouvez-vous|puedes|podrías|puoi|potresti|podes|pode|kun je|můžeš|mohl)\b.*\?/iu

/** A path or address and nothing else, or an expression. */
function isBare(text: string): boolean {
  return /^\S*[/\\.]\S*$/.test(text) || /^\S+\(.*\)$/.test(text) || /^(?:import|from) \S+/.test(text)
}

/** What makes a heading one of something else: `If it still exits`, `Done, still open on the other branch`. */
const CLOSED = ['done', 'suppose']
/** `The agent needs to`, `Existing tools remain`: what something does, not what is left. */
const NEED = /\b(?:needs?|has|have) to$|\bremains?$/i
const lists = new Map<string, boolean>()

/** Whether the items below a heading are what is left to do. */
function isOpenList(heading: string): boolean {
  if (heading === '' || heading.length >= 60) return false
  let isOpen = lists.get(heading)
  if (isOpen === undefined) {
    if (lists.size > 2000) lists.clear()
    const words = wordsIn(heading)
    const found = categoriesOf(words)
    isOpen =
      words.length < 7 &&
      !NEED.test(heading) &&
      (found.has('remain') || found.has('defer')) &&
      !CLOSED.some((one) => found.has(one))
    lists.set(heading, isOpen)
  }
  return isOpen
}
