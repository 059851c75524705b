import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { contentsOf, damageOf, openRecord, rawOf, sessionIds, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('interrupted')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const id = uuidOf('long')
const path = join(folder, `${id}.jsonl`)
const text = transcript({ sessionId: id, rounds: 90, roundBytes: 150_000, compactAfter: 40 }).join('')
writeFileSync(path, text)

let workspace: Workspace
beforeEach(() => {
  workspace = openRecord(':memory:')
})
afterEach(() => workspace.store.close())

it.each([1, 2, 4])(
  'after step %i of a large file: a shorter record that is well, and a second run ends it',
  async (stop) => {
    const abort = new AbortController()
    let steps = 0
    const interrupted = inscribe(workspace, [path], {
      signal: abort.signal,
      onBytes: () => {
        if (++steps === stop) abort.abort()
      },
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'interrupted', hint: expect.stringMatching(/again/) })
    expect(await damageOf(workspace)).toEqual([])
    const recorded = (await sessionIds(workspace)).length === 0 ? '' : (await rawOf(workspace, id)).toString()
    expect(recorded.length).toBeLessThan(text.length)
    expect(text.startsWith(recorded)).toBe(true)

    await inscribe(workspace, [path])
    expect((await rawOf(workspace, id)).toString()).toBe(text)
    const clean = openRecord(':memory:')
    await inscribe(clean, [path])
    expect(await contentsOf(workspace)).toEqual(await contentsOf(clean))
    await clean.store.close()
  },
)

it('between many small files: the rest is not begun', async () => {
  const paths = Array.from({ length: 20 }, (_, at) => {
    const small = uuidOf(`small ${at}`)
    writeFileSync(join(folder, `${small}.jsonl`), transcript({ sessionId: small, rounds: 1 }).join(''))
    return join(folder, `${small}.jsonl`)
  })
  const abort = new AbortController()
  const hooks = { signal: abort.signal, onFile: (_: string, done: number) => void (done === 5 && abort.abort()) }
  await expect(inscribe(workspace, paths, hooks)).rejects.toMatchObject({ code: 'interrupted' })
  expect((await sessionIds(workspace)).length).toBeLessThanOrEqual(6)
  await inscribe(workspace, paths)
  expect(await sessionIds(workspace)).toHaveLength(20)
})

it('before anything: nothing is recorded', async () => {
  await expect(inscribe(workspace, [path], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'interrupted',
  })
  expect(await sessionIds(workspace)).toEqual([])
})
