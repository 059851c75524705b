import { CLAUSES } from './phrases/clauses.ts'

/** A random source that gives the same numbers for the same seed. */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}

const STARTS = [
  'Kor',
  'Vel',
  'Mar',
  'Tes',
  'Quil',
  'Bran',
  'Zeph',
  'Lum',
  'Dra',
  'Fen',
  'Osk',
  'Pyr',
  'Hal',
  'Nim',
  'Cas',
  'Rud',
]
const MIDDLES = [
  'a',
  'e',
  'i',
  'o',
  'u',
  'ara',
  'ele',
  'iri',
  'oro',
  'unu',
  'asta',
  'enti',
  'olma',
  'ubra',
  'agri',
  'elvo',
  'ishta',
  'ombu',
  'unke',
  'arpe',
  'ezzi',
  'indo',
  'ovra',
  'ulte',
  'ambri',
  'estu',
]
const ENDS = ['ix', 'and', 'ora', 'lin', 'mere', 'ton', 'ax', 'ume', 'dis', 'vane', 'ock', 'wick', 'era', 'os']
const WORDS = [
  'billing',
  'invoice',
  'session',
  'gateway',
  'ledger',
  'upload',
  'mailer',
  'cursor',
  'tenant',
  'webhook',
  'report',
  'token',
  'import',
  'cache',
]
const PARTS = [
  'the retry queue',
  'the importer',
  'the cache',
  'the login form',
  'the scheduler',
  'the billing job',
  'the mailer',
  'the webhook',
  'the parser',
  'the search page',
  'uploads',
  'the export',
  'our gateway',
  'the session store',
]
const FOLDERS = ['src', 'lib', 'app', 'config', 'infra', 'deploy', 'internal', 'packages/core', 'server']
const EXTENSIONS = ['ts', 'py', 'go', 'rs', 'yml', 'json', 'sql', 'toml', 'rb']

export function madeName(random: Random): string {
  const way = random()
  const word = pick(random, STARTS) + pick(random, MIDDLES) + pick(random, ENDS)
  if (way < 0.45) return word
  if (way < 0.6) return word.toLowerCase()
  if (way < 0.75) return `${pick(random, WORDS)}_${pick(random, WORDS)}`
  if (way < 0.87) return `${word.toLowerCase()}-${1 + Math.floor(random() * 98)}`
  return pick(random, WORDS) + word
}

export function madePath(random: Random): string {
  const name = `${pick(random, WORDS)}_${pick(random, STARTS).toLowerCase()}${pick(random, ENDS)}`
  return `${pick(random, FOLDERS)}/${name}.${pick(random, EXTENSIONS)}`
}

export function madeValue(random: Random): string {
  const number = 2 + Math.floor(random() * 9000)
  return pick(random, [
    `${number}`,
    `${number} ms`,
    `${number} MB`,
    `${number}`,
    `3.${number % 40}`,
    `2031-0${1 + (number % 9)}-1${number % 9}`,
  ])
}

export function madeCode(random: Random): string {
  return `${pick(random, ['QX', 'ERR', 'E', 'PLM', 'KV'])}-${1000 + Math.floor(random() * 8999)}`
}

export interface Filled {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

/** The phrase with made-up names in its places. */
export function fill(phrase: string, random: Random, given: Readonly<Record<string, string>> = {}): Filled {
  const values: Record<string, string> = { ...given }
  const text = expanded(phrase, random).replace(/\{([ABPVCE])\}/g, (_, slot: string) => {
    values[slot] ??=
      slot === 'P'
        ? madePath(random)
        : slot === 'V'
          ? madeValue(random)
          : slot === 'C'
            ? pick(random, PARTS)
            : slot === 'E'
              ? madeCode(random)
              : madeName(random)
    return values[slot]!
  })
  return {
    text:
      text[0]!.toUpperCase() === text[0] || /^[\w-]*[_\d/]/.test(text) ? text : text[0]!.toUpperCase() + text.slice(1),
    values,
  }
}

/** `<take>; <drop>` with a clause in each place; with a capital where the place has one. */
function expanded(phrase: string, random: Random): string {
  return phrase.replace(/<(\w)(\w+)>/g, (_, first: string, rest: string) => {
    const clause = pick(random, CLAUSES[first.toLowerCase() + rest]!)
    return first === first.toLowerCase() ? clause : clause[0]!.toUpperCase() + clause.slice(1)
  })
}
