import { LONGEST } from '../../brief/shortened.ts'
import { namesIn } from './names.ts'
import { reasonAmong, reasonIn } from './reasons.ts'
import type { Voice } from './voices.ts'

/** A decision with what is next to it: the reason, the option turned down, where those are sentences of their own. */
export function aroundDecision(
  voices: readonly Voice[],
  at: number,
): {
  readonly text: string
  readonly names: readonly string[]
  readonly why: string | undefined
  readonly rejected: readonly string[]
  /** The sentences that are part of it, as places among the voices. */
  readonly parts: readonly number[]
} {
  const voice = voices[at]!
  const [before, after] = [voices[at - 1], voices[at + 1]].map((one) =>
    one?.paragraph === voice.paragraph ? one : undefined,
  )
  let text = voice.text
  let names = voice.names
  const parts = [at]
  const isBare = namesIn(text).length < 2
  if (isBare && before && isAside(before) && namesIn(before.text).length > 1) {
    text = `${before.text} ${text}`
    names = [...new Set([...before.names, ...names])]
    parts.unshift(at - 1)
  } else if (
    after &&
    isAside(after) &&
    text.length + after.text.length < LONGEST &&
    (isBare || reasonAmong([after.text]) !== undefined || (voice.options.length < 3 && isOther(after, voice)))
  ) {
    text = `${text} ${after.text}`
    names = [...new Set([...names, ...after.names])]
    parts.push(at + 1)
  }
  text = text.replace(/[:：]$/, '')
  return { text, names, parts, why: reasonIn(text) ?? reasonNear(voices, parts, names), rejected: rejectedIn(text) }
}

/** So few words name one of two things and say nothing else. */
const BRIEF = 4
/** So many sentences may say what there is to choose from. */
const FEW = 3

/** `Kestrel is cheap. Marlin never called back. So Kestrel.`: who names one of two things again at the end takes it. */
export function pickIn(
  voices: readonly Voice[],
): { readonly from: number; readonly text: string; readonly names: readonly string[] } | undefined {
  const last = voices.at(-1)
  if (last?.who !== 'user' || last.asks || last.options.length !== 1) return undefined
  if (last.text.trim().split(/\s+/).length > BRIEF) return undefined
  const from = Math.max(0, voices.length - FEW)
  const parts = voices.slice(from)
  const before = new Set(parts.slice(0, -1).flatMap(({ options, asks }) => (asks ? [] : options)))
  if (before.size !== 2 || !before.has(last.options[0]!)) return undefined
  const text = parts.map((part) => part.text).join(' ')
  return { from, text, names: [...new Set(parts.flatMap(({ names }) => names))] }
}

/** The nearest other sentence of the message that gives a reason, and is of the same paragraph or about the same things. */
function reasonNear(voices: readonly Voice[], parts: readonly number[], names: readonly string[]): string | undefined {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const { paragraph } = voices[first]!
  const isNear = (voice: Voice) =>
    !voice.asks && (voice.paragraph === paragraph || voice.names.some((name) => names.includes(name)))
  const others = [...voices.slice(last + 1, last + 3), ...voices.slice(Math.max(0, first - 2), first).reverse()]
  return reasonAmong(others.filter(isNear).map(({ text }) => text))
}

/** Whether a sentence names one option that the decision does not, and says little by itself: what was turned down. */
function isOther({ options, chances }: Voice, decision: Voice): boolean {
  return options.length === 1 && !decision.options.includes(options[0]!) && chances.fact < 0.8
}

/** As likely as this it says something of its own kind. */
const OWN = 0.35

/** A sentence that says nothing of its own kind. */
function isAside({ chances, asks, options }: Voice): boolean {
  const { constraint, fact, thread, request, closing } = chances
  return (
    !asks &&
    Math.max(constraint, fact, thread, request, closing) < OWN &&
    (options.length > 0 || chances.decision > 0.3)
  )
}

const TURNED_DOWN =
  /\b(?:instead of|rather than|over|not|than|reject\w*|drop\w*|discard\w*|rul\w+ out|abandon\w*|against|replac\w+|scrap\w*|statt|anstatt|gegen|plutôt que|au lieu de|en lugar de|en vez de|descart\w*|écart\w*|forget|no)\s+(?:on |the |to |das |le |la |el )?([`"“]?[\p{L}\p{N}_./-]+)/giu

/** The names before or after words of refusal. */
function rejectedIn(text: string): readonly string[] {
  const names = namesIn(text)
  const found = new Set<string>()
  for (const match of text.matchAll(TURNED_DOWN)) {
    const end = match.index + match[0].length
    const name = names.find((one) => one.at >= match.index && one.at <= end)
    if (name) found.add(name.text)
  }
  const named =
    /([`"“]?[\p{L}\p{N}_./-]+)[`"”]?\s+(?:is|was|got|gets|were|would|lost|loses|falls|fell|did not|didn't|cannot|can't|needs|need|has no|scheidet|ist|est|queda)\b/giu
  for (const match of text.matchAll(named)) {
    const name = names.find((one) => one.at >= match.index && one.at < match.index + match[0].length)
    if (name && names.length > 1 && name !== names[0]) found.add(name.text)
  }
  return [...found]
}
