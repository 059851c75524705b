import { examplesOf, type FamiliesByClass, vocabularyOf } from './examples.ts'
import { createRandom } from './fill.ts'
import { train } from './model.ts'
import { rightBy } from './right-by.ts'
import { familiesIn, WRITERS } from './split.ts'

/**
 * How well the classifier does on a writer it was not trained on: each writer of development is left out once. This is the
 * figure to raise; the one on known phrases says little. `npm run bench -- digest-writers`.
 */
let sum = 0
for (const [writer, own] of Object.entries(WRITERS)) {
  const others = Object.entries(WRITERS).flatMap(([name, phrases]) => (name === writer ? [] : phrases))
  const known: FamiliesByClass = (name) => familiesIn(others, name)
  const words = vocabularyOf(known)
  const random = createRandom(7)
  const model = train(examplesOf(known, random, words, true), random)
  const { told, mean } = rightBy(model, (name) => familiesIn(own, name), words)
  sum += mean
  console.log(`without ${writer}: ${mean.toFixed(3)}  ${told}`)
}
console.log(`mean over writers: ${(sum / Object.keys(WRITERS).length).toFixed(3)}`)
