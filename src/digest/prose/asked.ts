import { LONGEST, shortened } from '../../brief/shortened.ts'
import { namesIn } from './names.ts'
import { sentencesOf } from './sentences.ts'

/** A question further from the end than this is not what a message ends with. */
const NEAR = 1500
/** How many sentences may follow it, beside those of a list. */
const LAST = 4
const ASKS = /[?？][*_"'”]*$/
/** A shorter question without a name says in the sentence before it what it is about: `Want me to do that?` */
const SHORT = 60

/** What a message asks at its end: the question, or the questions listed there. */
export function askedAtEnd(message: string): string | undefined {
  if (!/[?？]/.test(message.slice(-NEAR))) return undefined
  const sentences = sentencesOf(message)
  const at = sentences.findLastIndex(({ text }) => ASKS.test(text))
  if (at === -1 || sentences.slice(at).filter((one) => !one.isListed).length > LAST) return undefined
  const { text, isListed, below } = sentences[at]!
  if (isListed) {
    const listed = sentences.filter((one) => one.isListed && one.below === below && ASKS.test(one.text))
    const all = listed.map((one) => one.text).join(' ')
    return listed.length < 2 ? undefined : shortened(below === '' ? all : `${below}: ${all}`)
  }
  const before = sentences[at - 1]
  const isBare = text.length < SHORT && namesIn(text).length === 0
  return shortened(
    isBare && before && !before.isListed && !/[:：]$/.test(before.text)
      ? `${shortened(before.text, LONGEST - SHORT)} ${text}`
      : text,
  )
}
