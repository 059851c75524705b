import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mask } from '../../src/redaction/mask.ts'
import { maskedValue } from '../../src/redaction/masked-value.ts'

interface Case {
  readonly kind: string
  readonly half?: 'development' | 'held-out'
  /** A text, or what a tool was given. */
  readonly text?: string
  readonly input?: unknown
  /** Absent where there is none. */
  readonly secrets?: readonly string[]
}

const casesOf = (file: string): readonly Case[] =>
  readFileSync(join(import.meta.dirname, 'blind', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replaceAll('¦', '')))

const CASES = casesOf('cases.jsonl')

/** Every text of a value, one below the other. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf).join('\n') : ''
}

/** No eight characters in a row of it can be read. */
const isHidden = (secret: string, text: string) =>
  secret.length < 10
    ? !text.includes(secret)
    : !Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).some((part) =>
        text.includes(part),
      )

const shown = async ({ text, input }: Case) =>
  text === undefined ? textsOf(await maskedValue(input)) : (await mask(text)).text

it.each(['development', 'held-out'] as const)('finds what was planted without the rules: %s', async (half) => {
  const planted = CASES.filter((one) => one.half === half && one.secrets)
  const missed: string[] = []
  for (const one of planted) {
    const text = await shown(one)
    if (!one.secrets!.every((secret) => isHidden(secret, text))) missed.push(one.kind)
  }
  const recall = 1 - missed.length / planted.length
  console.log(`${half}: ${planted.length - missed.length} of ${planted.length}`)
  expect(planted).toHaveLength(50)
  expect(recall, missed.join()).toBeGreaterThanOrEqual(0.95)
})

it.each([
  ['second.jsonl', 0],
  ['third.jsonl', 4],
])('finds those of other authors, in JSON in a JSON text too: %s', async (file, most) => {
  const missed: string[] = []
  for (const one of casesOf(file))
    for (const given of [one.text!, JSON.stringify({ input: JSON.stringify({ content: one.text }) })]) {
      const { text } = await mask(given)
      if (!one.secrets!.every((secret) => isHidden(secret, text))) missed.push(one.kind)
    }
  expect(missed.length, missed.join()).toBeLessThanOrEqual(2 * most)
})

it('leaves what looks like a secret and is none', async () => {
  const wrong: string[] = []
  for (const one of CASES.filter(({ secrets }) => !secrets))
    if ((await shown(one)) !== (one.text ?? textsOf(one.input))) wrong.push(one.kind)
  expect(wrong).toEqual([])
})

it('finds them in a value that is JSON in a text, and in that again', async () => {
  const missed: string[] = []
  const planted = CASES.filter(({ secrets }) => secrets?.every((secret) => /^[\w./+=~-]+$/.test(secret)))
  for (const one of planted) {
    const { text } = await mask(JSON.stringify({ input: JSON.stringify(one.input ?? one.text) }))
    if (!one.secrets!.every((secret) => isHidden(secret, text))) missed.push(one.kind)
  }
  expect(missed.length / planted.length, missed.join()).toBeLessThanOrEqual(0.1)
})

it('masks nothing that is masked', async () => {
  for (const one of CASES) {
    const { text } = await mask(one.text ?? JSON.stringify(one.input))
    expect(await mask(text)).toEqual({ text, masked: [] })
    const value = await maskedValue(one.input)
    expect(await maskedValue(value)).toEqual(value)
  }
})
