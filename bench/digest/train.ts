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
const counts = new Map<string, number>()
for (const { features } of examplesOf(development, createRandom(2), words, true))
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)

const random = createRandom(7)
const model = train(examplesOf(development, random, words, true), random)
const SCALE = 50
const lines = model.names
  .map((feature, at) => ({ feature, own: model.weightsOf(at) }))
  .filter(
    ({ feature, own }) =>
      feature.startsWith('w ') || ((counts.get(feature) ?? 0) > 3 && Math.max(...own.map(Math.abs)) > 0.1),
  )
  .sort((a, b) => (a.feature < b.feature ? -1 : 1))
  .map(({ feature, own }) => `${JSON.stringify(feature)}:${JSON.stringify(own.map((one) => Math.round(one * SCALE)))}`)
writeFileSync(
  join(process.env.STET_BENCH_ROOT ?? process.cwd(), 'src/digest/classify/weights.json'),
  `{"classes":${JSON.stringify(CLASSES)},"scale":${SCALE},"features":{\n${lines.join(',\n')}\n}}\n`,
)
console.log(`${lines.length} features`)
for (const part of ['development', 'held out'] as const) {
  console.log(part, rightBy(model, (name) => familiesOf(name, part), words).told)
}
