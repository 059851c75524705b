/** Inscribes files, once or again and again until a file says stop, and says what came of it. */
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isFailure } from '../../../src/model/errors.ts'
import { inscribe } from '../../../src/record/capture/inscribe.ts'
import type { Trust } from '../../../src/record/capture/inscribe-file.ts'
import { openRecord } from '../record.ts'

interface Task {
  readonly store: string
  readonly paths: readonly string[]
  /** Goes on until this file is there, and then once more. */
  readonly until?: string
  /** Starts when this file is there, so that many start at once. */
  readonly from?: string
  /** Written when it has looked once. */
  readonly looked?: string
  readonly trust?: Trust
}

const { store, paths, until, from, looked, trust = 'unchanged-file' }: Task = JSON.parse(process.argv[2]!)
while (from !== undefined && !existsSync(from)) await wait(1)
try {
  const workspace = openRecord(store)
  let runs = 0
  let newBytes = 0
  for (let last = until === undefined; ; last = until === undefined || existsSync(until)) {
    const { sessions, failed } = await inscribe(workspace, paths, { trust })
    if (failed.length > 0) throw new Error(JSON.stringify(failed))
    newBytes += sessions.reduce((sum, session) => sum + session.new_bytes, 0)
    runs++
    if (looked !== undefined && runs === 1) writeFileSync(looked, '')
    if (last) break
  }
  await workspace.store.close()
  const peak = process.resourceUsage().maxRSS * 1024
  console.log(JSON.stringify({ runs, newBytes, peak }))
} catch (error) {
  if (!isFailure(error)) throw error
  console.log(JSON.stringify({ failure: error }))
}
