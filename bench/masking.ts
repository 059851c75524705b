import { maskText } from '../src/redaction/mask-text.ts'
import { type Figure, report } from './lib/report.ts'
import { least } from './lib/statistics.ts'

// What a byte costs in a text that is a thousand times as long: masking must not take the square of a text's length.
const RUNS = 5
const SHORT = 10_000
const LONG = 10_000_000

const words = 'let us look at the tests of the parser again, and then at src/model/round.ts:12 where it fails\n'
const TEXTS: Readonly<Record<string, string>> = {
  'what people and agents say': words,
  'JSON in one line after an address': '{"url":"https://host.example/a","id":12,"path":"src/a.ts","key":"value"},',
  'addresses and colons': '://:',
  'names that are given nothing': 'key: token= "password": ',
  'beginnings of tokens': 'sk-ghp_eyJ.glsa_AKIA',
  'a secret every kilobyte': `${words.repeat(10)}api_key = "${'aB3dE5gH7jK9mN2p'.repeat(2)}"\n`,
}

/** Nanoseconds a byte, the best of several. */
function timed(unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length))
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    for (let done = 0; done < Math.max(length, 2_000_000); done += text.length) maskText(text)
    const many = Math.ceil(Math.max(length, 2_000_000) / text.length)
    times.push(((performance.now() - began) * 1e6) / (many * text.length))
  }
  return least(times)
}

const figures: Figure[] = []
for (const [what, unit] of Object.entries(TEXTS)) {
  timed(unit, SHORT) // the first time compiles
  const [short, long] = [timed(unit, SHORT), timed(unit, LONG)]
  figures.push({
    figure: `${what}, 10 kB → 10 MB`,
    ours: `${long.toFixed(1)} ns a byte`,
    reference: `${short.toFixed(1)} ns a byte`,
    best: long / short,
    median: long / short,
    must: { atMost: 1.2 },
  })
}
report('masking: a byte of a text a thousand times as long', figures, {})
