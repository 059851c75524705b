/** An ISO time in UTC with milliseconds, or undefined where the text is no time. */
export function toUtc(text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
