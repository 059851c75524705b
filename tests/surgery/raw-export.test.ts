import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportTo } from '../../src/read/export.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const LINES = fileOf(human('a', null, 'What?'), says('b', 'a', 'Words.'))
const sources = async () => {
  const known: string[] = []
  for await (const { source } of bench.workspace.store.listSessions()) known.push(source)
  return known
}

it('a session is exported onto its own export as often as one likes, and grows there', async () => {
  const session = await bench.inscribe(LINES)
  const out = join(bench.folder, 'copy.jsonl')
  const raw = () => exportTo(bench.workspace, session.id, { to: 'raw', out, force: true })
  for (let time = 0; time < 4; time++) await raw()
  expect(readFileSync(out)).toEqual(LINES)
  expect(await bench.workspace.store.findSource(out)).toBeUndefined()
  const more = fileOf(human('c', 'b', 'And then?'))
  await bench.inscribe(Buffer.concat([LINES, more]))
  await raw()
  expect(readFileSync(out)).toEqual(Buffer.concat([LINES, more]))
  expect(await sources()).toEqual([session.source])
})

it('but never onto the file itself, nor onto a copy in which work went on without being recorded', async () => {
  const session = await bench.inscribe(LINES)
  const raw = (out: string) => exportTo(bench.workspace, session.id, { to: 'raw', out, force: true })
  await expect(raw(session.source)).rejects.toMatchObject({ code: 'target-exists' })
  const out = join(bench.folder, 'copy.jsonl')
  await raw(out)
  const theirs = fileOf(human('x', 'b', 'Something that only the copy has.'))
  appendFileSync(out, theirs)
  await raw(out)
  const { store } = bench.workspace
  const note = await store.findSource(out)
  const recorded = await store.findSession(note!.session)
  expect((await bench.raw(recorded!)).includes('Something that only the copy has.')).toBe(true)
})
