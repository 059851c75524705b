import { type Look, looked, mayLook } from './look.ts'
import { isMixed } from './randomness.ts'
import type { Secret } from './text.ts'

const AUTHORIZATION =
  /\\{0,7}["'`\]]{0,2}[ \t]{0,4}[:=,][ \t]{0,4}\\{0,7}["'`]?(?:(?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|AWS4-HMAC-SHA256|Negotiate|GenieKey|Key|OAuth|PRIVATE-TOKEN)[ \t]{1,3})?(?:token=|Credential=\S{0,100}Signature=)?/iy
/** Services have schemes of their own: `SSWS …`. What comes after one is longer. */
const OTHER_SCHEME = /[A-Za-z][\w-]{1,30}[ \t]{1,3}/y
const SCHEME = /[ \t]{1,3}/y
const CREDENTIALS = /[A-Za-z0-9._~+/=:%-]{1,512}/y
const COOKIES = /\\{0,7}["'`\]]{0,2}[ \t]{0,4}:[ \t]{0,4}\\{0,7}["'`]?/y
const COOKIE = /([\w.-]{1,80})=([^;\s"'`\\,]{1,512})(?:;[ \t]{0,4})?/y

/** What is not told from a value by its look: attributes of a cookie, and settings in it. */
const ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|version|theme|lang|language|locale|consent|timezone|tz|currency)$/i
const SESSION = /sess|sid|token|auth|jwt|remember|csrf|xsrf|login|connect|ticket|identity|secret|key/i

/** `Authorization: …`, whatever the scheme is called. */
export function authorization(look: Look, end: number): Secret | undefined {
  AUTHORIZATION.lastIndex = end
  if (!AUTHORIZATION.test(look.text)) return undefined
  const at = AUTHORIZATION.lastIndex
  return credentials(look, at, 8) ?? credentials(look, after(OTHER_SCHEME, look.text, at), 16)
}

/** `Bearer …` and the like, alone. */
export function bearer(look: Look, end: number): Secret | undefined {
  SCHEME.lastIndex = end
  return SCHEME.test(look.text) ? credentials(look, SCHEME.lastIndex, 16) : undefined
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function credentials(look: Look, at: number | undefined, least: number): Secret | undefined {
  if (at === undefined || !mayLook(look, at)) return undefined
  CREDENTIALS.lastIndex = at
  const [found] = CREDENTIALS.exec(look.text) ?? []
  looked(look, at + (found?.length ?? 0), found?.length ?? 1)
  if (found === undefined) return undefined
  const value = found.replace(/[.:,]+$/, '')
  if (value.length < least || !isMixed(value, value.length >= 16 ? 2.9 : 2.4)) return undefined
  if (/your|example|x{4}|\.{3}|process\.env/i.test(value) || /^[\w.]+\.[a-z]+$/i.test(value)) return undefined
  return { rule: 'authorization', start: at, end: at + value.length }
}

/** The values of `Cookie:` and `Set-Cookie:` that a session is known by. */
export function cookies(look: Look, end: number): readonly Secret[] {
  const { text } = look
  COOKIES.lastIndex = end
  if (!COOKIES.test(text)) return []
  const found: Secret[] = []
  let at = COOKIES.lastIndex
  for (let many = 0; many < 40; many++) {
    COOKIE.lastIndex = at
    const cookie = COOKIE.exec(text)
    if (!cookie) break
    const [whole, name, value] = cookie as unknown as [string, string, string]
    look.steps += whole.length
    const isKnown = SESSION.test(name)
      ? value.length >= 6 && /\d|[A-Z]/.test(value)
      : value.length >= 16 && isMixed(value, 3.2)
    const start = at + name.length + 1
    if (!ATTRIBUTE.test(name) && isKnown && !/^[$<{%]/.test(value))
      found.push({ rule: 'cookie', start, end: start + value.length })
    at += whole.length
    if (!whole.includes(';')) break
  }
  return found
}
