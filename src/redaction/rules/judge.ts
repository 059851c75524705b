import { entropy, isMixed } from '../scan/randomness.ts'
import type { Value } from '../scan/value.ts'
import type { Named } from './names.ts'

/** How a value is given: as a setting (`NAME=value`, `--name value`), or anywhere, as in code and in sentences. */
export type Manner = 'setting' | 'code'

/** What stands where a value goes, whole. */
const NO_VALUE =
  /^(?:x+|\*+|\.+|•+|_+|-+|#+|n\/?a|nil|none|null|undefined|true|false|yes|no|on|off|string|str|number|int|integer|bool|boolean|text|anything|unknown|required|optional|todo|tbd|empty|default|hidden|password\d{0,3}|passwd|passwort|pass|pwd|secret|token|user|username|admin|root|postgres|mysql|guest|test|file|files|systemd|prompt|env|stdin|ask|auto|always|never|basic|bearer|digest|hash|plain|plaintext|value|foo|bar|baz|abc|123456?7?8?9?0?)$/i

/** What it has in it where it stands for another: a template, a variable, a call, a hint what to put there. */
const STANDS_FOR_OTHER =
  /\$\{|\$\(|\{\{|#\{|<%|<[a-z_][^>]{0,60}>|^<|^%\w+%$|^\$|^@\w+@$|^\[.*\]$|^\{.*\}$|\*{3}|x{4}|\.{3}|…|•{2}|process\.env|os\.environ|getenv|environ\[|secrets\.|import\.meta|your[-_ ]|[-_ ]here$|example|placeholder|change[-_ ]?(?:me|it|this)|changeit|redacted|masked|dummy|sample|fake|insert[-_ ]|replace[-_ ]|not[-_ ]?(?:set|a[-_ ])|todo|abcdef|1234567890/i

/** What code writes where a value would be. */
const CODE =
  /\w\(|\)$|=>|->|::|^(?:this|self|ctx|req|request|res|config|props|params|options|args|ev|event|await|async|new|function|typeof|return|require|import|null|let|const|var|if)\b|^[\w$]+(?:[?!]?\.[A-Za-z_$][\w$]*)+[,;)]*$|^[\w$.]+\[|^!|^\(|^\/\S*\/\w*$/

const PATH_OR_URL =
  /^(?:\.{0,2}\/|~\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)|^[\w.@-]+(?:\/[\w.@-]+){2,}$|\.(?:ts|js|py|json|ya?ml|md|txt|html|css|go|rs|java|pem|key|crt|png|svg|sh|toml|env)$/

/** A name of something, as code and tables have them: `user_password`, `authToken`, `token-input`. */
const IDENTIFIER =
  /^[A-Za-z]+(?:[_.-][A-Za-z]+)+$|^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)*$|^[A-Z]+(?:_[A-Z]+)*$/

/** What tests write for a token: `secret123`, `user_token_2`. */
const PRETENDED =
  /^(?:[a-z]+[_-]){0,4}(?:secret|token|key|test|pass|password|value|user)s?(?:[_-][a-z]+){0,3}[_-]?\d{0,4}$/i

/** Words of sentences and of forms around a password. */
const SENTENCE =
  /\b(?:enter|your|must|should|please|password|passwords|passwort|passphrase|token|key|secret|invalid|wrong|incorrect|forgot|reset|change|confirm|required|least|characters|missing|show|hide|new|current|the|is|are|not|for|with|to|of|and|or|in|from|if|that|this|a|an|das|der|die|ist|und|eine?|nicht)\b/i

/** Whether what such a name is given is a secret. */
export function isSecretValue(named: Named, { text, isQuoted }: Value, manner: Manner): boolean {
  if (text.length < 5 || text.length > 600 || NO_VALUE.test(text) || STANDS_FOR_OTHER.test(text)) return false
  if (/\s/.test(text)) return named === 'password' && isQuoted && isPhrase(text)
  if (named === 'password') return isPassword(text, isQuoted, manner)
  if (named === 'token' && isQuoted && isJumble(text)) return true
  return isMadeByMachine(text, named, isQuoted, manner)
}

function isPhrase(text: string): boolean {
  if (!/\d/.test(text) && /[A-Z]/.test(text)) return false
  return (
    text.length >= 10 && !SENTENCE.test(text) && !/[(){}[\];=<>,:?|]|\s\s|\.$/.test(text) && text.split(' ').length <= 8
  )
}

function isPassword(text: string, isQuoted: boolean, manner: Manner): boolean {
  if (/^(?:\d+(?:\.\d+)*|0x[0-9a-f]{1,8})$/i.test(text) || PATH_OR_URL.test(text)) return false
  if (!isQuoted && (CODE.test(text) || /[{}[\]]/.test(text))) return false
  const hasOther = /\d/.test(text) && /[A-Za-z]/.test(text)
  if (manner === 'setting') return text.length >= 6 && !/^[A-Z_]+$/.test(text)
  if (hasOther) return text.length >= 6 && !/^[A-Z][A-Z0-9_]+$/.test(text) && !/^\w+\.\w+\.?\w*$/.test(text)
  if (/[^\w.,:;'"`()[\]{}<>/\\|=?-]/.test(text)) return text.length >= 6 && /[A-Za-z]/.test(text) && !/^\W/.test(text)
  if (/^(?:[a-z]+|[a-z]+[A-Z][A-Za-z]*[A-Z]{2}[A-Za-z]*)$/.test(text))
    return isQuoted && text.length >= 10 && !SENTENCE.test(text)
  return isQuoted && text.length >= 8 && !IDENTIFIER.test(text) && !/^[a-z]+$/i.test(text) && !CODE.test(text)
}

function isMadeByMachine(text: string, named: Named, isQuoted: boolean, manner: Manner): boolean {
  if (PATH_OR_URL.test(text) && !/^[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return false
  if (/[()[\]{}|\\<>?"'`;]/.test(text) || (named === 'weak-key' && !/^[\w+/=-]+$/.test(text))) return false
  if (manner === 'code' && isWritten(text)) return false
  if (CODE.test(text) || IDENTIFIER.test(text) || /^[\d.,:_-]+$/.test(text)) return false
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return named === 'token'
  if (PRETENDED.test(text)) return false
  const isLong = text.length >= 16
  const least = named === 'weak-key' ? 24 : isQuoted || manner === 'setting' ? 8 : 12
  if (text.length < least) return false
  if (isMixed(text, isLong ? 3 : 2.5)) return true
  return isLong && entropy(text) >= 3.8 && /[A-Z]/.test(text) && /[a-z]/.test(text) && /^[A-Za-z0-9+/=_-]+$/.test(text)
}

/** Of all kinds of characters, as generators make them, and no pattern or code. */
function isJumble(text: string): boolean {
  const marks = new Set(text.replace(/[\w\s]/g, ''))
  if (text.length < 12 || marks.size < 4 || !/\d/.test(text) || !/[A-Za-z]/.test(text) || /[);]$/.test(text))
    return false
  return entropy(text) >= 3.3 && !/\\[dwsbn]|\(\?|\[\^?\w-\w|[\])][+*]|\.\*|\{\d+,?\d*\}|=>|&&|\(\)/.test(text)
}

/** Made of words: a name in code, with a digit in it. */
function isWritten(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 1
  if (text.length >= 20 && text.length / pieces < 3) return false
  const words = [...text.matchAll(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)].filter(([word]) => /[aeiouy]/i.test(word))
  const inWords = words.reduce((sum, [word]) => sum + word.length, 0)
  return digits / text.length < 0.15 && inWords / text.length >= 0.55
}
