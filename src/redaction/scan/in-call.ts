import { isSecretValue } from '../rules/judge.ts'
import { isNoSecret } from './command-line.ts'
import type { Look } from './look.ts'
import type { Secret } from './text.ts'
import { skipBlanks, valueAt } from './value.ts'

const USER_AND_PASSWORD =
  /\s{0,12}(?:\w{1,20}[ \t]{0,2}=[ \t]{0,2})?(?:\\{0,3}(["'`])[^"'`\n]{1,80}\1|[\w.[\]'"]{1,60}?)\s{0,2},\s{0,12}(?:\w{1,20}[ \t]{0,2}=[ \t]{0,2})?(?=\\{0,3}["'`])/y

/** `login('user', 'password')`, and what else takes the two. */
export function givenPassword(look: Look, end: number): Secret | undefined {
  USER_AND_PASSWORD.lastIndex = end
  if (!USER_AND_PASSWORD.test(look.text)) return undefined
  const value = valueAt(look.text, USER_AND_PASSWORD.lastIndex, ',;)')
  look.steps += value?.text.length ?? 1
  if (!value || isNoSecret(value) || !isSecretValue('password', value, 'code')) return undefined
  return { rule: 'password', start: value.start, end: value.end }
}

const SIGNED = /[^"'`\n]{1,120}?,\s{0,12}(?=\\{0,3}["'`])/y

/** `jwt.sign(payload, 'secret')` */
export function signingSecret(look: Look, end: number): Secret | undefined {
  SIGNED.lastIndex = end
  look.steps += 130
  const value = SIGNED.test(look.text) ? valueAt(look.text, SIGNED.lastIndex, ',;)') : undefined
  if (!value || !isSecretValue('token', value, 'setting')) return undefined
  return { rule: 'assigned-secret', start: value.start, end: value.end }
}

/** `ConvertTo-SecureString "…"` */
export function secureString(look: Look, end: number): Secret | undefined {
  const value = valueAt(look.text, skipBlanks(look.text, end), ';|)')
  if (!value?.isQuoted || isNoSecret(value)) return undefined
  return { rule: 'password', start: value.start, end: value.end }
}
