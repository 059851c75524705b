import { shortened } from '../../brief/shortened.ts'

const REASON =
  /(?<!\p{L})(?:because|since|as it|as they|due to|given that|so that(?!['’])|to avoid|in order to|that way|otherwise|weil|denn|damit|sonst|parce que|car|afin d|sinon|porque|ya que|para que|perché|omdat|zodat|protože|因为|ため)(?!\p{L}).*/iu
/** `a table — lists are too long` */
const EXPLAINED = /(?:;|\s[—–-])\s+([^()]{12,})$/
/** What an agent is going to do is no reason. */
const GOING_ON = /^(?:let me|i['’]ll|i will|i['’]m going|let['’]s|now|first)\b/i
const LONGEST = 200

/** A reason that comes first ends before what it is for. */
const FIRST = 6

/** The part of a sentence that says why. */
export function reasonIn(text: string): string | undefined {
  const told = REASON.exec(text)
  const comma = told && told.index < FIRST ? told[0].indexOf(',') : undefined
  const found = comma === undefined ? (told?.[0] ?? EXPLAINED.exec(text)?.[1]) : told![0].slice(0, Math.max(0, comma))
  return !found || GOING_ON.test(found) ? undefined : shortened(found, LONGEST)
}

/** The first of these sentences that gives a reason, whole. */
export function reasonAmong(sentences: readonly string[]): string | undefined {
  const found = sentences.find((text) => REASON.test(text) && !GOING_ON.test(text))
  return found === undefined ? undefined : shortened(found, LONGEST)
}
