import { isUnspaced } from '../classify/words.ts'

/** A word that names something: a path, an identifier, a number, a thing with a capital of its own. */
export interface Name {
  readonly text: string
  /** As it is compared. */
  readonly key: string
  readonly form: 'path' | 'number' | 'code' | 'proper' | 'quoted'
  readonly at: number
}

/** A token that may be a name; words in small letters are passed over. */
const TOKEN =
  /`([^`\n]{1,120})`|["“„«]([^"”“»\n]{2,60})["”»]|(?![a-z][a-z-]*[.:~-]*(?![\p{L}\p{N}_@#$./\\:+%~-]))[\p{L}\p{N}_@#$][\p{L}\p{N}_@#$./\\:+%~-]*/gu

/** Where words have no spaces between them, a word in other letters is a name. */
const TOKEN_AMONG_UNSPACED =
  /`([^`\n]{1,120})`|["“„«「『]([^"”“»」』\n]{2,60})["”»」』]|[\w@#$À-ɏ][\w@#$À-ɏ./\\:+%~-]*/gu

/** The names in a sentence, in order; a capital at its beginning alone names nothing. */
export function namesIn(sentence: string): readonly Name[] {
  const names: Name[] = []
  const unspaced = isUnspaced(sentence)
  const token = unspaced ? TOKEN_AMONG_UNSPACED : TOKEN
  token.lastIndex = 0
  for (let match = token.exec(sentence); match; match = token.exec(sentence)) {
    const quoted = match[1] ?? match[2]
    const raw = quoted ?? match[0]
    const text = /[.:,;~\s-]$|^\s/.test(raw) ? raw.replace(/[.:,;~-]+$/, '').trim() : raw
    if (text === '') continue
    const form =
      quoted === undefined
        ? (formOf(text, () => isFirst(sentence, match.index)) ?? (unspaced && text.length > 2 ? 'code' : undefined))
        : (formOf(text, () => false) ?? 'quoted')
    if (form) names.push({ text, key: text.toLowerCase(), form, at: match.index })
  }
  return names
}

function isFirst(sentence: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(sentence.slice(0, at)) || /[.:!?]\s*["'(*]*$/.test(sentence.slice(0, at))
}

function formOf(text: string, isFirstWord: () => boolean): Name['form'] | undefined {
  if (/^[a-z][a-z-]*$/.test(text)) return undefined
  if (/^[A-Z][a-z]+$/.test(text)) return isFirstWord() ? undefined : 'proper'
  if (/[/\\]/.test(text) && /\p{L}/u.test(text) && text.length > 2 && !/^\p{L}{1,4}\/\p{L}{1,4}$/u.test(text))
    return 'path'
  if (/^[\w-]+\.[a-z][a-z0-9]{0,4}$/i.test(text) && !/^\d+\.\w$/.test(text)) return 'path'
  if (/^[#$]?\d[\d.,:/%-]*\p{L}{0,4}$/u.test(text)) return 'number'
  if (/\d/.test(text) && /\p{L}/u.test(text)) return 'code'
  if (/[_@$]|::|\p{Ll}\p{Lu}|[\p{L}\d]\.[\p{L}\d]|\p{L}\(/u.test(text)) return 'code'
  if (/^\p{Lu}{2,}$/u.test(text) || /^\p{Lu}[\p{Lu}-]{2,}$/u.test(text)) return 'code'
  if (/^\p{Lu}\p{L}+/u.test(text) && !isFirstWord()) return 'proper'
  return undefined
}
