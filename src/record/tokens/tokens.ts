import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Failure } from '../../model/errors.ts'
import type { Grant, Holder } from '../../model/grant.ts'
import { placeFile } from '../../system/place-file.ts'
import { withLock } from '../../system/with-lock.ts'
import { readText } from '../settings/read-settings.ts'

/** A token as it is kept: what it is cannot be told from it. */
interface KeptToken extends Holder {
  readonly hash: string
}

const FILE = 'tokens.json'
const PRINCIPAL = /^[A-Za-z0-9._+-]{1,80}@[A-Za-z0-9._-]{1,80}$/

/** Everybody who has a token of the services that run from this folder. */
export async function listTokens(storeDir: string): Promise<readonly Holder[]> {
  return (await readTokens(storeDir)).map(({ principal, grants }) => ({ principal, grants }))
}

/** Makes a token and returns it, this once; one that the principal had counts no more. */
export async function makeToken(storeDir: string, principal: string, grants: readonly Grant[]): Promise<string> {
  if (!PRINCIPAL.test(principal)) {
    throw new Failure('usage', `${JSON.stringify(principal.slice(0, 80))} is not a principal.`, {
      hint: 'Write the user and the machine, such as bob@desk.',
    })
  }
  const token = randomBytes(32).toString('base64url')
  const made = { principal, grants, hash: hashOf(token) }
  await alone(storeDir, async () => writeTokens(storeDir, [...(await others(storeDir, principal)), made]))
  return token
}

/** Takes a principal's token away; false where it had none. */
export async function revokeToken(storeDir: string, principal: string): Promise<boolean> {
  return alone(storeDir, async () => {
    const left = await others(storeDir, principal)
    if (left.length === (await readTokens(storeDir)).length) return false
    await writeTokens(storeDir, left)
    return true
  })
}

/** Whose token it is; read each time, so that what was taken away counts no more. */
export async function holderOf(storeDir: string, token: string): Promise<Holder | undefined> {
  const hash = hashOf(token)
  return (await readTokens(storeDir)).find((kept) => kept.hash === hash)
}

/** One change after the other: each is made to what the one before left. */
function alone<T>(storeDir: string, work: () => Promise<T>): Promise<T> {
  return withLock(join(storeDir, `${FILE}.lock`), work)
}

async function others(storeDir: string, principal: string): Promise<readonly KeptToken[]> {
  return (await readTokens(storeDir)).filter((kept) => kept.principal !== principal)
}

async function readTokens(storeDir: string): Promise<readonly KeptToken[]> {
  const text = await readText(join(storeDir, FILE))
  if (text === undefined) return []
  const tokens = parsed(text)
  if (Array.isArray(tokens) && tokens.every(isToken)) return tokens
  throw new Failure('config-invalid', `${FILE} next to the record is damaged; all tokens are rejected.`, {
    hint: 'Move it away, and make the tokens again with `stet token`.',
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isToken(one: Partial<KeptToken> | null): one is KeptToken {
  return typeof one?.principal === 'string' && typeof one.hash === 'string' && Array.isArray(one.grants)
}

async function writeTokens(storeDir: string, tokens: readonly KeptToken[]): Promise<void> {
  await placeFile(join(storeDir, FILE), [Buffer.from(`${JSON.stringify(tokens, null, 2)}\n`)], { replaces: true })
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
