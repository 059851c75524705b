import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectGarbage } from '../../src/care/collect.ts'
import type { Operation } from '../../src/model/operation.ts'
import { undo } from '../../src/surgery/undo.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const RUNS = process.env.STET_WIDE ? 60 : 4
const FIXTURE = join(import.meta.dirname, '../fixtures/claude-code/auto-compact-2.1.325.jsonl')
/** Appends a numbered line to a file until it is told to stop: by its name each time, or through one open descriptor. */
const WRITER = `
const fs = require('node:fs')
const [path, how, stop, run] = process.argv.slice(1)
const held = how === 'held' ? fs.openSync(path, 'a') : undefined
let n = 0
console.log('ready')
setInterval(() => {
  if (fs.existsSync(stop)) { console.log(n); process.exit(0) }
  fs.appendFileSync(held ?? path, JSON.stringify({ type: 'progress', run, n: n++ }) + '\\n')
}, 1)
`

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench(() => new Date())
})
afterEach(() => bench.close())

/** Every numbered line that is anywhere: in the record, in files there are, in what was moved aside. */
async function linesKept(folder: string, run: number): Promise<ReadonlySet<number>> {
  const texts: string[] = []
  for await (const session of bench.workspace.store.listSessions()) texts.push(String(await bench.raw(session)))
  for (const name of readdirSync(folder)) texts.push(readFileSync(join(folder, name), 'utf8'))
  return new Set(
    [...texts.join('\n').matchAll(/"type":"progress","run":"(\d+)","n":(\d+)/g)]
      .filter((match) => Number(match[1]) === run)
      .map((match) => Number(match[2])),
  )
}

describe('undo while a client writes', () => {
  it.each([
    ['held', true],
    ['by name', true],
    ['held', false],
    ['by name', false],
  ] as const)('loses no line of a client that writes %s, with --force %s', { timeout: 120_000 }, async (how, force) => {
    for (let run = 0; run < RUNS; run++) {
      const source = await bench.inscribe(readFileSync(FIXTURE), `00000000-0000-4000-8000-0000000000${10 + run}`)
      const operated = await bench.operate(source, { kind: 'export' })
      const [output] = (await bench.workspace.store.listOperations())[0]!.outputs
      const stop = join(bench.folder, `stop-${run}`)
      const child = spawn(process.execPath, [
        '-e',
        WRITER,
        output!.path,
        how === 'held' ? 'held' : 'name',
        stop,
        `${run}`,
      ])
      let said = ''
      child.stdout.on('data', (chunk) => {
        said += chunk
      })
      while (!said.includes('ready')) await wait(1)
      if (force) await wait(5)
      const undone = await undo(bench.workspace, operated.operation, { force }).catch((error: unknown) => error)
      await wait(10)
      writeFileSync(stop, '')
      await new Promise((ended) => child.on('close', ended))
      const written = Number(said.trim().split('\n').at(-1))
      if (!force && undone instanceof Error) expect(undone).toMatchObject({ code: 'target-exists' })
      const kept = await linesKept(dirname(output!.path), run)
      expect([run, kept.size]).toEqual([run, written])
    }
  })
})

it('what was moved aside stays until it is collected, and goes only when the record gives it back', async () => {
  const source = await bench.inscribe(readFileSync(FIXTURE))
  await bench.operate(source, { kind: 'export' })
  const [output] = (await bench.workspace.store.listOperations())[0]!.outputs
  const folder = dirname(output!.path)
  await undo(bench.workspace, undefined)
  expect(existsSync(output!.path)).toBe(false)
  const aside = readdirSync(folder).filter((name) => name.endsWith('.undone'))
  expect(aside).toEqual([expect.stringContaining(basename(output!.path))])
  appendFileSync(join(folder, aside[0]!), '{"type":"progress","n":1}\n') // a client that had it open
  expect(await collectGarbage(bench.workspace)).toMatchObject({ leftovers: 0 })
  const later = { ...bench.workspace, clock: () => new Date(Date.now() + 7_200_000) }
  expect(await collectGarbage(later)).toMatchObject({ leftovers: 1 })
  expect(readdirSync(folder).filter((name) => name.endsWith('.undone'))).toEqual([])
  expect(String(await bench.raw(await bench.session(output!.session)))).toContain('"type":"progress","n":1')
})

it('nothing goes on the strength of a copy that does not read back', async () => {
  const source = await bench.inscribe(readFileSync(FIXTURE))
  const operated = await bench.operate(source, { kind: 'export' })
  const [output] = (await bench.workspace.store.listOperations())[0]!.outputs
  await bench.made(operated)
  const { artifacts } = bench.workspace.store
  const store = {
    ...bench.workspace.store,
    artifacts: {
      ...artifacts,
      getAll() {
        throw Object.assign(new Error('damaged'), { code: 'EIO' })
      },
    },
  }
  await expect(undo({ ...bench.workspace, store }, undefined, { force: true })).rejects.toThrow('damaged')
  expect(existsSync(output!.path)).toBe(true)
})

it('two undos at once undo it once', async () => {
  const source = await bench.inscribe(readFileSync(FIXTURE))
  for (let run = 0; run < 5; run++) {
    await bench.operate(source, { kind: 'export' })
    const [{ id, outputs }] = (await bench.workspace.store.listOperations()) as [Operation]
    const both = await Promise.all([undo(bench.workspace, id), undo(bench.workspace, id)])
    expect(both).toEqual([expect.objectContaining({ undone: id }), expect.objectContaining({ undone: id })])
    expect(existsSync(outputs[0]!.path)).toBe(false)
    const aside = readdirSync(dirname(outputs[0]!.path)).filter((name) =>
      name.startsWith(`.${basename(outputs[0]!.path)}.`),
    )
    expect(aside).toHaveLength(1)
  }
})
