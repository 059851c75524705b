/** What is looked for, first as it was typed, then word by word; words of one or two letters count where there are no others. */
export function patternsOf(text: string): readonly RegExp[] {
  const words = text.replaceAll('"', ' ').split(/\s+/).filter(Boolean)
  const long = words.filter((word) => word.length > 2)
  const chosen = long.length > 0 ? long : words
  if (chosen.length === 0) return []
  const phrase = new RegExp(words.map(escaped).join('\\s+'), 'gi')
  return words.length === 1 ? [phrase] : [phrase, new RegExp(chosen.map(escaped).join('|'), 'gi')]
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Whether a text has what is looked for, or one of its words. */
export function hasFound(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => text.search(pattern) !== -1)
}

const MOST = 2000

/** Where it is in what an element shows: the whole of it where that is there, else its words. */
export function rangesIn(root: Element, patterns: readonly RegExp[]): readonly Range[] {
  for (const pattern of patterns) {
    const found: Range[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node && found.length < MOST; node = walker.nextNode())
      for (const match of (node.nodeValue ?? '').matchAll(pattern)) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        if (range.getClientRects().length > 0) found.push(range)
      }
    if (found.length > 0) return found
  }
  return []
}

/** Marks them in the page without changing it, one of them as the one that is meant. */
export function markRanges(ranges: readonly Range[], now: Range | undefined): void {
  if (!('highlights' in CSS)) return // an older browser scrolls to them all the same
  CSS.highlights.set('found', new Highlight(...ranges))
  CSS.highlights.set('found-now', new Highlight(...(now ? [now] : [])))
}
