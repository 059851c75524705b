const ESCAPE = String.fromCharCode(27)
const BELL = String.fromCharCode(7)
/** Colours and movements, and the addresses of links. */
const COLORS = new RegExp(
  `${ESCAPE}\\[[\\d;?]*[A-Za-z]|${ESCAPE}\\][^${ESCAPE}${BELL}\\n]*(?:${BELL}|${ESCAPE}\\\\)`,
  'g',
)

/** The text without what makes terminals show colours and links. */
export function withoutColors(text: string): string {
  return text.includes(ESCAPE) ? text.replace(COLORS, '') : text
}
