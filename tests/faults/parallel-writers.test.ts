import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleChild, type Ended, startChild } from './processes.ts'
import { damageOf, inscribed, linksOf, rawOf, sessionIds, sessionOf, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('parallel')
/** Which writer comes first is chance: one alone may record everything. */
const MOST_RUNS = 5
let scripts: { readonly inscribe: string; readonly grow: string; readonly read: string }

beforeAll(async () => {
  scripts = {
    inscribe: await bundleChild('inscribe.ts'),
    grow: await bundleChild('grow.ts'),
    read: await bundleChild('read.ts'),
  }
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const script of Object.values(scripts)) rmSync(script, { force: true })
})

describe('several processes', () => {
  it.each([
    { writers: 2, trust: 'unchanged-file' },
    { writers: 8, trust: 'unchanged-file' },
    { writers: 3, trust: 'last-commit' },
  ])('$writers of them inscribe one file while a client writes it, trusting $trust', async ({ writers, trust }) => {
    let wrote = 0
    for (let run = 1; run <= MOST_RUNS && wrote < 2; run++)
      wrote = await growing(`${writers} writers, run ${run}`, writers, trust)
    expect(wrote).toBeGreaterThan(1) // else nothing was tested
  })

  it('one reads everything while two write, and nothing seems damaged to it', async () => {
    const { id, text, store, path, stop, lookers, client } = await startClient('growing for a reader', 2)
    const writers = lookers.map((looked) => startChild(scripts.inscribe, { store, paths: [path], until: stop, looked }))
    const reader = startChild(scripts.read, { store, until: stop })
    const ended = await Promise.all([reader, client, ...writers].map((child) => child.ended))
    expect(ended.filter(({ code }) => code !== 0)).toEqual([])
    console.log(`a reader beside two writers: ${ended[0]!.stdout.trim()}`)
    expect(JSON.parse(ended[0]!.stdout).sessions).toBeGreaterThan(1)
    await expectOnce(store, id, text)
  })

  it('eight of them inscribe different files into a fresh store at once', async () => {
    const box = join(folder, 'different')
    const store = join(box, 'deep', 'store')
    const go = join(box, 'go')
    mkdirSync(box)
    const files = Array.from({ length: 8 * 4 }, (_, at) => {
      const id = uuidOf(`different ${at}`)
      const text = transcript({ sessionId: id, rounds: 20, roundBytes: 4000 }).join('')
      const path = join(box, `${id}.jsonl`)
      writeFileSync(path, text)
      return { id, path, text }
    })
    const children = Array.from({ length: 8 }, (_, at) => {
      const paths = files.slice(at * 4, at * 4 + 4).map((file) => file.path)
      return startChild(scripts.inscribe, { store, paths, from: go })
    })
    setTimeout(() => writeFileSync(go, ''), 300)
    const ended = await Promise.all(children.map((child) => child.ended))
    expect(ended.filter(({ code }) => code !== 0)).toEqual([])
    expect(ended.map((end) => reportOf(end).failure)).toEqual(ended.map(() => undefined))

    await withRecord(store, async (workspace) => {
      expect(await sessionIds(workspace)).toEqual(files.map((file) => file.id).sort())
      for (const { id, text } of files) expect((await rawOf(workspace, id)).toString()).toBe(text)
      expect(await damageOf(workspace)).toEqual([])
    })
  })

  it('eight of them inscribe one fork at once, and its origin is known', async () => {
    const box = join(folder, 'fork')
    const store = join(box, 'store')
    const go = join(box, 'go')
    mkdirSync(box)
    const [origin, fork] = [uuidOf('origin'), uuidOf('fork of it')]
    const lines = transcript({ sessionId: origin, rounds: 40, roundBytes: 150_000 })
    const own = transcript({ sessionId: fork, rounds: 2 })
    writeFileSync(join(box, `${origin}.jsonl`), lines.join(''))
    writeFileSync(join(box, `${fork}.jsonl`), [...lines.map((line) => line.replaceAll(origin, fork)), ...own].join(''))
    await withRecord(store, (workspace) => inscribed(workspace, join(box, `${origin}.jsonl`)))

    const paths = [join(box, `${fork}.jsonl`)]
    const children = Array.from({ length: 8 }, () => startChild(scripts.inscribe, { store, paths, from: go }))
    setTimeout(() => writeFileSync(go, ''), 300)
    const ended = await Promise.all(children.map((child) => child.ended))
    expect(ended.filter(({ code }) => code !== 0)).toEqual([])
    await withRecord(store, async (workspace) => {
      expect(await sessionIds(workspace)).toEqual([origin, fork].sort())
      expect(await linksOf(workspace)).toEqual([`${fork} fork ${origin} {"rounds":40}`])
    })
  })
})

it('a session that another process begins between two looks is not begun a second time', async () => {
  const id = uuidOf('begun elsewhere')
  const path = join(folder, `${id}.jsonl`)
  writeFileSync(path, transcript({ sessionId: id, rounds: 2 }).join(''))
  await withRecord(join(folder, 'begun elsewhere'), async (workspace) => {
    let looks = 0
    const generations: typeof workspace.store.generations = async (...of) => {
      const found = await workspace.store.generations(...of)
      if (looks++ === 0) await inscribed(workspace, path)
      return found
    }
    const store = { ...workspace.store, generations }
    await inscribed({ ...workspace, store }, path)
    expect(looks).toBeGreaterThan(0)
    expect(await sessionIds(workspace)).toEqual([id])
  })
})

/** Several record what a client writes, all of it once; returns how many of them recorded something. */
async function growing(name: string, writers: number, trust: string): Promise<number> {
  const { id, text, store, path, stop, lookers, client } = await startClient(name, writers)
  const children = lookers.map((looked) =>
    startChild(scripts.inscribe, { store, paths: [path], until: stop, looked, trust }),
  )
  const ended = await Promise.all([client, ...children].map((child) => child.ended))
  expect(ended.filter(({ code }) => code !== 0)).toEqual([])
  const reports = ended.slice(1).map(reportOf)
  console.log(`${writers} writers looked ${reports.map((report) => report.runs).join(', ')} times`)
  await expectOnce(store, id, text)
  expect(reports.reduce((sum, report) => sum + report.newBytes, 0)).toBe(text.length)
  return reports.filter((report) => report.newBytes > 0).length
}

/** A client that begins to write a session, where, and goes on when so many have looked at it. */
async function startClient(name: string, writers: number) {
  const id = uuidOf(name)
  const box = join(folder, name)
  const place = (file: string) => join(box, file)
  const text = transcript({ sessionId: id, rounds: 300, roundBytes: 3000, compactAfter: 150 }).join('')
  const [store, path, whole, stop] = [place('store'), place(`${id}.jsonl`), place('whole'), place('stop')]
  const lookers = Array.from({ length: writers }, (_, at) => place(`looked ${at}`))
  rmSync(box, { recursive: true, force: true }) // of a run before
  mkdirSync(box)
  writeFileSync(whole, text)
  writeFileSync(path, '')
  const client = startChild(scripts.grow, { from: whole, to: path, stop, steps: 1500, lookers })
  return { id, text, store, path, stop, lookers, client }
}

async function expectOnce(store: string, id: string, text: string): Promise<void> {
  await withRecord(store, async (workspace) => {
    expect(await sessionIds(workspace)).toEqual([id])
    expect((await rawOf(workspace, id)).toString()).toBe(text)
    expect((await sessionOf(workspace, id)).facts).toMatchObject({ rounds: 300, lines: text.split('\n').length - 1 })
    expect(await damageOf(workspace)).toEqual([])
  })
}

interface Report {
  readonly runs: number
  readonly newBytes: number
  readonly failure?: unknown
}

function reportOf({ stdout }: Ended): Report {
  return JSON.parse(stdout)
}
