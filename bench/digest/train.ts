import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../../src/digest/classify/features.ts'
import { wordsIn } from '../../src/digest/classify/words.ts'
import type { Speaker } from '../../src/digest/round.ts'
import { createRandom, fill, PARTS, pick, type Random } from './fill.ts'
import { CLAUSES } from './phrases/clauses.ts'
import { CLASSES, familiesOf } from './split.ts'

/**
 * Trains the classifier of sentences on the phrases kept for development, and says how well it does on those and on the
 * phrases that were kept out: `npm run bench -- digest-train`.
 */
interface Example {
  readonly features: readonly string[]
  readonly label: number
  /** So that classes with many phrases count no more than others. */
  readonly weight: number
}

const ROUNDS = 24
/** How many of the rounds count. */
const LAST = 16
const COPIES = 12
/** Of a phrase that is put together from clauses: each copy has others. */
const COPIES_COMPOSED = 40
const RATE = 0.12
const SHRINK = 1e-4
/** How often a word is taken for one that was never heard, so that the others must carry the sentence. */
const UNHEARD = 0.2
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
    const total = families.reduce((sum, { phrases }) => sum + phrases.reduce((all, one) => all + copiesOf(one), 0), 0)
    for (const { who, phrases } of families) {
      for (const phrase of phrases) {
        for (let copy = 0; copy < copiesOf(phrase); copy++) {
          const speakers: readonly Speaker[] = who === 'both' ? ['user', 'agent'] : [who]
          const text = part === 'held out' ? fill(phrase, random).text : varied(phrase, random)
          examples.push({
            features: featuresOf(text, pick(random, speakers), known).filter(isPlain),
            label,
            weight: 900 / total,
          })
        }
      }
    }
  }
  return examples
}

function copiesOf(phrase: string): number {
  return phrase.includes('<') ? COPIES_COMPOSED : COPIES
}

/** The phrase with names in it, and sometimes the words that people put around a sentence. */
function varied(phrase: string, random: Random): string {
  const { text } = fill(phrase, random)
  const opener = pick(random, OPENERS)
  const started =
    opener === '' ? text : opener + (/^[A-Z][a-z]* /.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)
  const whole = started.replace(/([.!]?)$/, (end) => pick(random, TAILS) + end)
  return random() < 0.5
    ? whole
    : whole.replace(/(?<![\w{/])[a-zà-ÿ]{4,}(?![\w}/])/g, (word) => (random() < UNHEARD ? 'qqqq' : word))
}

/** The words of the phrases themselves, without the names that are filled in. */
const vocabulary = new Set(
  [
    ...CLASSES.flatMap((name) => familiesOf(name, 'development').flatMap(({ phrases }) => phrases)),
    ...OPENERS,
    ...TAILS,
    ...PARTS,
    ...Object.values(CLAUSES).flat(),
  ].flatMap((phrase) => wordsIn(phrase.replace(/\{\w\}|<\w+>/g, ' '))),
)
const isKnown = (word: string) => vocabulary.has(word)
const stems = new Set([...vocabulary].map((word) => word.slice(0, 5)))
/** A feature made of a name that was filled in tells nothing. */
const isPlain = (feature: string) =>
  feature.startsWith('w ') ? vocabulary.has(feature.slice(2)) : !feature.startsWith('s ') || stems.has(feature.slice(2))
const counts = new Map<string, number>()
for (const { features } of examplesOf('development', createRandom(2), isKnown))
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)

const random = createRandom(7)
const examples = examplesOf('development', random, isKnown)
/** Features by number, and of each one the weights of all classes in a row. */
const numbers = new Map<string, number>()
for (const { features } of examples) {
  for (const feature of features) if (!numbers.has(feature)) numbers.set(feature, numbers.size)
}
const names = [...numbers.keys()]
const isWord = names.map((name) => /^[wsbfg] /.test(name))
const MANY = CLASSES.length
const weights = new Float64Array(names.length * MANY)
/** Sums of the weights after each of the last rounds: their mean depends less on the order of the examples. */
const sums = new Float64Array(names.length * MANY)
const numbered = examples.map((example) => ({
  ...example,
  features: example.features.map((feature) => numbers.get(feature)!),
}))
const chances = (features: readonly number[]) => {
  const scores = new Float64Array(MANY)
  for (const feature of features) for (let at = 0; at < MANY; at++) scores[at]! += weights[feature * MANY + at]!
  const most = Math.max(...scores)
  const parts = scores.map((score) => Math.exp(score - most))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => part / sum)
}
for (let round = 0; round < ROUNDS; round++) {
  for (let at = numbered.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[numbered[at], numbered[other]] = [numbered[other]!, numbered[at]!]
  }
  const rate = RATE / (1 + round / 4)
  for (const { features, label, weight } of numbered) {
    const kept = features.filter((one) => random() > (isWord[one] ? 0.6 : 0.15)) // so that no single word carries a class
    const step = chances(kept).map((chance, at) => rate * weight * ((at === label ? 1 : 0) - chance))
    for (const feature of kept) {
      const start = feature * MANY
      for (let at = 0; at < MANY; at++) weights[start + at]! += step[at]! - SHRINK * weights[start + at]!
    }
  }
  if (round >= ROUNDS - LAST) for (const [at, weight] of weights.entries()) sums[at]! += weight
}
for (const [at, sum] of sums.entries()) weights[at] = sum / LAST
const weightsOf = (feature: number) => [...weights.subarray(feature * MANY, (feature + 1) * MANY)]

const SCALE = 50
const rounded = Object.fromEntries(
  names
    .map((feature, at) => [feature, weightsOf(at)] as const)
    .filter(
      ([feature, own]) =>
        feature.startsWith('w ') || ((counts.get(feature) ?? 0) > 3 && Math.max(...own.map(Math.abs)) > 0.1),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, own]) => [feature, own.map((weight) => Math.round(weight * SCALE))]),
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
    const found = chances(features.flatMap((feature) => numbers.get(feature) ?? []))
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
