/** An ISO time in UTC with milliseconds, or undefined where the text is no time. */
export function toUtc(text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined
  if (typeof text === 'string' && isUtc(text)) return text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** True for `2026-03-19T10:23:00.000Z` as clients write it, which most lines do: those need no Date. */
function isUtc(text: string): boolean {
  return (
    text.length === 24 &&
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text)
  )
}

/** The later of two times: lines that an operation brought into a session are older than the session is. */
export function notBefore(written: string | null | undefined, time: string | null): string | null {
  const first = written ? toUtc(written) : undefined
  return first !== undefined && (time === null || time < first) ? first : time
}
