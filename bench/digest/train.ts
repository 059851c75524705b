import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../../src/digest/classify/features.ts'
import type { Speaker } from '../../src/digest/round.ts'
import { createRandom, fill, pick, type Random } from './fill.ts'
import { CLASSES, familiesOf } from './split.ts'

/**
 * Trains the classifier of sentences on the phrases kept for development, and says how well it does on those and on the
 * phrases that were kept out: `npm run bench -- digest-train`.
 */
interface Example {
  readonly features: readonly string[]
  readonly label: number
}

const ROUNDS = 24
const COPIES = 6
const RATE = 0.12
const SHRINK = 2e-5
const OPENERS = [
  '',
  '',
  '',
  '',
  'By the way, ',
  'One more thing: ',
  'Also, ',
  'So ',
  'Right, ',
  'OK, ',
  'And ',
  'But ',
  'Note: ',
  'Quick note: ',
]
const TAILS = ['', '', '', '', ' for now', ' as of today', ', as far as I can tell', ' (see above)', ', by the way']

function examplesOf(part: 'development' | 'held out', random: Random, known: (word: string) => boolean): Example[] {
  const examples: Example[] = []
  for (const [label, name] of CLASSES.entries()) {
    const families = familiesOf(name, part)
    const total = families.reduce((sum, family) => sum + family.phrases.length, 0)
    const copies = part === 'held out' ? COPIES : Math.ceil((COPIES * 90) / total)
    for (const { who, phrases } of families) {
      for (const phrase of phrases) {
        for (let copy = 0; copy < copies; copy++) {
          const speakers: readonly Speaker[] = who === 'both' ? ['user', 'agent'] : [who]
          examples.push({ features: featuresOf(varied(phrase, random), pick(random, speakers), known), label })
        }
      }
    }
  }
  return examples
}

/** The phrase with names in it, and sometimes the words that people put around a sentence. */
function varied(phrase: string, random: Random): string {
  const { text } = fill(phrase, random)
  const opener = pick(random, OPENERS)
  const started =
    opener === '' ? text : opener + (/^[A-Z][a-z]* /.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)
  return started.replace(/([.!]?)$/, (end) => pick(random, TAILS) + end)
}

const everyWord = () => true
const vocabulary = new Set(
  examplesOf('development', createRandom(1), everyWord).flatMap(({ features }) =>
    features.filter((one) => one.startsWith('w ')),
  ),
)
const counts = new Map<string, number>()
for (const { features } of examplesOf('development', createRandom(2), everyWord))
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
const isKnown = (word: string) => vocabulary.has(`w ${word}`) && (counts.get(`w ${word}`) ?? 0) > 3

const random = createRandom(7)
const examples = examplesOf('development', random, isKnown)
const weights = new Map<string, Float64Array>()
const weightsOf = (feature: string) => {
  let found = weights.get(feature)
  if (found) return found
  found = new Float64Array(CLASSES.length)
  weights.set(feature, found)
  return found
}
const chances = (features: readonly string[]) => {
  const scores = new Float64Array(CLASSES.length)
  for (const feature of features) {
    for (const [at, weight] of weights.get(feature)?.entries() ?? []) scores[at]! += weight
  }
  const most = Math.max(...scores)
  const parts = scores.map((score) => Math.exp(score - most))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => part / sum)
}
for (let round = 0; round < ROUNDS; round++) {
  for (let at = examples.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[examples[at], examples[other]] = [examples[other]!, examples[at]!]
  }
  const rate = RATE / (1 + round / 4)
  for (const { features, label } of examples) {
    const kept = features.filter((one) => random() > (/^[wsbfg] /.test(one) ? 0.7 : 0.15)) // so that no single word carries a class
    const found = chances(kept)
    for (const feature of kept) {
      const own = weightsOf(feature)
      for (let at = 0; at < own.length; at++) {
        own[at]! += rate * ((at === label ? 1 : 0) - found[at]!) - SHRINK * own[at]!
      }
    }
  }
}

const SCALE = 50
const rounded = Object.fromEntries(
  [...weights]
    .filter(([feature, own]) => (counts.get(feature) ?? 0) > 3 && Math.max(...own.map(Math.abs)) > 0.08)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, own]) => [feature, [...own].map((weight) => Math.round(weight * SCALE))]),
)
const lines = Object.entries(rounded).map(([feature, own]) => `${JSON.stringify(feature)}:${JSON.stringify(own)}`)
writeFileSync(
  join(process.env.STET_BENCH_ROOT ?? process.cwd(), 'src/digest/classify/weights.json'),
  `{"classes":${JSON.stringify(CLASSES)},"scale":${SCALE},"features":{\n${lines.join(',\n')}\n}}\n`,
)
console.log(`${lines.length} features`)
for (const part of ['development', 'held out'] as const) {
  const tested = examplesOf(part, createRandom(99), isKnown)
  const right = CLASSES.map(() => [0, 0] as [number, number])
  const wrong = new Map<string, number>()
  for (const { features, label } of tested) {
    const found = chances(features)
    const best = found.indexOf(Math.max(...found))
    right[label]![1]++
    if (best === label) right[label]![0]++
    else wrong.set(`${CLASSES[label]}→${CLASSES[best]}`, (wrong.get(`${CLASSES[label]}→${CLASSES[best]}`) ?? 0) + 1)
  }
  console.log(part, CLASSES.map((name, at) => `${name} ${(right[at]![0] / right[at]![1]).toFixed(2)}`).join('  '))
  console.log(
    '  ',
    [...wrong]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 12)
      .map(([pair, n]) => `${pair} ${n}`)
      .join('  '),
  )
}
