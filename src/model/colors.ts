const START = `${String.fromCharCode(27)}[`
const COLORS = new RegExp(`${START.replace('[', '\\[')}[\\d;]*[A-Za-z]`, 'g')

/** The text without what makes terminals show colours. */
export function withoutColors(text: string): string {
  return text.includes(START) ? text.replace(COLORS, '') : text
}
