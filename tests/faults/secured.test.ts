import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeWorkspace, openWorkspace } from '../../src/actions/open-workspace.ts'
import { secure } from '../../src/actions/secure.ts'
import type { Workspace } from '../../src/actions/workspace.ts'
import { Failure } from '../../src/model/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { bundleChild, startChild } from './processes.ts'
import {
  copyStore,
  damageOf,
  inscribed,
  openRecord,
  rawOf,
  sessionIds,
  sessionOf,
  temporaryFolder,
  withRecord,
} from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('secured')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = uuidOf('session')
const lines = transcript({ sessionId: id, rounds: 12, roundBytes: 3000, compactAfter: 5 })
const text = lines.join('')
const third = lines.slice(0, lines.length / 3).join('')

let box: string
let path: string
let store: string
let ours: Workspace
let tests = 0
beforeEach(async () => {
  box = join(folder, String(tests++))
  mkdirSync(box)
  path = join(box, `${id}.jsonl`)
  store = join(box, 'store')
  ours = openRecord(store)
  writeFileSync(path, third)
  await inscribed(ours, path, { trust: 'last-commit' })
})
afterEach(() => closeWorkspace(ours))

/** Opens a store as a command does. */
const opened = (storeDir: string) =>
  openWorkspace({ storeDir, user: 'someone@somewhere', machine: 'somewhere', cwd: '/', configDirs: {} })

/** What a machine that stopped left of the store just now. */
function asItStands(): string {
  const copy = join(box, 'copy')
  copyStore(store, copy)
  return copy
}

/** What the record holds once the file was captured without a stop in between. */
async function expected(file: string): Promise<unknown> {
  return withRecord(join(box, 'clean'), async (clean) => {
    writeFileSync(path, third)
    await inscribed(clean, path, { trust: 'last-commit' })
    writeFileSync(path, file)
    await inscribed(clean, path)
    return headOf(clean)
  })
}

async function headOf(workspace: Workspace): Promise<unknown> {
  const { head, bytes, tail, facts } = await sessionOf(workspace, id)
  return { head, bytes, tail: Buffer.from(tail), facts, rounds: await workspace.store.listRounds(id as never) }
}

it('answers before it records, and closing waits for the rest', async () => {
  writeFileSync(path, text)
  const { new_bytes } = await secure(ours, path)
  expect(new_bytes).toBe(text.length - third.length)
  expect((await sessionOf(ours, id)).bytes).toBe(third.length)
  await closeWorkspace(ours)
  ours = openRecord(store)
  expect(String(await rawOf(ours, id))).toBe(text)
  expect(await ours.store.listSecured()).toEqual([])
})

it.each([
  ['whole', text],
  ['with a torn line at its end', text.slice(0, -90)],
  ['with a last line that lacks its newline', text.slice(0, -1)],
])('is the same record when the machine stops behind the answer and the file is lost: %s', async (_, file) => {
  writeFileSync(path, file)
  await secure(ours, path)
  const copy = asItStands()
  truncateSync(path, third.length)
  const after = await opened(copy)
  expect(String(await rawOf(after, id))).toBe(file)
  expect(await damageOf(after)).toEqual([])
  expect(await after.store.listSecured()).toEqual([])
  const recovered = await headOf(after)
  await closeWorkspace(after)
  expect(recovered).toEqual(await expected(file))
})

it('is the same record when the process is killed while it secures or records', { timeout: 60_000 }, async () => {
  const script = await bundleChild('secure.ts')
  const passed = (await started('points')).ended.stdout.trim().split('\n')
  expect(passed.filter((point) => point.startsWith('secure:'))).toEqual(
    ['row', 'before-commit', 'after-commit'].map((step) => `secure:${step}`),
  )
  expect(passed.some((point) => point.startsWith('append:'))).toBe(true)
  for (const [nth, point] of passed.entries()) {
    const { ended, killed } = await started(`killed-${nth}`, nth)
    expect(ended).toMatchObject({ signal: 'SIGKILL', stderr: '' })
    truncateSync(path, third.length)
    const after = await opened(killed)
    const isSecured = nth >= passed.indexOf('secure:after-commit')
    expect(String(await rawOf(after, id)), point).toBe(isSecured ? text : third)
    expect(await damageOf(after), point).toEqual([])
    writeFileSync(path, text)
    await inscribed(after, path)
    expect(await sessionIds(after), point).toEqual([id])
    await closeWorkspace(after)
  }
  rmSync(script)

  async function started(name: string, die?: number) {
    const killed = join(box, name)
    copyStore(store, killed)
    writeFileSync(path, text)
    return { killed, ended: await startChild(script, { store: killed, path, die }).ended }
  }
})

it('secures nothing of a session that begins, or a line that goes on: those are recorded at once', async () => {
  const asked: string[] = []
  const watched = {
    ...ours,
    store: {
      ...ours.store,
      secure: () => Promise.reject(new Error('secured')),
      sync: async () => void asked.push('sync'),
    },
  }
  const other = join(box, `${uuidOf('other')}.jsonl`)
  writeFileSync(
    other,
    transcript({ sessionId: uuidOf('other'), rounds: 1 })
      .join('')
      .slice(0, -1),
  )
  expect((await secure(watched, other)).new_bytes).toBeGreaterThan(0)
  expect((await sessionOf(ours, uuidOf('other'))).head).not.toBeNull()
  appendFileSync(other, '\n')
  await (await secure(watched, other)).recorded
  expect((await secure(watched, other)).new_bytes).toBe(0)
  expect(asked).toEqual(['sync', 'sync', 'sync'])
})

it('fails where it cannot be secured, and says so', async () => {
  const full = () => Promise.reject(new Failure('store-full', 'The disk is full.'))
  writeFileSync(path, text)
  await expect(secure({ ...ours, store: { ...ours.store, secure: full } }, path)).rejects.toMatchObject({
    code: 'store-full',
  })
  expect(String(await rawOf(ours, id))).toBe(third)
})

it('keeps what was secured and could not be recorded for whoever comes next', async () => {
  const full = () => Promise.reject(new Failure('store-full', 'The disk is full.'))
  writeFileSync(path, text)
  const { recorded } = await secure({ ...ours, store: { ...ours.store, append: full } }, path)
  await expect(recorded).rejects.toMatchObject({ code: 'store-full' })
  truncateSync(path, third.length)
  await closeWorkspace(ours)
  ours = await opened(store)
  expect(String(await rawOf(ours, id))).toBe(text)
})

/** Secures what stands in the file, and does not come to record it. */
async function secureOnly(file: string): Promise<void> {
  writeFileSync(path, file)
  const append = () => Promise.reject(new Failure('store-full', 'The disk is full.'))
  const { recorded } = await secure({ ...ours, store: { ...ours.store, append } }, path)
  await expect(recorded).rejects.toMatchObject({ code: 'store-full' })
}

/** What is there once somebody comes who opens the store. */
async function recovered(): Promise<{ readonly raw: string; readonly rows: number }> {
  await closeWorkspace(ours)
  ours = await opened(store)
  expect(await damageOf(ours)).toEqual([])
  return { raw: String(await rawOf(ours, id)), rows: (await ours.store.listSecured()).length }
}

describe('where others record meanwhile', () => {
  const half = lines.slice(0, Math.ceil(lines.length / 2)).join('')
  const leaps = (file: string) => third + file.slice(third.length).replaceAll('step', 'leap')

  it.each([
    ['a part of it', half],
    ['a part that lacks its newline', half.slice(0, -1)],
    ['a part with a torn line', half.slice(0, -50)],
    ['all of it', text],
  ])('goes on behind %s', async (_, file) => {
    await secureOnly(text)
    writeFileSync(path, file)
    await withRecord(store, (other) => inscribed(other, path))
    expect(await recovered()).toEqual({ raw: text, rows: 0 })
  })

  it.each([
    ['less', leaps(half)],
    ['more', leaps(text)],
    ['another torn line', `${third}{"type":"user","other`],
  ])('stays apart from something else: %s', async (_, file) => {
    await secureOnly(half)
    writeFileSync(path, file)
    await withRecord(store, (other) => inscribed(other, path))
    expect(await recovered()).toEqual({ raw: file, rows: 1 })
  })

  it('stays apart where the same process goes on with something else', async () => {
    await secureOnly(half)
    writeFileSync(path, leaps(text))
    await (await secure(ours, path)).recorded
    expect(await recovered()).toEqual({ raw: leaps(text), rows: 1 })
  })

  it('does not cut a torn line that others saw more of', async () => {
    const torn = (length: number) => text.slice(0, third.length + length)
    let goOn = () => {}
    const gate = new Promise<void>((wake) => {
      goOn = wake
    })
    const append: Store['append'] = (entry) => gate.then(() => ours.store.append(entry))
    writeFileSync(path, torn(20))
    const slow = await secure({ ...ours, store: { ...ours.store, append } }, path)
    await withRecord(store, async (other) => {
      writeFileSync(path, torn(60))
      await (await secure(other, path)).recorded
    })
    goOn()
    await slow.recorded
    expect(await recovered()).toEqual({ raw: torn(60), rows: 0 })
  })
})

it('is kept once, however often it could not be recorded', async () => {
  for (const share of [0.5, 0.6, 0.8, 1]) await secureOnly(text.slice(0, text.length * share))
  expect(await ours.store.listSecured()).toHaveLength(1)
  expect(await recovered()).toEqual({ raw: text, rows: 0 })
})

it('belongs to who secured it', async () => {
  ours = { ...ours, user: 'ann@there', machine: 'there' }
  await secureOnly(text)
  await recovered()
  const { head } = await sessionOf(ours, id)
  expect(await ours.store.findCommit(head!)).toMatchObject({ principal: 'ann@there/claude-code', machine: 'there' })
})

it('is not recorded behind a session that is damaged, which stays as it is', async () => {
  await secureOnly(text)
  await closeWorkspace(ours)
  const database = new Database(join(store, 'sessions.db'))
  database.exec('UPDATE sessions SET bytes = bytes + 16')
  database.close()
  ours = openRecord(store)
  const before = await damageOf(ours)
  await closeWorkspace(ours)
  ours = await opened(store)
  expect(await damageOf(ours)).toEqual(before)
  expect(before).not.toEqual([])
  await inscribed(ours, path)
  expect(String(await rawOf(ours, `${id}~1`))).toBe(text)
})

it('is told by what it promised, and by nothing else, where recording fails', async () => {
  const append = () => Promise.reject(new Error('a mistake'))
  writeFileSync(path, text)
  const { recorded } = await secure({ ...ours, store: { ...ours.store, append } }, path)
  await expect(recorded).rejects.toThrow('a mistake')
  expect(ours.underway!.size).toBe(0)
})

it('is answered before the workspace closes, also what waits for the one before', async () => {
  writeFileSync(path, text)
  const answers = [secure(ours, path), secure(ours, path)]
  await closeWorkspace(ours)
  expect(await Promise.all(answers.map(async (answer) => (await answer).new_bytes))).toEqual([
    text.length - third.length,
    0,
  ])
  ours = openRecord(store)
})

it('may be asked for again before it has recorded', async () => {
  const steps = [0.5, 0.7, 0.9, 1].map((share) => text.slice(0, Math.round(text.length * share)))
  const answers = []
  for (const step of steps) {
    writeFileSync(path, step)
    answers.push(secure(ours, path))
  }
  for (const answer of await Promise.all(answers)) await answer.recorded
  expect(String(await rawOf(ours, id))).toBe(text)
  expect(await ours.store.listSecured()).toEqual([])
  expect(await damageOf(ours)).toEqual([])
})
