import type { Categories } from '../classify/lexicon.ts'
import type { Scene } from './scene.ts'
import type { Voice } from './voices.ts'

/** One thing for another, with both of them named. */
const INSTEAD =
  /(?<!\p{L})(?:instead of|rather than|in place of|as opposed to|anstatt|statt|anstelle|au lieu d|plutôt qu|en lugar de|en vez de|invece d|piuttosto che|em vez de|ao invés de|in plaats van|místo)(?!\p{L}{3})|而不是|の代わりに|ではなく/iu
/** `switched from the list to a table`, `raised the limit from 20 to 45` */
const FROM_TO = /\b(?:switch|chang|mov|migrat|increas|rais|lower|reduc)\w* (?:\S+ ){0,6}from\b.+\bto\b/i
/** The same for who orders: `"Red rule", not just "rule"`. */
const NOT_THE_OTHER = /[,;–—-] ?(?:and |und |et |y )?(?:not|nicht|pas|no)\b(?= \S)/i
/** What was thought of and left. */
const OTHER_WAY =
  /\b(?:the|an|another) (?:alternative|other (?:way|option)) (?:would have been|would be|was)\b|\bwould (?:also )?have (?:worked|been possible)\b.*\bbut\b/i
/** `I kept the list, since …`: what an agent did, with why. */
const CHOSE =
  /\bI(?:['’]ve| have)? (?:\w+ly )?(?:kept|left|used|chose|picked|went with|avoided|skipped|put|made|stored)\b.{3,}\b(?:since|because|so that|to avoid|as (?:it|that|they|this))\b/i
/** `I went for a counter`: who tells that he chose needs no edit to show it. */
const CHOSEN =
  /(?<!\p{L})(?:I(?:['’]ve| have)?(?: \w+ly| just| therefore| then)? (?:went (?:for|with)|opted (?:for|to)|chose|picked|preferred|settled (?:on|for)|decided|ruled out|avoided|stuck (?:to|with)|deliberately (?:kept|left|did not|didn['’]t)|(?:am|['’]m) going with)|ich habe mich (?:für|gegen)|habe ich mich (?:für|gegen)|j['’]ai (?:choisi|opté|préféré|écarté)|(?:he )?(?:elegido|optado|preferido|descartado)|opté por|elegí|ho scelto|optei|ik heb gekozen)(?!\p{L})/iu
/** `Let's name it so`: who speaks for both. */
const TOGETHER = /^(?:(?:but|so|and|ok|okay|yes|no|then|well|right),? )*(?:let['’]?s|lets|let us)\b/i
/** What is for later was not done. */
const PUT_OFF = ['defer', 'remain']
const NOT_DONE = [...PUT_OFF, 'broken']
/** What makes of that more than a next step. */
const SETTLING = ['contrast', 'reason', 'not', 'choose']

/** Whether an agent tells that it chose something. */
export function tellsChoice({ who, text, asks }: Voice): boolean {
  return who === 'agent' && !asks && CHOSEN.test(text)
}

/**
 * Whether a sentence says what is to be one way and not another, in a round that changed files accordingly: a person's
 * before the work, an agent's after it. What the edits show needs no word of choosing.
 */
export function isActedOn(voice: Voice, scene: Scene): boolean {
  if (!scene.isChanging() || voice.asks || voice.isPasted || voice.isUnderWay) return false
  return voice.who === 'agent' ? wasDone(voice, scene) : isOrdered(voice, scene)
}

function wasDone({ text, categories, names }: Voice, scene: Scene): boolean {
  const isFromTo = (categories.has('contrast') || categories.has('change')) && FROM_TO.test(text)
  if (categories.has('suppose')) {
    if (!OTHER_WAY.test(text)) return false
  } else if (!isFromTo && !isInstead(text, categories) && !(categories.has('i') && CHOSE.test(text))) return false
  if (names.some((name) => scene.isWritten(name))) return true
  return !isFromTo && scene.mayBeWritten(names) && !NOT_DONE.some((one) => categories.has(one))
}

function isOrdered({ text, categories, names, chances }: Voice, scene: Scene): boolean {
  if (categories.has('suppose') || PUT_OFF.some((one) => categories.has(one))) return false
  const isTogether = TOGETHER.test(text) && SETTLING.some((one) => categories.has(one))
  const isOneWay = isTogether || isInstead(text, categories)
  if (!isOneWay && !(categories.has('not') && NOT_THE_OTHER.test(text))) return false
  if (!scene.mayBeWritten(names)) return isTogether && chances.decision > 0.5
  return isOneWay || names.some((name) => scene.isWritten(name))
}

function isInstead(text: string, categories: Categories): boolean {
  return categories.has('contrast') && INSTEAD.test(text)
}
