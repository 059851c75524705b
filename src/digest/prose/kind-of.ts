import type { SentenceClass } from '../classify/classify.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import { wordsIn } from '../classify/words.ts'
import type { ProseKind } from '../entry.ts'
import type { Speaker } from '../round.ts'
import { isActedOn } from './acted-on.ts'
import type { Scene } from './scene.ts'
import { isTaking, type Voice } from './voices.ts'

type Weighed = Record<SentenceClass, number>

const KINDS: Readonly<Record<Speaker, readonly ProseKind[]>> = {
  user: ['constraint', 'decision', 'fact', 'thread', 'closing'],
  agent: ['decision', 'thread', 'closing'],
}

/** What a sentence is kept as; undefined for the many that say nothing to be known later. */
export function kindOf(voice: Voice, scene: Scene): ProseKind | undefined {
  const { who, text, below, categories, asks } = voice
  if (isIdle(voice, scene)) return undefined
  if (asks && !isAskedFor(voice) && !(categories.has('remain') && voice.chances.thread > 0.6)) return undefined
  if (voice.isListed && isOpenList(below) && voice.chances.closing < 0.6) return 'thread'
  if (text.length < 8 || isBare(text) || /,$/.test(text)) return undefined
  if (isActedOn(voice, scene)) return 'decision'
  if (/[:：]$/.test(text)) return undefined
  if (isCarriedOut(voice, scene)) return 'decision'
  const weighed = weigh(voice, scene)
  const kind = KINDS[who].reduce((best, one) =>
    weighed[one as SentenceClass] > weighed[best as SentenceClass] ? one : best,
  )
  const chance = weighed[kind as SentenceClass]
  if (weighed.musing > chance || weighed.request > chance) return undefined
  return chance >= needed(kind, chance, voice, scene) ? kind : undefined
}

/** `As Heron is too slow, could you please use Kestrel?`: who gives a reason and asks to have one of two has chosen. */
function isAskedFor(voice: Voice): boolean {
  const { who, text, options } = voice
  return who === 'user' && options.length === 2 && POLITE.test(text) && voice.chances.decision > 0.15
}

const POLITE =
  /,.*\b(?:(?:could|would|can|will) you (?:please )?\w+|(?:kannst|könntest|können|könnten) (?:du|sie)|(?:peux|pourrais)-tu|pouvez-vous|puedes|podrías|puoi|potresti|podes|pode|kun je|můžeš|mohl)\b.*\?/iu

/** Whether an agent tells of two things that it took one for the other, and its edits of the round did so. */
function isCarriedOut({ who, categories, names, isUnderWay, chances }: Voice, scene: Scene): boolean {
  if (who !== 'agent' || isUnderWay || !categories.has('contrast') || chances.decision < 0.3) return false
  return (
    names.some((name) => scene.isWritten(name)) &&
    (categories.has('reason') || names.some((name) => scene.isRemoved(name)))
  )
}

/** A path or address and nothing else, or an expression. */
function isBare(text: string): boolean {
  return (
    !/[\s\u3040-\u9fff]/.test(text.replace(/^[-=]?>\s+/, '')) ||
    /^\S+\(.*\)$/.test(text) ||
    /^(?:import|from) \S+/.test(text)
  )
}

/** Words without which an agent's sentence about known things is an explanation, as most are; under way only what is done counts. */
const TELLING = ['choose', 'reject', 'contrast', 'remain', 'defer', 'done']

/** How agents tell what they are at: by the time anybody reads it, that is done. */
const UNDER_WAY =
  /^(?:I['’]m|I am|I['’]ll|I will|Let me)(?: now| just| also| going to)* (?:wait|let|check|run|validat|verify|look|read|inspect|trac|confirm|review|rerun|do(?:ing)? a final)/i

/** The same without saying who, while work goes on. */
const AT_WORK = /^(?:still |now |currently )?(?:waiting|running|building|checking)\b/i

/** A sentence that begins with the words of somebody else. */
const QUOTING = /^["“][^"”]{30}/

function isIdle(
  { who, text, below, isListed, isUnderWay, categories, isForeign, options, names }: Voice,
  scene: Scene,
): boolean {
  if (isForeign && options.length < 2) return true
  if (who === 'user' || (isListed && isOpenList(below))) return false
  if (/\p{Extended_Pictographic}/u.test(text) || /\boption (?:\d|[a-d])\b/i.test(text)) return true
  if (/→|->/.test(text) && !isNoteOfChoice(text, categories)) return true
  if (QUOTING.test(text)) return true
  if (options.length < 2 && (UNDER_WAY.test(text) || (isUnderWay && AT_WORK.test(text)))) return true
  const tells = isUnderWay || isListed ? categories.has('done') : TELLING.some((one) => categories.has(one))
  if (!isUnderWay && !isListed && names.some((name) => scene.isAbout('thread', name))) return false
  return !tells && !hasNew(options, scene) && !areSpoken(options, scene)
}

/** `Let's go with it`: who takes something for both. */
const TOGETHER = /^(?:(?:but|so|and|ok|okay|yes|no|then|well|right),? )*(?:let['’]?s|lets|let us)\b/i

/** `Storage → Kestrel (Heron rejected: no streaming)` */
function isNoteOfChoice(text: string, categories: Voice['categories']): boolean {
  return categories.has('reject') && /(?:→|->)[^()]*\([^)]{8,}\)/.test(text)
}

/** The classifier's word, weighed by who spoke, what the sentence names and what was said of that before. */
function weigh({ who, text, chances, options, names, hasPath, categories, at }: Voice, scene: Scene): Weighed {
  const weighed: Weighed = { ...chances }
  const raise = (kind: SentenceClass, times: number) => {
    weighed[kind] *= times
  }
  const takes = isTaking(categories)
  if (who === 'agent') {
    weighed.report += weighed.constraint + weighed.fact + weighed.request // agents give no orders
    weighed.constraint = weighed.fact = weighed.request = 0
    if (!takes && options.filter((name) => scene.isNew(name)).length < 2) raise('decision', 0.4)
  } else {
    if (options.length > 0 && at > 0 && hasNew(options, scene)) weighed.fact += weighed.report / 3 // what a person tells of his own
    raise('report', 0.6)
    raise('request', takes && TOGETHER.test(text) ? 0.3 : at > 0 ? 0.4 : 1.5) // who wants something says so first
  }
  if (options.length > 0) raise('chatter', 0.1)
  const isAgain = wasChosen(options, scene)
  if (isAgain) raise('decision', 5)
  else if (options.length > 1 && weighed.decision > 0.04 && hasNew(options, scene)) {
    raise('decision', takes ? 5 : who === 'user' ? 3 : 2)
    if (takes) for (const kind of ['constraint', 'fact', 'thread'] as const) raise(kind, 0.5)
  } else if (options.length < 2) raise('decision', options.length === 1 && categories.has('choose') ? 0.6 : 0.3)
  if (who === 'user' && names.some(isNumber) && names.some((name) => !isNumber(name) && scene.isAbout('fact', name)))
    raise('fact', 6) // another value of what was told
  if (hasPath && options.length === 0 && weighed.request < 0.4 && weighed.constraint > 0.1) {
    raise('constraint', 2)
    raise('fact', 0.5)
  }
  if (names.some((name) => scene.isAbout('thread', name) || scene.isAbout('constraint', name))) raise('closing', 2)
  else if (!isAgain && !names.some((name) => scene.wasSaid(name))) raise('closing', 0.05) // what never came up cannot be over
  const sum = Object.values(weighed).reduce((total, one) => total + one, 0)
  for (const kind of Object.keys(weighed) as SentenceClass[]) weighed[kind] /= sum
  return weighed
}

function isNumber(name: string): boolean {
  return /^\d/.test(name)
}

/** How sure it must be: less of what a person states about a thing of his own, more of what an agent tells of the code. */
function needed(kind: ProseKind, chance: number, voice: Voice, scene: Scene): number {
  const { who, names, options, text, at, hasPath, isPasted } = voice
  if (who === 'agent') return neededOfAgent(kind, chance, voice, scene)
  if (!isMeant(kind, voice) || isStep(kind, voice)) return NEVER
  if (kind === 'constraint' && isDoneAtOnce(voice, scene)) return NEVER
  if (kind === 'fact' && !hasPath && !/\d/.test(text) && voice.chances.report > voice.chances.fact) return NEVER
  const hasOwn = hasPath || /\d/.test(text) || hasNew(options, scene)
  if (kind === 'fact' && !hasOwn) return names.length === 0 ? NEVER : 0.75
  if (names.length === 0) return text.split(' ').length > 3 ? (kind === 'constraint' ? 0.9 : 0.75) : NEVER
  if (isPasted) {
    const isOwn = !voice.isListed && PERSONS.some((one) => voice.categories.has(one))
    return voice.chances[kind as SentenceClass] < (isOwn ? 0.6 : 0.85) ? NEVER : 0.6
  }
  if (kind === 'decision') {
    if (voice.chances.decision < 0.25) return NEVER
    if (options.length < 2 && !isTaking(voice.categories)) return 0.75
  }
  if (!hasOwn) return 0.4
  if (at > 0) return 0.2
  if (kind === 'decision') return TOGETHER.test(text) ? 0.35 : 0.85 // what is said first is most often wanted
  return kind === 'fact' ? 0.55 : 0.35
}

/**
 * Whether a person's sentence has what its kind asks for beside the classifier's word: who decides takes something or names
 * two things and little else, who lays down a rule says what must be or names a path.
 */
function isMeant(kind: ProseKind, { text, chances, options, named, categories, hasPath, at }: Voice): boolean {
  if (kind === 'decision') {
    if (options.length === 0) return isTaking(categories) && chances.decision > 0.9
    return options.length < (isTaking(categories) ? 5 : 4) // more are a list
  }
  if (kind === 'constraint') {
    const least = at === 0 && !categories.has('must') && !categories.has('limit') ? 0.5 : 0.15
    if (ORDERS.some((one) => categories.has(one))) return chances.constraint > least
    return chances.constraint > (at === 0 ? 0.75 : hasPath || categories.has('not') ? 0.4 : 0.6)
  }
  if (kind === 'fact') return chances.fact > (hasPath || named > 0 || /\d/.test(text) ? 0.2 : 0.5)
  if (kind === 'thread') {
    if (CUT_OFF.test(text)) return false
    if (at === 0 && !categories.has('defer') && chances.thread < 0.9) return false // what is said first is wanted now
    return OPEN.some((one) => categories.has(one)) || chances.thread > 0.25
  }
  return true
}

/** One of several things to do now, or something to do together: neither a rule nor a fact. */
const STEP = /^(?:(?:but|so|and|ok|okay),? )*(?:then|next|after that|finally|first|let['’]?s|lets|let us)\b/i

function isStep(kind: ProseKind, { text, categories }: Voice): boolean {
  return (kind === 'constraint' || kind === 'fact') && STEP.test(text) && !categories.has('forbid')
}

/** A path that the round goes on to change is what a person wants changed, unless he says what must be or must not. */
function isDoneAtOnce({ text, names, hasPath, categories }: Voice, scene: Scene): boolean {
  if (!hasPath || NEGATIVE.test(text) || ORDERS.some((one) => categories.has(one))) return false
  return names.some((name) => /[/\\.]/.test(name) && scene.isTouched(name))
}

/** `Never edit it` */
const NEGATIVE =
  /^(?:(?:please|and|but|also|bitte),? )?(?:never|do not|don['’]?t|no|nie|niemals|ne|n['’]|jamais|nunca|non|mai|não|nooit|nikdy|不要|请勿|絶対)/i

/** How rules are put. */
const ORDERS = ['must', 'forbid', 'limit']

const NEVER = 2
/** A sentence that its speaker did not end. */
const CUT_OFF = /(?:\.{3}|…)$/
const OPEN = ['remain', 'defer']
/** `6 minutes later`: when something was, and not for when it is. */
const PASSED = /\d\s?\p{L}+ later\b/u
/** Who writes himself speaks of persons; what is pasted seldom does. */
const PERSONS = ['i', 'we', 'you']

function neededOfAgent(
  kind: ProseKind,
  chance: number,
  { text, names, options, named, chances, categories, isListed, isUnderWay, isOneOfMany }: Voice,
  scene: Scene,
): number {
  if (kind === 'closing') return names.length > 0 ? 0.5 : 0.75
  if (kind === 'thread' && PASSED.test(text)) return NEVER
  if (kind === 'decision' && isListed && !PERSONS.some((one) => categories.has(one))) return NEVER
  if (kind === 'decision' && !isTaking(categories) && (named === 0 || options.length > 3)) return NEVER
  if (isOneOfMany) {
    const isChoice = isTaking(categories) && named > 1 && options.filter((name) => scene.isNew(name)).length > 1
    if (kind === 'decision' ? !isChoice : isListed || !OPEN.some((one) => categories.has(one))) return NEVER
  }
  if (kind === 'decision' && wasChosen(options, scene)) return chances.decision < 0.2 ? NEVER : 0.3
  if (hasNew(options, scene)) {
    if (kind === 'thread')
      return isListed || isUnderWay ? 0.9 : named > 0 || OPEN.some((one) => categories.has(one)) ? 0.3 : 0.6
    if (chances.decision < 0.3) return NEVER
    const isChoice = options.length > 1 && isTaking(categories)
    if (isListed || isUnderWay) return isChoice && chances.decision > 0.6 ? 0.8 : NEVER
    return isChoice ? 0.3 : options.filter((name) => scene.isNew(name)).length > 1 ? 0.4 : 0.6
  }
  if (isListed || isUnderWay) return NEVER // how it is getting on, what it has done
  if (kind === 'thread') return names.length > 0 ? 0.85 : OPEN.some((one) => categories.has(one)) ? 0.95 : NEVER
  if (names.length === 0) return NEVER
  if (areSpoken(options, scene) && chance > chances.report) return 0.5
  return isTaking(categories) && options.length > 0 ? 0.85 : NEVER
}

/** Whether something was decided about two of them before. */
function wasChosen(options: readonly string[], scene: Scene): boolean {
  return options.filter((name) => scene.isAbout('decision', name)).length > 1
}

/** Whether there are two that people speak of and no tool printed. */
function areSpoken(options: readonly string[], scene: Scene): boolean {
  return options.length > 1 && options.every((name) => scene.isSpoken(name))
}

function hasNew(options: readonly string[], scene: Scene): boolean {
  return options.some((name) => scene.isNew(name))
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
