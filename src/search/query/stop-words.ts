/** Words that nearly every round has: they tell nothing apart among others. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be been before being both but by can could d did didn do does
  doesn doing don during each for from had has have having he her hers him his how i if in into is isn it its itself
  just ll m may me might more most must my no nor not now of on only or other our ours out over own re s same shall she
  should so some such t than that the their them then there these they this those to too until up us ve very was wasn
  we were weren what when where which while who whom whose why will with would you your yours`
    .trim()
    .split(/\s+/),
)

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
