import { execFileSync } from 'node:child_process'
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placeFile, setAside, sweep } from './place-file.ts'

/** The reason for which the file system gives no second name, if it gives none. */
let refusal: string | undefined

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const link = async (from: string, to: string) => {
    if (refusal !== undefined) throw Object.assign(new Error(refusal), { code: refusal })
    return real.link(from, to)
  }
  return { ...real, link }
})

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-place-'))
  path = join(folder, 'file')
})
afterEach(() => {
  refusal = undefined
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const write = (text: string, replaces = false) => placeFile(path, [Buffer.from(text)], { replaces })
const text = () => readFileSync(path, 'utf8')

describe.each([undefined, 'EPERM', 'ENOSYS'])('where a file gets a second name, unless %s', (code) => {
  beforeEach(() => {
    refusal = code
  })

  it('a place that somebody took meanwhile is not written to', async () => {
    const ends = await Promise.allSettled(['one', 'two'].map((text) => write(text)))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'target-exists' } })
    expect(text()).toBe(ends[0]!.status === 'fulfilled' ? 'one' : 'two')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await write('three', true)
    expect([text(), readdirSync(folder)]).toEqual(['three', ['file']])
  })

  it('what is set aside is there again, whether something was written or not', async () => {
    for (const news of [undefined, 'new']) {
      writeFileSync(path, 'old')
      const old = await setAside(path)
      if (news !== undefined) await write(news, true)
      await old.bringBack()
      expect([text(), readdirSync(folder)]).toEqual(['old', ['file']])
    }
  })

  it('what is set aside is forgotten, and where nothing was nothing is again', async () => {
    writeFileSync(path, 'old')
    await (await setAside(path)).forget()
    expect(readdirSync(folder)).toEqual(['file'])
    rmSync(path)
    const nothing = await setAside(path)
    await write('new')
    await nothing.bringBack()
    expect(readdirSync(folder)).toEqual([])
  })
})

it('what can be kept neither by a second name nor as a copy is not replaced', async () => {
  refusal = 'EPERM'
  await expect(setAside(folder)).rejects.toMatchObject({ code: 'target-unwritable' })
})

it('what was set aside is swept where it has another name, and only then', async () => {
  const left = (digit: string, end: string) => join(folder, `.stet-${digit.repeat(36)}.${end}`)
  writeFileSync(path, 'old')
  linkSync(path, left('1', 'old'))
  for (const only of [left('2', 'old'), left('3', 'tmp')]) writeFileSync(only, 'the only one')
  for (const one of readdirSync(folder)) utimesSync(join(folder, one), 0, 0)
  expect(await sweep(folder, { dryRun: true })).toBe(1) // what was set aside is as old as what it was
  vi.useFakeTimers({ now: Date.now() + 4_000_000, toFake: ['Date'] })
  expect(await sweep(folder, { dryRun: true })).toBe(2)
  expect(await sweep(folder)).toBe(2)
  expect(readdirSync(folder).sort()).toEqual([left('2', 'old').slice(folder.length + 1), 'file'])
})

it('nothing takes the place of a pipe or a device', async () => {
  execFileSync('mkfifo', [path])
  await expect(write('one', true)).rejects.toMatchObject({ code: 'target-exists' })
  expect([statSync(path).isFIFO(), readdirSync(folder)]).toEqual([true, ['file']])
})
