/** Where a scan goes on, and how far. */
export interface Stretch {
  /** What the scan of the stretch before returned; 0 at the beginning. */
  readonly state: number
  readonly from: number
  readonly to: number
}

/** Calls back for each of these words that is in the stretch, in any case, in the order of their ends. */
export type KeywordScan = (text: string, stretch: Stretch, found: (word: number, end: number) => void) => number

/**
 * All words at once, in one step a character whatever the text is (Aho and Corasick): a table says for each state and each
 * character which state comes next. Words are in lower case and ASCII.
 */
export function keywordScan(words: readonly string[]): KeywordScan {
  const classes = classesOf(words)
  const width = Math.max(...classes) + 1
  const { next, ends } = automaton(words, classes, width)
  return (text, { state: before, from, to }, found) => {
    let state = before
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      state = next[state + (code < 128 ? classes[code]! : 0)]!
      if (state >= 0) continue
      state = ~state
      for (const word of ends[state / width]!) found(word, at + 1)
    }
    return state
  }
}

/** Characters that no word has are one; a letter is the same in both cases. */
function classesOf(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(128)
  let many = 0
  for (const character of new Set(words.join(''))) {
    const code = character.charCodeAt(0)
    many++
    classes[code] = many
    classes[character.toUpperCase().charCodeAt(0)] = many
  }
  return classes
}

/**
 * States are numbered by the beginning of their row in the table; one where a word ends is below zero there. The row of a
 * state is that of its fallback but for the words that go on there, so it is copied: it is made at each start.
 */
function automaton(words: readonly string[], classes: Uint8Array, width: number) {
  const most = words.reduce((sum, word) => sum + word.length, 1)
  const next = new Int32Array(most * width)
  const ends: (readonly number[] | undefined)[] = [undefined]
  const leading: number[][] = [[]]
  for (const [index, word] of words.entries()) {
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const cell = state * width + classes[word.charCodeAt(at)]!
      if (next[cell] === 0) {
        next[cell] = ends.push(undefined) - 1
        leading[state]!.push(cell)
        leading.push([])
      }
      state = next[cell]!
    }
    ends[state] = [index]
  }
  const fallback = new Int32Array(ends.length)
  const queue = [0]
  for (const state of queue) {
    const cells = leading[state]!
    const children = cells.map((cell) => next[cell]!)
    const back = fallback[state]! * width
    if (state !== 0) next.copyWithin(state * width, back, back + width)
    for (const [nth, cell] of cells.entries()) {
      const child = children[nth]!
      const otherwise = state === 0 ? 0 : next[cell]!
      fallback[child] = (otherwise < 0 ? ~otherwise : otherwise) / width
      const inner = ends[fallback[child]!]
      if (inner) ends[child] = [...(ends[child] ?? []), ...inner]
      next[cell] = ends[child] ? ~(child * width) : child * width
      queue.push(child)
    }
  }
  return { next, ends }
}
