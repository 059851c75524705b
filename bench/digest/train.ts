import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examplesOf, type FamiliesByClass, vocabularyOf } from './examples.ts'
import { createRandom } from './fill.ts'
import { train } from './model.ts'
import { rightBy } from './right-by.ts'
import { CLASSES, familiesOf } from './split.ts'

/**
 * Trains the classifier of sentences on the phrases kept for development, and says how well it does on those and on the
 * phrases that were kept out: `npm run bench -- digest-train`.
 */
const development: FamiliesByClass = (name) => familiesOf(name, 'development')
const words = vocabularyOf(development)
const random = createRandom(7)
const model = train(examplesOf(development, random, words, true), random)
const SCALE = 20
/** A model whose weights were kept small is less sure than it is right: its chances are drawn apart. */
const SURER = 0.65
/** Weights are letters from `#` to `~`; this one is none. */
const ZERO = 'O'
const [LEAST, MOST] = ['#', '~'].map((letter) => letter.charCodeAt(0) - ZERO.charCodeAt(0)) as [number, number]
const letterOf = (weight: number) =>
  String.fromCharCode(ZERO.charCodeAt(0) + Math.max(LEAST, Math.min(MOST, Math.round(weight * SCALE))))
/** Below this a feature tells too little to be kept. */
const TELLING = 0.103
const lines = model.names
  .map((feature, at) => ({ feature, own: model.weightsOf(at) }))
  .filter(({ own }) => Math.max(...own.map(Math.abs)) > TELLING)
  .sort((a, b) => (a.feature < b.feature ? -1 : 1))
  .map(({ feature, own }) => `${own.map(letterOf).join('')}${feature}`)
const weights = {
  features: lines.join('\n'),
  classes: CLASSES,
  scale: SCALE * SURER,
  zero: ZERO,
  words: [...words.all].sort().join(' '),
}
const json = `${JSON.stringify(weights)}\n`
writeFileSync(join(process.env.STET_BENCH_ROOT ?? process.cwd(), 'src/digest/classify/weights.json'), json)
console.log(`${lines.length} features, ${Math.round(json.length / 1000)} kB`)
for (const part of ['development', 'held out'] as const) {
  console.log(part, rightBy(model, (name) => familiesOf(name, part), words).told)
}
