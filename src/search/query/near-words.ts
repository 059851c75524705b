const MOST_WORDS = 3
/** The index keeps words without their endings; so much of a typed word may be one. */
const LONGEST_ENDING = 5
/** What is left of it is most of the word: `hasdotgit` is no slip for `hash`. */
const LEAST_LEFT = 0.6
/** What is wrong in an ending is a slip as well, so that `databse` is nearer to `database` than to `data`. */
const SLIP_IN_THE_ENDING = 0.7
/** A slip in a shorter word is another word. */
const SHORTEST = 4

/**
 * How words begin that one may be a slip for, to be looked at in turn; none where it cannot be one. Most slips come after
 * the second letter; else the first is right, or the second is the first.
 */
export function beginningsOf(typed: string): readonly string[] {
  if (typed.length < SHORTEST || !/^\p{L}+$/u.test(typed)) return []
  return [typed.slice(0, 2), typed[0]!, typed[1]!]
}

/** How far a word of the index is from the typed one, its ending left off as may be; undefined where too far. */
function distanceTo(typed: string, term: string): number | undefined {
  if (term.length < SHORTEST) return undefined
  const most = typed.length >= 8 ? 2 : 1
  const least = Math.max(SHORTEST, LEAST_LEFT * typed.length)
  let best: number | undefined
  for (let ending = 0; ending <= LONGEST_ENDING && typed.length - ending >= least; ending++) {
    const distance = editDistance(typed.slice(0, typed.length - ending), term, most)
    const whole = (distance === 0 ? SLIP_IN_THE_ENDING : distance) + ending * 0.2
    if (distance <= most && (best === undefined || whole < best)) best = whole
  }
  return best
}

/** Of some words those that are spelled nearly like the typed one, the nearest first; undefined where none is near. */
export function nearestWords(typed: string, words: readonly string[]): readonly string[] | undefined {
  const found = words
    .map((term) => ({ term, distance: distanceTo(typed, term) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((a, b) => a.distance! - b.distance!)
  const nearest = found[0]?.distance
  if (nearest === undefined) return undefined
  return found
    .filter(({ distance }) => distance! <= nearest + 0.5)
    .slice(0, MOST_WORDS)
    .map(({ term }) => term)
}

/**
 * How many letters have to be changed, left out, put in or swapped with their neighbour to make one word of the other;
 * anything over `most` is `most + 1`.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, next[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = next
  }
  return last[b.length]!
}
