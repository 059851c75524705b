import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlainFile } from '../../clients/read-plain-file.ts'
import { makeDirectory } from '../../system/make-directory.ts'
import { placeFile } from '../../system/place-file.ts'

/** Whoever sends after a capture has ended after this long. */
export const PUSH_LIMIT_MS = 60_000

/** After so many minutes a remote that could not be reached is tried again: the first time, the second, … */
const BACK_OFF = [1, 2, 4, 8, 15] as const

/** Why a remote lacks something, and from when on it is tried again after a capture. */
export interface Failing {
  readonly failures: number
  readonly at: string
  readonly next: string
  readonly why: string
}

type Behind = Readonly<Record<string, Failing>>

const fileIn = (storeDir: string, name: string) => join(storeDir, 'remotes', name)

/**
 * Whether somebody has to be started who sends what was captured. One who sends already looks once more before he ends: he is
 * asked first, and looked for then.
 */
export function shallPush(storeDir: string, now: number): boolean {
  const remotes = namesIn(storeDir)
  if (remotes.length === 0) return false
  const failing = readBehind(storeDir)
  if (!remotes.some((name) => isDue(failing[name], now))) return false
  makeDirectory(join(storeDir, 'remotes'))
  writeFileSync(fileIn(storeDir, 'asked'), randomUUID(), { mode: 0o600 })
  return !isTaken(storeDir, now)
}

/** Sends while somebody asks for it and there is time; nothing where another process does. */
export async function whileAsked(storeDir: string, hasTime: () => boolean, work: () => Promise<void>): Promise<void> {
  let asked: string | undefined
  do {
    if (!take(storeDir)) return
    try {
      asked = lastAsked(storeDir)
      await work()
    } finally {
      rmSync(fileIn(storeDir, 'sending'), { force: true })
    }
  } while (hasTime() && lastAsked(storeDir) !== asked)
}

/** Another text with every capture that asked. */
export function lastAsked(storeDir: string): string | undefined {
  try {
    return readPlainFile(fileIn(storeDir, 'asked'))
  } catch {
    return undefined // nobody did yet
  }
}

export function isDue(failing: Failing | undefined, now: number): boolean {
  return failing === undefined || Date.parse(failing.next) <= now
}

export function readBehind(storeDir: string): Behind {
  try {
    return JSON.parse(readPlainFile(fileIn(storeDir, 'behind.json'))) as Behind
  } catch {
    return {} // nothing failed, or the file is damaged: all are tried
  }
}

/** Remembers how the last attempt ended; `why` is absent where everything was sent. */
export async function noteAttempt(storeDir: string, remote: string, now: Date, why?: string): Promise<void> {
  const { [remote]: before, ...others } = readBehind(storeDir)
  if (!before && why === undefined) return
  const failures = (before?.failures ?? 0) + 1
  const minutes = BACK_OFF[Math.min(failures, BACK_OFF.length) - 1]!
  const next = new Date(now.getTime() + minutes * 60_000).toISOString()
  const behind = why === undefined ? others : { ...others, [remote]: { failures, at: now.toISOString(), next, why } }
  await placeFile(fileIn(storeDir, 'behind.json'), [Buffer.from(`${JSON.stringify(behind, null, 2)}\n`)], {
    replaces: true,
  })
}

function namesIn(storeDir: string): readonly string[] {
  try {
    const remotes = JSON.parse(readPlainFile(join(storeDir, 'remotes.json'))) as readonly { name: string }[]
    return remotes.map(({ name }) => name)
  } catch {
    return [] // none, as on most machines; or damaged, as `stet sync` says
  }
}

function isTaken(storeDir: string, now: number): boolean {
  const taken = statSync(fileIn(storeDir, 'sending'), { throwIfNoEntry: false })
  return taken !== undefined && now - taken.mtimeMs < PUSH_LIMIT_MS
}

function take(storeDir: string): boolean {
  if (!isTaken(storeDir, Date.now())) rmSync(fileIn(storeDir, 'sending'), { force: true }) // of one who was killed
  makeDirectory(join(storeDir, 'remotes'))
  try {
    closeSync(openSync(fileIn(storeDir, 'sending'), 'wx', 0o600))
    return true
  } catch {
    return false
  }
}
