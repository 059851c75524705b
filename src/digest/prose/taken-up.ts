import type { EntryDraft } from '../entry.ts'
import { answered, isAgreement } from './answers.ts'
import { ownWords } from './own-words.ts'
import { reasonAmong, reasonIn } from './reasons.ts'
import { sentencesOf } from './sentences.ts'

/** How an agent takes up what a person brought forward; a mere yes may be the answer to anything. */
const TAKES_UP =
  /^\W*(?:(?:oh|ah|yes|yeah|ok|okay|hmm)\W+)?(?:you(?:['’]re| are)(?: \w+ly)? right|(?:that['’]s a )?(?:good|great|fair|excellent) (?:point|idea|call|catch|thinking|suggestion)|agreed|(?:that )?makes (?:more )?sense|du hast recht|gute[rs]? (?:idee|punkt|vorschlag)|bonne (?:idée|remarque)|tu as raison|bien vu|buena idea|buen punto|tienes razón|buona idea|hai ragione|boa ideia|tens razão|goed (?:idee|punt)|dobrý (?:nápad|postřeh)|máš pravdu|好主意|你说得对|いい(?:考え|アイデア))(?!\p{L})/iu
/** How one brings something forward, and not merely that something is wrong. */
const PROPOSES =
  /\bwe(?: \w+)? (?:should|could|would|might|want)\b|\b(?:should|could|can|why (?:not|can['’]?t|don['’]?t)|do) we\b|\bshould (?:be|just|remain|stay|use|have|go|work)\b|\b(?:how|what) about\b|\bi(?:['’]d| would) (?:rather|prefer)\b|\b(?:sollten|könnten|können) wir\b|\bwir (?:sollten|könnten)\b|\bon (?:devrait|pourrait)\b|\b(?:deber|podr)íamos\b|\b(?:dovremmo|potremmo|devemos|podemos|devíamos)\b|\b(?:moeten|kunnen) we\b|\b(?:měli|mohli) bychom\b/iu
/** Who asks what there is brings nothing forward. */
const ASKS_FOR_SOME = /\bwhat (?:are|would|do|else)\b.*\?|\b(?:options|alternatives)\b.*\?/i
const LONG = 200

/** What a person proposed and the agent took up at once: in his words, with the agent's. Only where files were changed after it. */
export function takenUp(said: string, reply: string): EntryDraft | undefined {
  const idea = TAKES_UP.test(reply) ? proposalIn(said) : undefined
  if (idea === undefined) return undefined
  const [first = '', ...next] = sentencesOf(reply).map(({ text }) => text)
  const why = reasonIn(first) ?? reasonAmong(next.slice(0, 2)) ?? reasonAmong(sentencesOf(said).map(({ text }) => text))
  return {
    kind: 'decision',
    who: 'user',
    text: answered({ text: idea }, reply),
    names: [],
    sure: 0.9,
    ...(why !== undefined && { why }),
  }
}

/** The last thing that a message brings forward, with the sentence before it where both are short. */
export function proposalIn(said: string): string | undefined {
  const sentences = sentencesOf(ownWords(said).text || said) // a question may stand in one line with what it is about
  const at = sentences.findLastIndex(({ text }) => isProposal(text))
  if (at === -1) return undefined
  const { text } = sentences[at]!
  const before = sentences[at - 1]?.text ?? ''
  return before !== '' && before.length + text.length < LONG ? `${before} ${text}` : text
}

function isProposal(text: string): boolean {
  return PROPOSES.test(text) && !isAgreement(text) && !ASKS_FOR_SOME.test(text)
}
