import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashHex } from '../../src/model/id.ts'
import { bundleChild, runChild } from './processes.ts'
import { inscribed, openRecord, rawOf, sessionIds, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

/** Root may write anywhere, so the child runs as nobody; anybody else takes their own rights away. */
const isRoot = process.getuid?.() === 0
const NOBODY = 65534
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

const folder = mkdtempSync(join(tmpdir(), 'stet-faults-read-only-'))
const store = join(folder, 'store')
const [first, second] = [uuidOf('first'), uuidOf('second')]
const path = (id: string) => join(folder, `${id}.jsonl`)
let script: string
let tryScript: string

beforeAll(async () => {
  chmodSync(folder, 0o755)
  script = await bundleChild('inscribe.ts')
  tryScript = await bundleChild('try-inscribe.ts')
  for (const id of [first, second]) writeFileSync(path(id), transcript({ sessionId: id, rounds: 3 }).join(''))
  await withRecord(store, (workspace) => inscribed(workspace, path(first)))
})
afterAll(() => {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o700)
  rmSync(folder, { recursive: true, force: true })
  for (const file of [script, tryScript]) rmSync(file, { force: true })
})

describe('a store that may only be read', () => {
  it.each([
    ['with its folder', 0o555, 0o444],
    ['in a folder that may be written', 0o777, 0o444],
    ['in a folder where nothing may be made', 0o555, 0o666],
  ])('%s refuses an inscription and does not change', async (name, folderMode, fileMode) => {
    const copy = copyOf(name, folderMode, fileMode)
    const before = contents(copy)
    const { stdout, stderr, code } = await runChild(script, { store: copy, paths: [path(second)] }, identity)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { failure } = JSON.parse(stdout)
    expect(failure).toMatchObject({ code: 'store-read-only' })
    expect(failure.message).toBe(`The store in ${copy} cannot be written by this user.`)
    expect(failure.hint).toMatch(/--store/)
    expect(contents(copy)).toEqual(before)
  })

  it('refuses the same way where no store is and none can be made', async () => {
    const place = join(folder, 'closed')
    mkdirSync(place, { mode: 0o555 })
    const { stdout } = await runChild(script, { store: join(place, 'store'), paths: [path(second)] }, identity)
    expect(JSON.parse(stdout).failure).toMatchObject({ code: 'store-read-only' })
    expect(readdirSync(place)).toEqual([])
  })

  it('opened to be read gives everything and takes nothing', async () => {
    const workspace = openRecord(store, { readOnly: true })
    expect(await sessionIds(workspace)).toEqual([first])
    expect((await rawOf(workspace, first)).equals(readFileSync(path(first)))).toBe(true)
    const before = contents(store)
    await expect(inscribed(workspace, path(second))).rejects.toMatchObject({ code: 'store-read-only' })
    await workspace.store.close()
    expect(contents(store)).toEqual(before)
  })
})

describe.runIf(isRoot)('what may not be read', () => {
  it.each([
    ['a session', (id: string) => path(id)],
    ['a file beside a session', (id: string) => join(folder, id, 'tool-results', 'long.txt')],
    ['a folder beside a session', (id: string) => join(folder, id)],
  ])('%s is named, and the other sessions are recorded', async (name, closed) => {
    const place = join(folder, `of ${name}`)
    mkdirSync(place)
    chmodSync(place, 0o777)
    const id = uuidOf(name)
    writeFileSync(path(id), transcript({ sessionId: id, rounds: 1 }).join(''))
    mkdirSync(join(folder, id, 'tool-results'), { recursive: true })
    writeFileSync(join(folder, id, 'tool-results', 'long.txt'), 'long')
    chmodSync(closed(id), 0)
    const { stdout, stderr } = await runChild(
      tryScript,
      { store: join(place, 'store'), paths: [path(id), path(second)] },
      identity,
    )
    expect(stderr).toBe('')
    const { sessions, failed } = JSON.parse(stdout)
    expect(failed).toMatchObject([{ code: 'file-unreadable', message: /EACCES/ }])
    const recorded = closed(id) === path(id) ? [second] : [id, second] // what lies beside a session does not keep it out
    expect(sessions.map(({ session }: { session: string }) => session)).toEqual(recorded)
    chmodSync(closed(id), 0o755)
  })
})

/** A copy of the store with these rights, its files the child's or nobody's. */
function copyOf(name: string, folderMode: number, fileMode: number): string {
  const copy = join(folder, name.replaceAll(' ', '-'))
  cpSync(store, copy, { recursive: true })
  for (const file of readdirSync(copy)) chmodSync(join(copy, file), fileMode)
  if (isRoot) chownSync(copy, 0, 0)
  chmodSync(copy, folderMode)
  return copy
}

/** Every file that holds anything, and what; the shared memory next to a log holds only locks. */
function contents(place: string): Record<string, string> {
  const files = readdirSync(place).filter((name) => !name.endsWith('-shm') && statSync(join(place, name)).size > 0)
  return Object.fromEntries(files.map((name) => [name, hashHex(readFileSync(join(place, name)))]))
}
