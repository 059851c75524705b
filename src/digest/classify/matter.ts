import { categoriesOf } from './lexicon.ts'
import { placeOf } from './shapes.ts'

/** Words that may be about anything. */
const VAGUE = new Set(
  'file files line lines code test tests page name names data user users build list value function version command script number wait instead again rule rules thing things stuff time times week weeks month months year years today tomorrow yesterday morning people someone somebody everybody everyone nobody guys work works working want wants wanted like make makes made take takes took look looks get gets got goes going went come comes came know knows think thinks thought tell told said says saying kind sort part parts side place point points case cases really very much many more most less first second last next other another same different good better best fine nice great right wrong sure maybe just also even well back here where when what which with from into over under about after before between through because since until while would could should might must shall have been being were will doch noch auch schon sehr aber nicht oder wenn dann weil dass jetzt heute morgen plus très avec pour dans sans mais tout cette muy pero para como todo esta este'.split(
    ' ',
  ),
)
const BUILDING = new Set(['the', 'i', 'we', 'you', 'it', 'is', 'has', 'may', 'not', 'and', 'to', 'mark', 'end', 'name'])
const LEAST = 3
const KEPT = 5
const known = new Map<string, string>()
const MOST_KNOWN = 20_000

/** The beginning of a word that says what a sentence is about; nothing of one that builds sentences, or is of the lexicon. */
export function matterOf(word: string): string {
  let matter = known.get(word)
  if (matter === undefined) {
    matter = isTelling(word) ? word.replace(/(?:'s|s)$/, '').slice(0, KEPT) : ''
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(word, matter)
  }
  return matter
}

function isTelling(word: string): boolean {
  if (word.length < LEAST || VAGUE.has(word) || !/^\p{L}/u.test(word)) return false
  return !BUILDING.has(placeOf(word)) && categoriesOf([word]).names().length === 0
}
