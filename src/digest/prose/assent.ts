import type { EntryDraft, ProseEntry } from '../entry.ts'
import { answered } from './answers.ts'
import { reasonIn } from './reasons.ts'
import type { Scene } from './scene.ts'
import { type Voice, voicesOf } from './voices.ts'

/** How sure it must be that who speaks takes what was put forward. */
const LEAST = 0.3
/** How sure for any words of the agent to be that. */
const SURE = 0.5
const LONG = 120
/** Who has the next step done decides nothing by that. */
const OFFERS =
  /^(?:.{0,60}\b)?(?:want me to|shall i|should i|do you want me|would you like me|may i|soll ich|veux-tu que|quieres que|vuoi che|wil je dat)\b.*[?？]/i

/** `Does that work for you?`: it asks for the answer, and says nothing of what is proposed. */
function isBareQuestion({ text, asks, options }: Voice): boolean {
  return asks && options.length === 0 && text.trim().split(/\s+/).length <= BARE
}
const BARE = 8
/** Which of a list is meant is read elsewhere. */
const NUMBERS = /^[\d\s,.&+]*(?:and|or|und|et|y)?[\d\s.]*$/

/** What the agent put forward in the round before: what it is surest to have, else what has a name of the answer, else its last words. */
function proposalOf(scene: Scene, answer: readonly string[], isSure: boolean): Voice | undefined {
  const voices = voicesOf(scene.offer(), 'agent', false, scene).filter((voice) => !isBareQuestion(voice))
  const likely = voices.filter(({ chances }) => chances.proposal > LEAST)
  return (
    likely.findLast(({ names }) => names.some((name) => answer.includes(name))) ??
    likely.reduce<Voice | undefined>(
      (best, one) => (best && best.chances.proposal > one.chances.proposal ? best : one),
      undefined,
    ) ??
    voices.findLast(({ names }) => names.some((name) => answer.includes(name))) ??
    (isSure ? voices.at(-1) : undefined)
  )
}

/** What a person decides by taking what the agent put forward in the round before: that, with his words. */
export function assentIn(voice: Voice, scene: Scene): Extract<EntryDraft, Pick<ProseEntry, 'kind'>> | undefined {
  const { who, text, names, asks, at } = voice
  if (who !== 'user' || asks || at > 1 || text.length > LONG || NUMBERS.test(text)) return undefined
  if (!scene.wasAsked() && !names.some((name) => scene.isOffered(name))) return undefined
  const { chances } = voice
  if (chances.assent < LEAST) return undefined
  const rivals = [chances.request, chances.decision, chances.constraint, chances.fact, chances.thread, chances.closing]
  const proposal = chances.assent >= Math.max(...rivals) ? proposalOf(scene, names, chances.assent > SURE) : undefined
  if (!proposal || OFFERS.test(proposal.text)) return undefined
  const why = reasonIn(proposal.text)
  return {
    kind: 'decision',
    who,
    text: answered(proposal, text),
    names: [...new Set([...proposal.names, ...names])],
    sure: Math.round(chances.assent * 100) / 100,
    ...(why !== undefined && { why }),
  }
}
