import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { closeWorkspace, openWorkspace } from '../../src/actions/open-workspace.ts'
import { secure } from '../../src/actions/secure.ts'
import type { Workspace } from '../../src/actions/workspace.ts'
import { Failure } from '../../src/model/errors.ts'
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

it('goes on where others recorded a part of it, and not where they recorded something else', async () => {
  const part = lines.slice(0, Math.ceil(lines.length / 2)).join('')
  writeFileSync(path, text)
  await secure(ours, path)
  const copy = asItStands()
  writeFileSync(path, part)
  await withRecord(copy, (other) => inscribed(other, path))
  const after = await opened(copy)
  expect(String(await rawOf(after, id))).toBe(text)
  await closeWorkspace(after)

  rmSync(copy, { recursive: true })
  await closeWorkspace(ours)
  rmSync(store, { recursive: true })
  ours = openRecord(store)
  writeFileSync(path, third)
  await inscribed(ours, path)
  writeFileSync(path, text)
  await secure(ours, path)
  asItStands()
  const changed = part.replaceAll('step', 'leap')
  writeFileSync(path, third + changed.slice(third.length))
  await withRecord(copy, (other) => inscribed(other, path))
  const apart = await opened(copy)
  expect(String(await rawOf(apart, id))).toBe(third + changed.slice(third.length))
  expect(await apart.store.listSecured()).toHaveLength(1)
  await closeWorkspace(apart)
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
