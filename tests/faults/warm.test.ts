import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { rebuildDerived } from '../../src/record/derived/rebuild-derived.ts'
import type { Store } from '../../src/record/store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import {
  collect,
  contentsOf,
  damageOf,
  inscribed,
  linksOf,
  openRecord,
  rawOf,
  sessionOf,
  temporaryFolder,
} from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('warm')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = uuidOf('session')
const lines = transcript({ sessionId: id, rounds: 12, roundBytes: 3000, compactAfter: 5 })
const text = lines.join('')
const third = Math.ceil(lines.length / 3)
const warm = { trust: 'last-commit' } as const

let ours: Workspace
let theirs: Workspace
let path: string
let at: number
let tests = 0
beforeEach(() => {
  const box = join(folder, String(tests++))
  mkdirSync(box)
  path = join(box, `${id}.jsonl`)
  at = 0
  writeFileSync(path, '')
  ours = openRecord(join(box, 'store'))
  theirs = openRecord(join(box, 'store'))
})
afterEach(async () => {
  expect(await damageOf(theirs)).toEqual([])
  await closeWorkspace(ours)
  await closeWorkspace(theirs)
})

/** Lets the file grow by some lines. */
function grow(count: number): void {
  appendFileSync(path, lines.slice(at, at + count).join(''))
  at += count
}

/** Captures twice, so that the second time leaves something kept. */
async function warmUp(): Promise<void> {
  grow(third - 2)
  await inscribed(ours, path, warm)
  grow(2)
  await inscribed(ours, path, warm)
  expect([...ours.warm!.keys()]).toEqual([path])
}

async function expectWhole(): Promise<void> {
  const clean = openRecord(':memory:')
  const whole = join(folder, `${id}.jsonl`)
  writeFileSync(whole, text)
  await inscribed(clean, whole)
  const sources = (contents: unknown) => JSON.parse(JSON.stringify(contents).replaceAll(path, whole))
  expect(sources(await contentsOf(theirs))).toEqual(sources(await contentsOf(clean)))
  await clean.store.close()
}

/** The same store, which counts what is asked of it. */
function counted(store: Store, asked: string[]): Store {
  const entries = Object.entries(store).map(([name, verb]) => [
    name,
    (...args: unknown[]) => {
      asked.push(name)
      return (verb as (...args: unknown[]) => unknown)(...args)
    },
  ])
  return Object.fromEntries(entries) as Store
}

describe('what is kept between captures', () => {
  it('saves asking the record', async () => {
    await warmUp()
    const asked: string[] = []
    const watched = { ...ours, store: counted(ours.store, asked) }
    grow(3)
    const { sessions } = await inscribe(watched, [path], { ...warm, sideFiles: false })
    expect(asked).not.toContain('findSession')
    expect(asked).not.toContain('findParserState')
    expect(asked).toContain('append')
    const { facts, bytes, tail, head } = await sessionOf(theirs, id)
    expect(sessions[0]).toMatchObject({ rounds: facts.rounds, blocks: facts.blocks, bytes: bytes + tail.length, head })
    grow(lines.length)
    await inscribed(ours, path, warm)
    await expectWhole()
  })

  it('is left aside when another process went on in between', async () => {
    await warmUp()
    for (let turn = 0; at < lines.length; turn++) {
      grow(4)
      await inscribed(turn % 3 === 0 ? theirs : ours, path, warm)
    }
    await expectWhole()
  })

  it('is not used when another process captures first', async () => {
    await warmUp()
    grow(third)
    let raced = false
    const store: Store = {
      ...ours.store,
      async append(entry) {
        if (!raced) {
          raced = true
          grow(3)
          await inscribed(theirs, path, warm)
        }
        return ours.store.append(entry)
      },
    }
    const { sessions, failed } = await inscribe({ ...ours, store }, [path], warm)
    expect({ raced, failed, bytes: sessions[0]?.bytes }).toEqual({
      raced: true,
      failed: [],
      bytes: statSync(path).size,
    })
    grow(lines.length)
    await inscribed(ours, path, warm)
    await expectWhole()
  })

  it('is left aside when what was derived or encoded is made anew', async () => {
    await warmUp()
    await rebuildDerived(theirs, await sessionOf(theirs, id))
    await theirs.store.seal((await sessionOf(theirs, id)).id, { everything: true, limit: 9 })
    grow(third)
    await inscribed(ours, path, warm)
    grow(lines.length)
    await inscribed(ours, path, warm)
    await expectWhole()
  })

  it('is left aside when the file is another generation by now, though it ends as before', async () => {
    await warmUp()
    const before = lines.slice(0, at).join('')
    overwrite(before.indexOf('Please do step 1'), 'Please do leap 1')
    expect((await inscribed(theirs, path)).id).toBe(`${id}~1`)
    appendFileSync(path, `${JSON.stringify({ type: 'system', content: 'x'.repeat(70_000) })}\n`) // stands for itself
    expect((await inscribed(ours, path, warm)).id).toBe(`${id}~1`)
    expect(String(await rawOf(theirs, id))).toBe(before)
    expect(await linksOf(theirs)).toEqual([`${id}~1 rewrite ${id} {}`])
  })

  it.each([
    ['in its last commit', (length: number) => length - 30],
    ['in its torn last line', (length: number) => length + 20],
  ])('is not used for a file rewritten %s', async (_, place) => {
    await warmUp()
    const length = statSync(path).size
    appendFileSync(path, `${lines[at]!}${lines[at + 1]!.slice(0, 80)}`)
    await inscribed(ours, path, warm)
    overwrite(place(length + lines[at]!.length), 'other')
    appendFileSync(path, 'and more\n')
    expect((await inscribed(ours, path, warm)).id).toBe(`${id}~1`)
  })

  it('is not taken for sessions that are captured with no trust', async () => {
    await warmUp()
    overwrite(text.indexOf('Please do step 1'), 'Please do leap 1')
    grow(1)
    expect((await inscribed(ours, path)).id).toBe(`${id}~1`)
  })

  it('is of the sessions captured last', async () => {
    for (let nth = 0; nth < 20; nth++) {
      const other = uuidOf(`other ${nth}`)
      const file = join(folder, `${other}.jsonl`)
      const said = transcript({ sessionId: other, rounds: 2 })
      for (const part of [said.slice(0, -2), said.slice(-2)]) {
        appendFileSync(file, part.join(''))
        await inscribed(ours, file, warm)
      }
    }
    expect([...ours.warm!.keys()]).toHaveLength(16)
    expect(ours.warm!.has(join(folder, `${uuidOf('other 19')}.jsonl`))).toBe(true)
  })

  function overwrite(place: number, bytes: string): void {
    const file = openSync(path, 'r+')
    writeSync(file, bytes, place)
    closeSync(file)
  }
})

describe('a checkpoint that is compressed before it is parsed', () => {
  const long = transcript({ sessionId: id, rounds: 9, roundBytes: 8000, compactAfter: 5 })

  it.each([
    ['at its compaction', long.slice(9).join('')],
    ['after a last line without its newline', long.slice(9).join('').slice(0, -1)],
    ['before a torn line', long.slice(9).join('').slice(0, -90)],
    ['nowhere', long.slice(9, 26).join('')],
  ])('is the same record where it is cut %s', async (_, delta) => {
    const first = long.slice(0, 9).join('')
    for (const piece of [first, delta]) {
      appendFileSync(path, piece)
      await inscribed(ours, path)
    }
    expect(String(await rawOf(theirs, id))).toBe(first + delta)
    const chain = await collect(theirs.store.listChain((await sessionOf(theirs, id)).id))
    expect(chain.map(({ type }) => type)).toEqual(
      delta.includes('compact_boundary') ? ['delta', 'delta', 'compaction', 'delta'] : ['delta', 'delta'],
    )
  })
})
