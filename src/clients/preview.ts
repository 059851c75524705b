const PREVIEW = 120

/** How a text begins, on one line. */
export function preview(text: string): string {
  return text
    .slice(0, PREVIEW * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)
}
