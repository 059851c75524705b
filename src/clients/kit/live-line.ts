/** What a line of a client's says, as far as it can be read; its shape is not checked. */
export function liveLine<Line>(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

export function numberIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
