import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inject } from '../../src/read/inject.ts'
import { listRounds } from '../../src/read/rounds.ts'
import { show } from '../../src/read/show.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const FILE = readFileSync(join(import.meta.dirname, '../golden/surgery/input.jsonl'))

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it('rows of an index are listed and marked, and show and inject give their rounds, block by block', async () => {
  const { workspace } = bench
  const session = await bench.inscribe(FILE)
  const middle = await bench.made(await bench.operate(session, { kind: 'compress-before', before: 'round:3' }))
  const last = await bench.made(await bench.operate(middle, { kind: 'compress-before', before: 'round:4' }))
  const rows = await listRounds(workspace, last)
  expect(rows.map(({ round, indexed, active }) => [round, indexed, active]).slice(0, 4)).toEqual([
    [1, true, false],
    [2, true, false],
    [3, true, false],
    [4, false, true],
  ])
  expect(await listRounds(workspace, last, { after: 1, limit: 2 })).toEqual(rows.slice(1, 3))
  expect(await listRounds(workspace, last, { last: 1 })).toEqual(rows.slice(-1))
  const { rounds } = await show(workspace, last, { range: '2-4' })
  expect(rounds.map(({ round, indexed }) => [round, indexed])).toEqual([
    [2, true],
    [3, true],
    [4, false],
  ])
  expect(rounds[0]!.blocks).toEqual((await show(workspace, session, { range: '2' })).rounds[0]!.blocks)
  const { blocks } = await inject(workspace, `${last.id}:2:0`)
  expect(blocks).toEqual((await inject(workspace, `${session.id}:2:0`)).blocks)
})
