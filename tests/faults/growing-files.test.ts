import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Trust } from '../../src/record/capture/inscribe-file.ts'
import { contentsOf, damageOf, inscribed, openRecord, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/claude-code')
const folder = temporaryFolder('growing')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => ({ name, bytes: readFileSync(join(FIXTURES, name)) }))
const generated = transcript({ sessionId: uuidOf('generated'), rounds: 12, roundBytes: 300, compactAfter: 5 })
files.push({ name: 'generated', bytes: Buffer.from(generated.join('')) })

describe('a file that is captured while it grows', () => {
  describe.each(files)('$name', ({ name, bytes }) => {
    it('line by line gives what one capture gives', () => expectSame(name, bytes, lineEnds(bytes)))

    it('in pieces that tear lines gives what one capture gives', () => expectSame(name, bytes, tears(bytes, 25)))

    it('by a process that remembers where it was gives what one capture gives', async () => {
      await expectSame(name, bytes, lineEnds(bytes), 'last-commit')
      await expectSame(name, bytes, tears(bytes, 25), 'last-commit')
    })
  })
})

/** Captures the file at each of these lengths; the record is well each time and at the end what it should be. */
async function expectSame(name: string, bytes: Buffer, lengths: readonly number[], trust?: Trust): Promise<void> {
  const path = join(folder, `${uuidOf(name)}.jsonl`)
  const clean = openRecord(':memory:')
  writeFileSync(path, bytes)
  await inscribed(clean, path)
  const expected = await contentsOf(clean)
  await clean.store.close()

  const workspace = openRecord(':memory:')
  writeFileSync(path, '')
  let at = 0
  for (const length of lengths) {
    appendFileSync(path, bytes.subarray(at, length))
    at = length
    await inscribed(workspace, path, trust && { trust })
    expect({ length, damage: await damageOf(workspace) }).toEqual({ length, damage: [] })
  }
  expect(at).toBe(bytes.length)
  expect(await contentsOf(workspace)).toEqual(expected)
  await workspace.store.close()
}

function lineEnds(bytes: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at + 1)
  return ends
}

/** Places spread over the file, none at the end of a line but the last. */
function tears(bytes: Buffer, count: number): readonly number[] {
  const places = Array.from({ length: count }, (_, at) => Math.floor(((at + 1) * bytes.length) / (count + 1)))
  return [...places.map((place) => (bytes[place - 1] === 10 ? place + 1 : place)), bytes.length]
}
