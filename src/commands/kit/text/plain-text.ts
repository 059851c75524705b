// Transcripts are hostile: a recorded text may hold escape sequences that move the cursor, rename the window or put
// words into the clipboard, and characters that turn the order of a line around. Nothing recorded is printed for people
// without passing through here; only --raw and export give bytes as they are.

const ESC = String.fromCharCode(0x1b)
const BEL = String.fromCharCode(0x07)
const CSI = String.fromCharCode(0x9b)
/** Whole sequences: of the cursor and colours, of the window and clipboard, of devices. */
const SEQUENCES = new RegExp(
  [
    `(?:${ESC}\\[|${CSI})[0-?]*[ -/]*[@-~]`,
    `${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)`,
    `${ESC}[PX^_][^${ESC}]*${ESC}\\\\`,
  ].join('|'),
  'g',
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this is for
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** Direction marks, zero-width spaces, tags. Joiners stay: emoji and many scripts need them. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\ufff9|\ufffa|\ufffb|[\u{e0000}-\u{e007f}]/gu
/** What JSON leaves as it is, and is not left as it is on the way to a terminal. */
const UNSAFE_IN_JSON = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029]|${UNSEEN.source}`, 'gu')

/** The text with its lines and tabs, and nothing a terminal would act on. Other control characters become visible. */
export function plainText(text: string): string {
  return text
    .replace(SEQUENCES, '')
    .replace(/\r\n/g, '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(CONTROLS, picture)
    .replace(UNSEEN, '')
}

/** The text on one line, every gap one space. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** One JSON value as text that is safe on a terminal and reads back the same. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE_IN_JSON, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )
}

function picture(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}
