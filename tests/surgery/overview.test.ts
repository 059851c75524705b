import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pressureOf } from '../../src/live/pressure-of.ts'
import type { ArtifactId } from '../../src/model/id.ts'
import { overview } from '../../src/read/overview.ts'
import { corrupt } from '../../src/record/artifact-failures.ts'
import type { Store } from '../../src/record/store.ts'
import { answers, calls, fileOf, human, reply } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

/** Rounds in this folder with results of so many lines, whose last reply says how many tokens its window held. */
function rounds(tokens: number, lengths: readonly number[]): Buffer {
  const all = lengths.map((lines, at) => {
    const parent = at === 0 ? null : `d${at - 1}`
    const usage = { input_tokens: tokens, output_tokens: 1 }
    const message = {
      id: `m${at}`,
      role: 'assistant',
      model: 'claude-haiku-4-5',
      content: [{ type: 'text', text: 'So.' }],
    }
    return [
      human(`a${at}`, parent, `What is ${at}?`),
      calls(`b${at}`, `a${at}`, `toolu_${at}`),
      answers(`c${at}`, `b${at}`, `toolu_${at}`, 'a long line\n'.repeat(lines)),
      reply(`d${at}`, `c${at}`, [], `m${at}`, { message: { ...message, usage } }),
    ]
  })
  return fileOf(...all.flat().map((line) => ({ ...line, cwd: bench.workspace.cwd })))
}

const first = async () => (await overview(bench.workspace, () => undefined)).advice[0]

it('says nothing of surgery where there is room', async () => {
  await bench.inscribe(rounds(100_000, [2500, 2500, 2500, 2500]))
  expect((await first())?.command).toMatch(/^stet rounds /)
})

it('advises a trim of what is rather full, then an index of what is old, then neither', async () => {
  const session = await bench.inscribe(rounds(150_000, [2500, 2500, 40, 40, 40]))
  expect(await first()).toEqual({
    command: 'stet trim 00000000 --keep-recent 3 --dry-run',
    why: 'it is 75 % full; shorter tool results free about 14 % of that',
  })
  const trimmed = await bench.made(await bench.operate(session, { kind: 'trim', options: { keepRecent: 3 } }))
  expect(await first()).toEqual({
    command: 'stet compress-before 00000000 round:3 --dry-run',
    why: 'it is 64 % full, and rounds before round 3 fit in an index; that frees less than 1 % of it',
  })
  await bench.operate(trimmed, { kind: 'compress-before', before: 'round:3' })
  expect((await first())?.command).toMatch(/^stet rounds /)
})

it('advises no trim that frees little, but what `advise` does', async () => {
  const session = await bench.inscribe(rounds(150_000, [500, 500, 500, 500, 500]))
  const { advice } = await pressureOf(bench.workspace, session)
  expect(advice.command).toBe('stet compress-before 00000000 round:3')
  expect((await first())?.command).toBe(`${advice.command} --dry-run`)
})

it('advises a trim of all where most of it is in the last rounds', async () => {
  await bench.inscribe(rounds(130_000, [2500, 2500]))
  expect(await first()).toEqual({
    command: 'stet trim 00000000 --dry-run',
    why: 'it is 65 % full, most of it in its last rounds; shorter tool results free about 17 % of that',
  })
})

it('lists what there is where the full session is damaged, and names the command that tells of it', async () => {
  rmSync((await bench.inscribe(rounds(150_000, [2500, 2500, 40, 40, 40]))).source)
  const { store } = bench.workspace
  const damage = corrupt('art-0' as ArtifactId, 'its bytes no longer match its hash')
  async function* damaged(): AsyncGenerator<Buffer> {
    yield* []
    throw damage
  }
  const artifacts = { ...store.artifacts, get: () => Promise.reject(damage), stream: damaged, getAll: damaged }
  const seen = await overview({ ...bench.workspace, store: { ...store, artifacts } }, () => undefined)
  expect(seen.totals.sessions).toBe(1)
  expect(seen.advice[0]).toEqual({ command: 'stet advise 00000000', why: 'it is 75 % full: says what to cut' })
})

it('the overview and pressure work for a session whose note names no source', async () => {
  const note = { op: 'rollover', parent_sessions: [], highest: 0 }
  const noted = Buffer.concat([fileOf({ surgery_metadata: note }), rounds(150_000, [2500, 2500, 40, 40, 40])])
  const session = await bench.inscribe(noted)
  const { store } = bench.workspace
  const findSession: Store['findSession'] = async (id) => {
    if (id === undefined) throw new Error('asked for no session') // as the SQLite of Node itself refuses it
    return store.findSession(id)
  }
  const { percent } = await pressureOf({ ...bench.workspace, store: { ...store, findSession } }, session)
  expect(percent).toBe(75)
})
