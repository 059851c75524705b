export interface Secret {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/** A mark that stands for a secret: nothing in it is looked at, and no value goes beyond it. */
export const MARK = '[masked: '

/** Letters, digits, `_` and `-`: what tokens are made of. */
export function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 45
  )
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13
}

const BACKSLASH = 92

/** Whether a word may begin there: after a character that is none, or after an escape such as `\n`. */
export function isStart(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  if (!isWord(before) || before === 45) return true
  return at > 1 && text.charCodeAt(at - 2) === BACKSLASH && 'nrtbf'.includes(text[at - 1]!)
}

/** Where the letters, digits, `_` and `-` end that are there. */
export function wordEnd(text: string, at: number, most = text.length): number {
  const last = Math.min(text.length, at + most)
  let end = at
  while (end < last && isWord(text.charCodeAt(end))) end++
  return end
}

/** What stands after the beginning of a result that a notice quotes. */
const QUOTED = '" — inject('

/** Whether a text ends there, or says that it was cut: what is before may be a part of something longer. */
export function isCutAt(text: string, at: number): boolean {
  return at === text.length || text[at] === '…' || text.startsWith(QUOTED, at)
}
