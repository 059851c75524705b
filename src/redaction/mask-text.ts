import type { Masked } from '../model/passed.ts'
import { type Found, findingSecrets, findSecrets } from './find-secrets.ts'
import type { MaskedText } from './mask.ts'
import { isSecretValue } from './rules/judge.ts'
import { namedBy } from './rules/names.ts'
import type { Secret } from './scan/text.ts'

/** So often a text is looked at again after something in it was masked; nothing real needs a third time. */
const MOST_TIMES = 6

/** `mask`, for who has loaded this already. */
export function maskText(text: string): MaskedText {
  const masking = maskingText(text)
  for (;;) {
    const { done, value } = masking.next()
    if (done) return value
  }
}

/** The same in pieces, between which others may have their turn. */
export function* maskingText(text: string): Generator<void, MaskedText> {
  const masked: MaskedText['masked'][number][] = []
  let left = text
  for (let times = 0; times < MOST_TIMES; times++) {
    const { secrets }: Found = yield* findingSecrets(left)
    if (secrets.length === 0) return { text: left as Masked, masked }
    for (const { rule, start, end } of secrets) masked.push({ rule, chars: end - start })
    left = without(left, secrets)
  }
  return { text: '[masked: text]' as Masked, masked: [{ rule: 'text', chars: text.length }] }
}

function without(text: string, secrets: readonly Secret[]): string {
  const texts: string[] = []
  let at = 0
  for (const { rule, start, end } of secrets) {
    texts.push(text.slice(at, start), `[masked: ${rule}]`)
    at = end
  }
  texts.push(text.slice(at))
  return texts.join('')
}

const LONGEST_VALUE = 500

/** A text that a name is given to, as in JSON: what it is called may say that it is a secret. */
export function maskNamed(name: string, text: string): MaskedText {
  const alone = maskText(text)
  if (alone.masked.length > 0 || name.length > LONGEST_NAME) return alone
  if (text.length > LONGEST_VALUE && /\s/.test(text)) return alone
  const begins = text.slice(0, LONGEST_VALUE) // what is longer and has no blank is told by that
  const named = namedBy(name)
  const rule =
    named !== undefined && isSecretValue(named, { text: begins, start: 0, end: begins.length, isQuoted: true }, 'code')
      ? named === 'password'
        ? 'password'
        : 'assigned-secret'
      : ruleOfHeader(name, begins)
  if (rule === undefined) return alone
  return { text: `[masked: ${rule}]` as Masked, masked: [{ rule, chars: text.length }] }
}

const LONGEST_NAME = 64
const LEAD = ': '

/** A header, or a setting that a service's own name is given to: what is told from both together. */
function ruleOfHeader(name: string, text: string): string | undefined {
  return findSecrets(`${name}${LEAD}${text}`).secrets.find(({ start }) => start >= name.length + LEAD.length)?.rule
}
