import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../../system/make-directory.ts'

/** The server of a record, for whoever wants to open its page again. */
export interface RunningServer {
  readonly origin: string
  readonly token: string
}

/** One that has ended is refused at once; one that is busy is waited for. */
const ANSWERS_WITHIN_MS = 5000

/** Where the server of a record is noted: that of a folder's own, or of a shared store that is used from there. */
export function serverNote(storeDir: string, shared: string | undefined): string {
  const name = shared === undefined ? 'view' : `view-${createHash('sha256').update(shared).digest('hex').slice(0, 16)}`
  return join(storeDir, `${name}.json`)
}

/** The server that was noted, if it answers. */
export async function findServer(path: string): Promise<RunningServer | undefined> {
  const noted = readNote(path)
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
export function noteServer(path: string, { origin, token }: RunningServer): void {
  makeDirectory(dirname(path))
  rmSync(path, { force: true })
  writeFileSync(path, `${JSON.stringify({ origin, token })}\n`, { mode: 0o600, flag: 'wx' })
}

export function forgetServer(path: string, { token }: RunningServer): void {
  if (readNote(path)?.token === token) rmSync(path, { force: true })
}

function readNote(path: string): RunningServer | undefined {
  try {
    if (!statSync(path).isFile()) return undefined
    const { origin, token } = JSON.parse(readFileSync(path, 'utf8'))
    const isLocal = typeof origin === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(origin)
    return isLocal && typeof token === 'string' ? { origin, token } : undefined
  } catch {
    return undefined // none was noted, or not whole
  }
}
