import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Failure } from '../../model/errors.ts'
import type { Grant, Holder } from '../../model/grant.ts'
import { readText } from '../config/read-settings.ts'
import { placeFile } from '../files/place-file.ts'

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
    throw new Failure('usage', `${JSON.stringify(principal.slice(0, 80))} is no principal.`, {
      hint: 'Say who runs the agents and where: bob@desk.',
    })
  }
  const token = randomBytes(32).toString('base64url')
  await writeTokens(storeDir, [...(await others(storeDir, principal)), { principal, grants, hash: hashOf(token) }])
  return token
}

/** Takes a principal's token away; false where it had none. */
export async function revokeToken(storeDir: string, principal: string): Promise<boolean> {
  const left = await others(storeDir, principal)
  if (left.length === (await readTokens(storeDir)).length) return false
  await writeTokens(storeDir, left)
  return true
}

/** Whose token it is; read each time, so that what was taken away counts no more. */
export async function holderOf(storeDir: string, token: string): Promise<Holder | undefined> {
  const hash = hashOf(token)
  return (await readTokens(storeDir)).find((kept) => kept.hash === hash)
}

async function others(storeDir: string, principal: string): Promise<readonly KeptToken[]> {
  return (await readTokens(storeDir)).filter((kept) => kept.principal !== principal)
}

async function readTokens(storeDir: string): Promise<readonly KeptToken[]> {
  const text = await readText(join(storeDir, FILE))
  return text === undefined ? [] : (JSON.parse(text) as readonly KeptToken[]) // only writeTokens writes it
}

async function writeTokens(storeDir: string, tokens: readonly KeptToken[]): Promise<void> {
  await placeFile(join(storeDir, FILE), [Buffer.from(`${JSON.stringify(tokens, null, 2)}\n`)], { replaces: true })
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
