/** Letters and signs of one column each: no need to load the tables of Unicode for them. */
const SIMPLE = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc\u2713\u2717]*$/
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18cff}]|[\u{1aff0}-\u{1b2ff}]|[\u{1f200}-\u{1f2ff}]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

let segmenter: Intl.Segmenter | undefined

/** How many columns a line takes on a terminal. The text holds no control characters. */
export function displayWidth(text: string): number {
  if (SIMPLE.test(text)) return text.length
  let width = 0
  for (const character of characters(text)) width += characterWidth(character)
  return width
}

/** The text in at most so many columns, ending in … where something was cut. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (displayWidth(text) <= columns) return text
  if (SIMPLE.test(text)) return `${text.slice(0, columns - 1).trimEnd()}…`
  let kept = ''
  let width = 0
  for (const character of characters(text)) {
    width += characterWidth(character)
    if (width > columns - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** The text with its end kept: for paths, whose end says more. */
export function cutStart(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  const all = [...characters(text)]
  let kept = ''
  let width = 1
  for (let at = all.length - 1; at >= 0; at--) {
    width += characterWidth(all[at]!)
    if (width > columns) break
    kept = all[at]! + kept
  }
  return `…${kept}`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text
}

/** What a reader takes for one character: a flag, a family, a letter with its accents. */
function* characters(text: string): Iterable<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0
  return WIDE.test(character) || character.includes('\ufe0f') ? 2 : 1
}
