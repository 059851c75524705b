/** Characters in an order of its own, the same each time: what is planted must not be in the repository. */
function generator(seed: number): (characters: string, length: number) => string {
  let state = seed
  return (characters, length) => {
    let text = ''
    for (let at = 0; at < length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      text += characters[state % characters.length]
    }
    return text
  }
}

const HEX = '0123456789abcdef'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const WORD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type Random = (characters: string, length: number) => string

/** Each family of secrets: the secret itself, and the text it is in. */
const FAMILIES: Readonly<Record<string, (random: Random) => { readonly secret: string; readonly text?: string }>> = {
  'aws access key': (r) => ({ secret: `AKIA${r(UPPER, 16)}` }),
  'aws secret key like a path': (r) =>
    within(`${r(WORD, 13)}/${r(WORD, 7)}/${r(WORD, 18)}`, (secret) => `AWS_SECRET_ACCESS_KEY=${secret}`),
  'aws secret key': (r) => within(r(`${WORD}/+`, 40), (secret) => `AWS_SECRET_ACCESS_KEY=${secret}`),
  'github token': (r) => ({ secret: `ghp_${r(WORD, 36)}` }),
  'github fine-grained': (r) => ({ secret: `github_pat_${r(WORD, 22)}_${r(WORD, 59)}` }),
  gitlab: (r) => ({ secret: `glpat-${r(WORD, 20)}` }),
  'slack bot': (r) => ({ secret: `xoxb-${r('123456789', 11)}-${r('123456789', 12)}-${r(WORD, 24)}` }),
  'slack webhook': (r) => ({
    secret: `https://hooks.slack.com/services/T${r(UPPER, 8)}/B${r(UPPER, 8)}/${r(WORD, 24)}`,
  }),
  anthropic: (r) => ({ secret: `sk-ant-api03-${r(WORD, 93)}AA` }),
  openai: (r) => ({ secret: `sk-proj-${r(WORD, 74)}T3BlbkFJ${r(WORD, 74)}` }),
  'openai short': (r) => ({ secret: `sk-${r(WORD, 48)}` }),
  google: (r) => ({ secret: `AIza${r(WORD, 35)}` }),
  stripe: (r) => ({ secret: `sk_live_${r(WORD, 24)}` }),
  twilio: (r) => ({ secret: `SK${r(HEX, 32)}` }),
  sendgrid: (r) => ({ secret: `SG.${r(WORD, 22)}.${r(WORD, 43)}` }),
  npm: (r) => ({ secret: `npm_${r(WORD, 36)}` }),
  pypi: (r) => ({ secret: `pypi-AgEIcHlwaS5vcmc${r(WORD, 60)}` }),
  huggingface: (r) => ({ secret: `hf_${r('abcdefghijklmnopqrstuvwxyzABCDEFGH', 34)}` }),
  groq: (r) => ({ secret: `gsk_${r(WORD, 52)}` }),
  'digital ocean': (r) => ({ secret: `dop_v1_${r(HEX, 64)}` }),
  telegram: (r) => ({ secret: `${r('123456789', 9)}:AA${r(WORD, 33)}` }),
  discord: (r) => ({ secret: `M${r(WORD, 23)}.${r(WORD, 6)}.${r(WORD, 27)}` }),
  jwt: (r) => ({ secret: `eyJ${r(WORD, 20)}.eyJ${r(WORD, 40)}.${r(WORD, 43)}` }),
  'private key': (r) => ({
    secret: `-----BEGIN RSA PRIVATE KEY-----\nMII${r(WORD, 61)}\n${r(WORD, 64)}\n-----END RSA PRIVATE KEY-----`,
  }),
  postgres: (r) => within(r(WORD, 16), (secret) => `postgresql://app:${secret}@db.internal:5432/main`),
  mongodb: (r) => within(r(WORD, 16), (secret) => `mongodb+srv://root:${secret}@cluster0.mongodb.net/x`),
  redis: (r) => within(r(WORD, 20), (secret) => `redis://:${secret}@cache:6379/0`),
  'basic auth': (r) => within(r(WORD, 14), (secret) => `https://deploy:${secret}@git.internal.org/repo.git`),
  azure: (r) => within(`${r(`${WORD}+/`, 86)}==`, (secret) => `AccountName=x;AccountKey=${secret};Endpoint=y`),
  'bearer header': (r) => within(r(WORD, 40), (secret) => `curl -H "Authorization: Bearer ${secret}" host`),
  'environment password': (r) => within(`${r(WORD, 12)}!9a`, (secret) => `DB_PASSWORD=${secret}`),
  'json api key': (r) => within(r(WORD, 32), (secret) => `{"api_key": "${secret}"}`),
  'yaml secret': (r) => within(r(HEX, 40), (secret) => `client_secret: ${secret}`),
  shopify: (r) => ({ secret: `shpat_${r(HEX, 32)}` }),
  vault: (r) => ({ secret: `hvs.${r(WORD, 95)}` }),
  databricks: (r) => ({ secret: `dapi${r(HEX, 32)}` }),
  linear: (r) => ({ secret: `lin_api_${r(WORD, 40)}` }),
  mailgun: (r) => ({ secret: `key-${r(HEX, 32)}` }),
}

const within = (secret: string, text: (secret: string) => string) => ({ secret, text: text(secret) })

export interface Planted {
  readonly family: string
  readonly secret: string
  readonly text: string
}

/** Some of each family, inside a sentence. */
export function planted(each: number): readonly Planted[] {
  return Object.entries(FAMILIES).flatMap(([family, make], at) =>
    Array.from({ length: each }, (_, seed) => {
      const { secret, text = secret } = make(generator(at * 1000 + seed + 1))
      return { family, secret, text: `I used ${text} for it, and it works.` }
    }),
  )
}

/** What looks like a secret and is none. */
export const HARMLESS: readonly string[] = [
  'the commit 4f2a9c1b7de04b6c8c1f0e5a6b7c8d9e0f1a2b3c fixed it',
  'session 74d1e164-0c1f-4ad5-9a0e-2f5e8f9d1c11 was resumed',
  'password: string',
  'const token = await getToken(request)',
  'api_key = process.env.OPENAI_API_KEY',
  'set API_KEY=your-api-key-here in .env',
  'token: z.string().min(1)',
  'the secret: keep it simple and short',
  'export AWS_SECRET_ACCESS_KEY=<your secret>',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'art-0f3a9c1b7de04b6c8c1f0e5a6b7c8d9e0f1a2b3c4d5e6f70819203a4b5c6d7e8',
  'max_tokens: 4096, top_p: 0.9',
  'input_tokens=15000 output_tokens=40',
  'tokenizer = new Tokenizer(options)',
  'import { secretKeyOf } from "./keys/secret-key-of.ts"',
  'passwordField = document.querySelector("#password-input")',
  'https://example.com/path?token_type=bearer',
  'postgresql://localhost:5432/main',
  'git@github.com:owner/repo.git',
  'http://user:password@example.com',
  'Bearer <token>',
  'Authorization: Bearer $TOKEN',
  'TOKEN_LIMIT: 200000',
  'the tokens: [1, 2, 3]',
  'secrets.GITHUB_TOKEN is set by the runner',
  'key: "src/components/Button/Button.tsx"',
  'a sk-learn pipeline, and task-1234567890123456789012',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
  'pwd=/home/ada/project',
  'private_key_path: ./certs/server.key',
]
