import { expect, it } from 'vitest'
import { mask } from '../../src/redaction/mask.ts'
import { HARMLESS, planted } from './families.ts'

/** Whether a stretch of it can still be read. */
const leaves = (secret: string, text: string) =>
  Array.from({ length: Math.max(1, secret.length - 9) }, (_, at) => secret.slice(at, at + 10)).some((part) =>
    text.includes(part),
  )

it('masks planted secrets of more than thirty families, and little else', async () => {
  const secrets = planted(5)
  const missed: string[] = []
  for (const { family, secret, text } of secrets) {
    const { text: masked } = await mask(text)
    const isWhole = masked.includes('I used') && masked.includes('and it works')
    if (leaves(secret, masked) || !isWhole) missed.push(`${family}: ${masked}`)
  }
  const wrong: string[] = []
  for (const text of HARMLESS) if ((await mask(text)).masked.length > 0) wrong.push((await mask(text)).text)
  const found = secrets.length - missed.length
  const recall = found / secrets.length
  const precision = found / (found + wrong.length * 5)
  console.log(
    `secrets: ${new Set(secrets.map(({ family }) => family)).size} families, recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`,
    [...new Set(missed)],
    wrong,
  )
  expect(recall).toBeGreaterThanOrEqual(0.98)
  expect(precision).toBeGreaterThanOrEqual(0.9)
})

it('says which rule knew it, and masks nothing twice', async () => {
  const { secret, text } = planted(1).find(({ family }) => family === 'github token')!
  const masked = await mask(text)
  expect(masked).toEqual({
    text: 'I used [masked: github-pat] for it, and it works.',
    masked: [{ rule: 'github-pat', chars: secret.length }],
  })
  expect(await mask(masked.text)).toEqual({ text: masked.text, masked: [] })
})

it('is not switched off by what a text says', async () => {
  const { secret, text } = planted(1).find(({ family }) => family === 'npm')!
  expect((await mask(`// secretlint-disable\n${text}`)).text).not.toContain(secret)
})

it('leaves little of a token that was cut, as previews and titles are', async () => {
  const families = ['aws access key', 'github token', 'github fine-grained', 'slack bot', 'google', 'huggingface']
  const wanted = planted(3).filter(({ family }) => [...families, 'postgres', 'mongodb', 'databricks'].includes(family))
  const read: string[] = []
  for (const { family, secret, text } of wanted) {
    const from = text.indexOf(secret)
    for (let end = from + 22; end < from + secret.length; end++)
      for (const cut of [text.slice(0, end), `${text.slice(0, end)}…`]) {
        const shown = (await mask(cut)).text
        if (shown.includes(text.slice(end - 10, end))) read.push(`${family}: ${shown}`)
      }
  }
  expect(wanted.length).toBeGreaterThan(20)
  expect(read).toEqual([])
})

it.each([
  'http://localhost:8080',
  'see https://host.example:443',
  'a postgres://host:5432',
  'key sk-loading',
  'the akiakia',
])('takes no end of a text for the beginning of a secret: %s', async (text) =>
  expect((await mask(text)).text).toBe(text),
)
