import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { familiesOf } from '../../src/read/families.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { undo } from '../../src/surgery/undo.ts'
import { answers, fileOf, human, reply, says } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const modifiedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs

let bench: SurgeryBench
beforeEach(() => {
  let at = Date.parse('2026-03-20T12:00:00.000Z')
  bench = openSurgeryBench(() => new Date(at++))
})
afterEach(() => bench.close())

const list = () => listSessions(bench.workspace, modifiedAt)
const listed = async (id: string) => (await list()).find(({ session }) => session === id)

/** Two rounds, of which the first reads something long. */
const LINES = fileOf(
  human('u1', null, 'Which pelican is it?'),
  reply('c1', 'u1', [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: 'a' } }]),
  answers('r1', 'c1', 'toolu_1', 'a long pelican line\n'.repeat(200)),
  says('a1', 'r1', 'The brown pelican.'),
  human('u2', 'a1', 'Go on.'),
  says('a2', 'u2', 'Gone on.'),
)

describe('what Stet wrote', () => {
  it('is folded under what it was cut from first, however often it was cut', async () => {
    const source = await bench.inscribe(LINES)
    const trimmed = await bench.made(await bench.operate(source, { kind: 'trim' }))
    const again = await bench.made(await bench.operate(trimmed, { kind: 'compress-before', before: 'round:2' }))
    const next = await bench.made(await bench.operate(again, { kind: 'rollover', issue: '#12' }))
    expect(await Promise.all([source, trimmed, again, next].map(async ({ id }) => (await listed(id))!.origin))).toEqual(
      [null, source.id, source.id, source.id],
    )
    const families = familiesOf(await list())
    expect(families.map(({ session, copies }) => [session.session, copies.map((copy) => copy.session)])).toEqual([
      [source.id, [next.id, trimmed.id, again.id]],
    ])
  })

  it('is a session by itself where what it was cut from is not listed', async () => {
    const source = await bench.inscribe(LINES)
    const trimmed = await bench.made(await bench.operate(source, { kind: 'trim' }))
    const only = (await list()).filter(({ session }) => session === trimmed.id)
    expect(familiesOf(only)).toEqual([{ session: only[0], copies: [] }])
  })
})

describe('what an undo took away', () => {
  it('is in no list and a child of nothing, and what was cut from it is folded under the first', async () => {
    const source = await bench.inscribe(LINES)
    const trim = await bench.operate(source, { kind: 'trim' })
    const trimmed = await bench.made(trim)
    const cut = await bench.made(await bench.operate(trimmed, { kind: 'compress-before', before: 'round:2' }))
    expect((await listed(source.id))!.children).toEqual([trimmed.id])
    await undo(bench.workspace, trim.operation)
    expect((await listed(source.id))!.children).toEqual([])
    expect(await listed(trimmed.id)).toBeUndefined()
    expect((await listed(cut.id))!.origin).toBe(source.id)
  })

  it('is not there either where its file gave way to the one it had replaced', async () => {
    const source = await bench.inscribe(LINES)
    const path = join(bench.folder, 'out', 'kept.jsonl')
    mkdirSync(join(bench.folder, 'out'))
    writeFileSync(path, fileOf({ ...human('x1', null, 'Something else.'), sessionId: 'kept' }))
    const trim = await bench.operate(source, { kind: 'trim' }, { out: path, force: true })
    const trimmed = await bench.made(trim)
    await undo(bench.workspace, trim.operation)
    expect(modifiedAt(path)).toBeDefined()
    expect(await listed(trimmed.id)).toBeUndefined()
  })

  it('is still there where an earlier operation wrote it as well', async () => {
    const source = await bench.inscribe(LINES)
    const out = join(bench.folder, '00000000-0000-4000-9000-00000000000a.jsonl')
    const first = await bench.made(await bench.operate(source, { kind: 'trim' }, { out }))
    const again = await bench.operate(source, { kind: 'trim' }, { out, force: true })
    await undo(bench.workspace, again.operation)
    expect((await listed(source.id))!.children).toContain(first.id)
    expect(await listed(first.id)).toBeDefined()
  })
})
