import { describe, expect, it } from 'vitest'
import { mask } from '../../src/redaction/mask.ts'
import { maskedValue } from '../../src/redaction/masked-value.ts'
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
describe('what is masked whole', () => {
  const hex = Array.from({ length: 3000 }, (_, at) => 'q7Rk2mZx9Lt4'[(at * 7 + (at >> 3)) % 12]).join('')

  it.each([
    ['a setting', (secret: string) => `client-key-data: ${secret}\n`],
    ['a text of JSON', (secret: string) => `{"refresh_token": "${secret}"}`],
    ['a header', (secret: string) => `Authorization: Bearer ${secret}`],
  ])('a secret longer than a rule reads: %s', async (_, within) => {
    expect(leaves(hex, (await mask(within(hex))).text)).toBe(false)
  })

  it('one that is the value of a key', async () => {
    expect(leaves(hex, JSON.stringify(await maskedValue({ 'client-key-data': hex })))).toBe(false)
  })

  it.each([
    ['a letter follows the beginning', 'github_pat_qxZALpEbzdn'],
    ['letters only', 'figd_VYBbTzxnv'],
    ['after another word', 'FlyV1 fm2_uZ2uLvTtlSR6NKcRQ'],
    ['a webhook', 'https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/WvbU4Q9jt'],
  ])('the beginning of a token that was cut: %s', async (_, token) => {
    const secret = token.slice(-9)
    for (const text of [
      `see ${token}`,
      `see ${token}… · 12:00`,
      `[tool_result · 9 tokens · "${token}" — inject(3, tool_result)]`,
    ])
      expect((await mask(text)).text).not.toContain(secret)
  })
})

/** `¦` stands inside each secret, so that no host's scanner stops a push. */
describe('passwords and tokens, however they are given', () => {
  it.each([
    ['letters only, in quotes', 'password = "¦winterhimmel"'],
    ['marks of all kinds, in quotes', "SECRET_KEY = 'w(9¦k$x&2)p!m#_7@z^t+e8'"],
    ['a call with blanks', "define( 'DB_PASSWORD', 'Kn¦4!moor_x' );"],
    ['a setting of Redis', 'requirepass Ufer¦-7nacht'],
    ['a scheme of a service', 'Authorization: SSWS 00¦bQx7Rk2mZx9Lt4vWc81nDf'],
    ['into sudo', "echo 'Berg¦&Tal12' | sudo -S ls"],
    ['into a login', 'echo berg¦8tal9 | docker login -u x --password-stdin'],
    ['a line of .pgpass', 'db.acme.io:5432:orders:rw:Zu¦7-fb.Moos'],
    ['a line of .pgpass with its number', '     2\tdb-1.acme.io:5432:orders:rw:Zu¦7-fb.Moos\n'],
    ['a line of .pgpass in a preview', '# ~/.pgpass db-1.acme.io:5432:orders:rw:Zu¦7-fb.Moos'],
    ['a line of .pgpass before other words', 'db-1.acme.io:5432:orders:rw:Zu¦7-fb.Moos and more'],
    ['next to the id of its key', `AKIA${'QX7M'.repeat(4)},q7Rk2¦mZx9Lt4vWc81nDfq7Rk2mZx9Lt4vWc81nDfa`],
    ['colours around it', 'DB_PASSWORD\u001b[0m=\u001b[33mnebel¦7Horn\u001b[0m'],
    ['colours around it, in a text of JSON', '{"log":"DB_PASSWORD=\\u001b[33mnebel¦9Horn\\u001b[0m"}'],
    ['quotes of HTML', '<pre>password=&quot;nebel¦3Horn&quot; and &#39;token&#39;: &#39;x&#39;</pre>'],
    ['an argument in a list', 'run(["dump", "--password", "Mond¦7fahrt", "shop"])'],
    ['a type between', 'const dbPassword: string = "gras¦5Huepfer"'],
    ['a letter before the quote', 'password = f"gras¦7Huepfer"'],
    ['three quotes', 'password = """gras¦9Huepfer"""'],
    ['a table', '| password | busch¦8Wind |'],
    ['columns', 'username    app\npassword    busch¦7Wind\n'],
    ['a build file', 'ENV API_TOKEN 886CLFU¦cEXvFQmKRP6vLEsgJSe'],
    ['after a subcommand', 'ngrok config add-authtoken 2q7Rk2mZx9Lt4¦vWc81nDf'],
  ])('%s', async (_, marked) => {
    const secret = /[^\s"'|=]*¦[^\s"'|&\\]*/.exec(marked)![0].replace('¦', '').slice(-6)
    expect((await mask(marked.replace('¦', ''))).text).not.toContain(secret)
  })

  it('as an argument in a list of values', async () => {
    expect(await maskedValue({ args: ['--token', 'q7Rk2mZx9Lt4vWc81nDf', 'x'] })).toEqual({
      args: ['--token', '[masked: assigned-secret]', 'x'],
    })
  })

  it('named by another field', async () => {
    const value = 'q7Rk2mZx9Lt4vWc81nDf'
    expect(
      await maskedValue({ env: [{ name: 'SERVICE_TOKEN', value }], headers: [{ Key: 'X-Api-Key', Value: value }] }),
    ).toEqual({
      env: [{ name: 'SERVICE_TOKEN', value: '[masked: assigned-secret]' }],
      headers: [{ Key: 'X-Api-Key', Value: '[masked: assigned-secret]' }],
    })
    const harmless = { name: 'password', value: 'please enter your password' }
    expect(await maskedValue(harmless)).toBe(harmless)
  })

  it('as the key of a value, and two of them as two', async () => {
    const [one, two] = ['x7Kq2', 'x7Kq3'].map((part) => `ghp_${part.repeat(7)}a`) as [string, string]
    const masked = await maskedValue({ cells: { [one]: 1, [two]: 2, plain: 3 } })
    expect(Object.values(masked.cells)).toEqual([1, 2, 3])
    expect(JSON.stringify(masked)).not.toMatch(/x7Kq/)
  })

  it.each([
    'password: Optional[str] = None',
    'const password: string = await ask("Password")',
    'password = f"{user}-{salt2}"',
    '| password | string | required |',
    'password    the password of the account, at least 8 characters',
    'Authorization: required for everything since version 2',
    'echo "$TOKEN" | docker login --password-stdin',
    'run(["dump", "--password", password])',
    "token = '^[a-z]{2}\\\\d+(?:x|y)$'",
    'the session 8a4b6389-51d2-4b1d-8340-df2884db92ac',
    'The password for the staging admin is stored in vault-2, not here.',
    'with password authentication and a key of 2 kB',
    'const label = t("auth.token_label2")',
    'jwt.verify(token, publicKey, { issuer: "acme" })',
  ])('but not %s', async (text) => {
    expect((await mask(text)).text).toBe(text)
  })
})
