import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialoguesOf } from './dialogues.ts'
import { learn } from './learn.ts'
import { LABELS } from './split.ts'

/** Trains the classifier of sentences on the dialogues kept for development: `npm run bench -- digest-train`. */
const written = dialoguesOf('development')
const { model, words } = learn(written)
const SCALE = 20
/** Weights are letters from `#` to `~`; this one is none. */
const ZERO = 'O'
const [LEAST, MOST] = ['#', '~'].map((letter) => letter.charCodeAt(0) - ZERO.charCodeAt(0)) as [number, number]
const letterOf = (weight: number) =>
  String.fromCharCode(ZERO.charCodeAt(0) + Math.max(LEAST, Math.min(MOST, Math.round(weight * SCALE))))
/** Below this a feature tells too little to be kept. */
const TELLING = 0.15
const lines = model.names
  .map((feature, at) => ({ feature, own: model.weightsOf(at) }))
  .filter(({ own }) => Math.max(...own.map(Math.abs)) > TELLING)
  .sort((a, b) => (a.feature < b.feature ? -1 : 1))
  .map(({ feature, own }) => `${own.map(letterOf).join('')}${feature}`)
const weights = {
  features: lines.join('\n'),
  classes: LABELS,
  scale: SCALE,
  zero: ZERO,
  words: [...words.all].sort().join(' '),
}
const json = `${JSON.stringify(weights)}\n`
writeFileSync(join(process.env.STET_BENCH_ROOT ?? process.cwd(), 'src/digest/classify/weights.json'), json)
console.log(`${written.length} dialogues, ${lines.length} features, ${Math.round(json.length / 1000)} kB`)
