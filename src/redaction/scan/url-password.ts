import type { Look } from './look.ts'
import { isCutAt, type Secret } from './text.ts'

const LONGEST = 400
const USER = /[^\s:/@?#"'`<>\\]{0,100}:/y
const NOT_IN_ADDRESS = /[\s"'`<>\\]/
const HOST = /^(?:[A-Za-z0-9_][\w.-]*|\[[0-9a-f:]+\]|\$\{?\w+\}?|\{\{?[\w. ]+\}?\})(?::\d{1,5})?(?=[/?#,;:)\]}|&]|$)/i
const PLACEHOLDER =
  /^(?:pass(?:word|wd)?|pwd|secret|token|user|x+|\*+|\.+|…|\[.*\]|<.*>|%.*%|\{.*\}|\$.*|:?password.*)$|\$\{|\{\{|\*{3}|your[-_]/i

/** The password of an address, which may have `/` and `@` in it: it goes up to the last `@` that a host follows. */
export function urlPassword(look: Look, at: number): Secret | undefined {
  const { text } = look
  USER.lastIndex = at
  look.steps++
  if (!USER.test(text)) return undefined
  const start = USER.lastIndex
  const rest = text.slice(start, start + LONGEST)
  const end = rest.search(NOT_IN_ADDRESS)
  const address = end === -1 ? rest : rest.slice(0, end)
  look.steps += address.length
  const scheme = /[a-z][a-z0-9+.-]{1,20}$/i.exec(text.slice(Math.max(0, at - 24), at - 3))?.[0]
  if (scheme === undefined) return undefined
  const isWeb = /^https?$/i.test(scheme)
  for (let sign = address.lastIndexOf('@'); sign > 0; sign = address.lastIndexOf('@', sign - 1)) {
    const password = address.slice(0, sign)
    const isPort = /^\d{1,5}(?:[/?#]|$)/.test(password)
    if (isPort || (isWeb && /[/?#]/.test(password))) continue
    if (!HOST.test(address.slice(sign + 1))) continue
    if (password.length < 3 || PLACEHOLDER.test(password)) return undefined
    return { rule: 'url-password', start, end: start + password.length }
  }
  const isCut = !address.includes('@') && isCutAt(text, start + address.replace(/…$/, '').length)
  if (!isCut || !CUT.test(address) || PLACEHOLDER.test(address)) return undefined
  return { rule: 'url-password', start, end: start + address.length }
}

/** What may be the beginning of a password, and no port. */
const CUT = /^(?=.*[A-Za-z])[^/?#…]{3,}…?$/
