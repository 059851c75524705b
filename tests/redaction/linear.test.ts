import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSecrets } from '../../src/redaction/find-secrets.ts'
import { isSameButForMarks } from '../../src/redaction/is-same-but-for-marks.ts'
import { mask } from '../../src/redaction/mask.ts'
import { maskText } from '../../src/redaction/mask-text.ts'
import { GITLEAKS } from '../../src/redaction/rules/gitleaks.ts'
import { OWN_TOKENS } from '../../src/redaction/rules/own-tokens.ts'

/** What rules look for, and what is around it: whatever is slow is made of these. */
const PIECES = [
  '://',
  ':',
  '@',
  '/',
  '.',
  '-',
  '_',
  '=',
  '"',
  "'",
  '\\',
  '\\"',
  '\\n',
  '\n',
  ' ',
  ',',
  ';',
  '{',
  '}',
  '<',
  '>',
  '&',
  '?',
  'a',
  'Z9',
  'x1',
  'key',
  'token',
  'password',
  'pass',
  'pw',
  'secret',
  'api_key',
  'auth',
  'authorization',
  'bearer ',
  'cookie',
  'https://a:b@',
  'curl -u ',
  'mysql -p',
  'eyJ',
  'sk-',
  'sk-ant-',
  'ghp_',
  'glsa_',
  'xoxb-1',
  'AKIA',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  'hooks.slack.com/services/',
  '[masked: x]',
  'https://',
  'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0',
  ...GITLEAKS.tokens.flatMap(({ keywords }) => keywords),
  ...OWN_TOKENS.flatMap(({ keywords }) => keywords),
] as const
const piece = fc.constantFrom(...PIECES)
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

const WIDE = Number(process.env.STET_WIDE ?? 0) > 0 ? 20 : 1

describe('masking', () => {
  it('looks at each character a bounded number of times, whatever the text is', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const unit = pieces.join('')
        const many = (length: number) => unit.repeat(Math.ceil(length / unit.length))
        const [short, long] = [many(5_000), many(40_000)].map((one) => findSecrets(one).steps / one.length) as [
          number,
          number,
        ]
        expect(long).toBeLessThan(400)
        expect(long).toBeLessThan(short * 1.5 + 4)
      }),
      { numRuns: 600 * WIDE },
    )
  })

  it('changes nothing that is masked', () => {
    fc.assert(
      fc.property(text, (one) => {
        const masked = maskText(one)
        expect(maskText(masked.text)).toEqual({ text: masked.text, masked: [] })
        expect(isSameButForMarks(masked.text, one) || masked.text === '[masked: text]').toBe(true)
      }),
      { numRuns: 3000 * WIDE },
    )
  })

  it('says the same in pieces as in one go', async () => {
    const long = `${'a line of words\n'.repeat(20_000)}password = "hunter2-hunter3"\n${'more of them\n'.repeat(9_000)}`
    expect(await mask(long)).toEqual(maskText(long))
    expect(maskText(long).masked).toHaveLength(1)
  })

  it('lets others have their turn while a text is long', async () => {
    const minified = `{"url":"https://a.example/x","list":[${'{"id":1,"key":"value","path":"a/b"},'.repeat(150_000)}0]}`
    let turns = 0
    const turn = setInterval(() => turns++, 1)
    await mask(minified)
    clearInterval(turn)
    expect(minified.length).toBeGreaterThan(5_000_000)
    expect(turns).toBeGreaterThan(10)
  })
})

it('no rule repeats anything without a limit', () => {
  const patterns = [...GITLEAKS.tokens, ...OWN_TOKENS].map(({ pattern }) => pattern)
  const values = GITLEAKS.named.map(({ value }) => value)
  const bare = (pattern: string) => pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  expect([...patterns, ...values].filter((pattern) => /[*+]|\{\d+,\}|\(\?<?[=!]/.test(bare(pattern)))).toEqual([])
})

/** Attacks on the masking of before, which took the square of their length. */
it('reads what begins as a key and goes on for megabytes', () => {
  const begin = '-----BEGIN RSA PRIVATE KEY-----\n'
  for (const lines of [
    begin,
    'QUJDREVG'.repeat(8),
    String.raw`QUJDREVGQUJDREVGQUJDREVGQUJDREVG\n`,
    `"${'QUJDREVG'.repeat(4)}",\n`,
  ]) {
    const { text } = maskText(begin + lines.repeat(12_000_000 / lines.length))
    expect(text.startsWith('-----BEGIN')).toBe(lines === begin) // what names keys only is none
  }
})

it.each([
  ['five megabytes of JSON in one line after an address', `"https://host.example/path":{${'"a":1,'.repeat(700_000)}}`],
  ['a prompt of addresses and colons', '://:'.repeat(250_000)],
  ['words that stand before values', 'password='.repeat(150_000)],
  ['beginnings of tokens', 'sk-'.repeat(500_000)],
])(
  'takes no square of the length of %s',
  (_, attack) => {
    expect(maskText(attack).text.length).toBeGreaterThan(0)
  },
  30_000,
)

it('is not damaged by what repeats the beginning of a token', async () => {
  const prompt = 'ghp_'.repeat(20)
  const once = await mask(prompt)
  expect(await mask(once.text)).toEqual({ text: once.text, masked: [] })
})
