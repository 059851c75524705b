import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The server of a record, for whoever wants to open its page again. */
export interface RunningServer {
  readonly origin: string
  readonly token: string
}

const NAME = 'view.json'
const ANSWERS_WITHIN_MS = 1000

/** The server that runs for the record of this folder, if one answers. */
export async function findServer(storeDir: string): Promise<RunningServer | undefined> {
  const noted = readNote(storeDir)
  if (!noted) return undefined
  try {
    const answer = await fetch(`${noted.origin}/api/version`, {
      headers: { authorization: `Bearer ${noted.token}` },
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    })
    return answer.ok ? noted : undefined
  } catch {
    return undefined // it ended without a word
  }
}

/** Writes down where the server is and how to be let in; for the owner of the record only. */
export function noteServer(storeDir: string, { origin, token }: RunningServer): void {
  const path = join(storeDir, NAME)
  rmSync(path, { force: true })
  writeFileSync(path, `${JSON.stringify({ origin, token })}\n`, { mode: 0o600, flag: 'wx' })
}

export function forgetServer(storeDir: string, { token }: RunningServer): void {
  if (readNote(storeDir)?.token === token) rmSync(join(storeDir, NAME), { force: true })
}

function readNote(storeDir: string): RunningServer | undefined {
  try {
    const path = join(storeDir, NAME)
    if (!statSync(path).isFile()) return undefined
    const { origin, token } = JSON.parse(readFileSync(path, 'utf8'))
    const isLocal = typeof origin === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(origin)
    return isLocal && typeof token === 'string' ? { origin, token } : undefined
  } catch {
    return undefined // none was noted, or not whole
  }
}
