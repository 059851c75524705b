const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g')

/** The text without what makes terminals show colours. */
export function withoutColors(text: string): string {
  return text.includes('[') ? text.replace(COLORS, '') : text
}
