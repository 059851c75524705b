import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { contentsOf, inscribed, openRecord, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('check')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = uuidOf('session')
const lines = transcript({ sessionId: id, rounds: 3 })
const text = lines.join('')
const rewritten = text.replace('step 1', 'step 9')
const EXACT = { byte_exact: true, rerender_exact: true, differences: [] }

let workspace: Workspace
let path: string
let tests = 0
beforeEach(() => {
  workspace = openRecord(':memory:')
  const box = join(folder, String(tests++))
  mkdirSync(box)
  path = join(box, `${id}.jsonl`)
  writeFileSync(path, text)
})
afterEach(() => workspace.store.close())

/** Checks, and that nothing was written by it. */
async function checked(reference: string) {
  const before = await contentsOf(workspace)
  const result = await check(workspace, reference)
  expect(await contentsOf(workspace)).toEqual(before)
  return result
}

describe('checking a path', () => {
  it('of a file that is not in the record is about the file alone', async () => {
    expect(await checked(path)).toMatchObject({ session: id, ...EXACT })
    expect(await workspace.store.findSource(path)).toBeUndefined()
  })

  it('of a file in the record compares it with that', async () => {
    await inscribed(workspace, path)
    expect(await checked(path)).toMatchObject({ session: id, ...EXACT })
    writeFileSync(path, rewritten)
    expect(await checked(path)).toMatchObject({
      byte_exact: false,
      rerender_exact: true,
      differences: [`the file ${path} differs from the record at byte ${text.indexOf('step 1') + 5}, line 2`],
    })
    writeFileSync(path, text.slice(0, 1000))
    expect(await checked(path)).toMatchObject({
      differences: [`the file ${path} ends at byte 1000, the record at ${text.length}`],
    })
  })

  it('names every line that differs, and where the file ends', async () => {
    await inscribed(workspace, path)
    const added = '"x":1,'
    const other = lines.map((line, at) => ([1, 4, 5].includes(at) ? line.replace('{', `{${added}`) : line))
    const startOf = (line: number) => other.slice(0, line - 1).join('').length
    const second = `the file ${path} differs from the record at byte ${startOf(2) + '{"'.length}, line 2`
    writeFileSync(path, other.join(''))
    expect((await checked(path)).differences).toEqual([
      second,
      `the file ${path} differs from the record at byte ${startOf(5) + '{"'.length}, lines 5 to 6`,
    ])
    writeFileSync(path, other.slice(0, 2).join(''))
    expect((await checked(path)).differences).toEqual([
      second,
      `the file ${path} ends at byte ${startOf(3)}, the record at ${text.length}`,
    ])
  })

  it('takes a file that went on for no difference, and says of one that is gone what is held of it', async () => {
    await inscribed(workspace, path)
    appendFileSync(path, lines[1]!)
    expect(await checked(path)).toMatchObject({ session: id, rounds: 3, ...EXACT })
    rmSync(path)
    expect(await checked(path)).toMatchObject({
      session: id,
      byte_exact: false,
      rerender_exact: true,
      differences: [expect.stringMatching(/is gone; the record holds all \d+ bytes/)],
    })
  })

  it('of a copy compares the copy, also when the session went on', async () => {
    await inscribed(workspace, path)
    const copy = join(folder, 'copy', `${id}.jsonl`)
    mkdirSync(join(folder, 'copy'))
    copyFileSync(path, copy)
    await inscribed(workspace, copy)
    appendFileSync(path, lines[1]!)
    await inscribed(workspace, path)
    expect(await checked(copy)).toMatchObject({ session: id, ...EXACT })
    writeFileSync(copy, rewritten)
    expect(await checked(copy)).toMatchObject({ session: id, byte_exact: false })
  })

  it('of a file next to a session does not take it for the session', async () => {
    const beside = join(path.replace('.jsonl', ''), 'tool-results', 'long.txt')
    mkdirSync(join(beside, '..'), { recursive: true })
    writeFileSync(beside, 'long')
    await inscribed(workspace, path)
    await expect(checked(beside)).rejects.toMatchObject({ code: 'file-not-a-session' })
  })

  it('that cannot be read is a failure that says so', async () => {
    await inscribed(workspace, path)
    rmSync(path)
    mkdirSync(path)
    await expect(checked(path)).rejects.toMatchObject({ code: 'file-unreadable' })
  })
})

describe('checking an id', () => {
  it('compares each generation with the file only while the file is its own', async () => {
    await inscribed(workspace, path)
    writeFileSync(path, rewritten)
    expect(await checked(id)).toMatchObject({ session: id, byte_exact: false }) // not recorded yet
    await inscribed(workspace, path)
    expect(await checked(`${id}~0`)).toMatchObject({ session: id, ...EXACT })
    expect(await checked(`${id}~1`)).toMatchObject({ session: `${id}~1`, ...EXACT })
    writeFileSync(path, text.replace('step 2', 'step 9'))
    expect(await checked(id)).toMatchObject({ session: `${id}~1`, byte_exact: false })
  })
})
