import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../../src/model/errors.ts'
import type { Session } from '../../src/model/session.ts'
import { exportTo } from '../../src/read/export.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { readSplitMap } from '../../src/surgery/read-split-map.ts'
import { undo } from '../../src/surgery/undo.ts'
import { mountDisk } from '../faults/disk.ts'
import { transcript } from '../faults/transcript.ts'
import { answers, calls, fileOf, human, type Line, reply, SESSION, says } from '../laws/lines.ts'
import { frozen, openSurgeryBench, type Step, type SurgeryBench } from './bench.ts'
import { contentOf, faultsOf, linesIn } from './output.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const OTHER = '00000000-0000-4000-8000-0000000000cc'

const leftIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.stet-'))

const EVERYTHING: readonly Step[] = [
  { kind: 'export' },
  { kind: 'compress-before', before: 'round:2' },
  { kind: 'drop', range: '1', kinds: [] },
  { kind: 'drop', range: 'all', kinds: ['tool_result', 'thinking', 'image', 'tool_use'] },
]

/** Each operation writes what can be resumed or says why not; source and store are as before. */
async function tryAll(lines: readonly Line[]): Promise<readonly string[]> {
  const session = await bench.inscribe(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  const before = await frozen(bench, [session.source])
  const outcomes: string[] = []
  for (const step of EVERYTHING) {
    try {
      const { sessions } = await bench.operate(session, step)
      expect(faultsOf(sessions[0]!.path)).toEqual([])
      outcomes.push('written')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      outcomes.push(error.code)
    }
  }
  expect(await frozen(bench, [session.source])).toEqual(expect.arrayContaining([...before]))
  return outcomes
}

describe('a session that is not as a session should be', () => {
  it('with parents in a circle', async () => {
    const lines = [human('a', 'c', 'one'), says('b', 'a', 'two'), human('c', 'b', 'three'), says('d', 'c', 'four')]
    expect(await tryAll(lines)).toEqual(['written', 'written', 'written', 'nothing-to-do'])
  })

  it('with one uuid on many lines', async () => {
    const lines = [human('a', null, 'one'), says('a', null, 'two'), human('a', 'a', 'three'), says('b', 'a', 'four')]
    expect(await tryAll(lines)).not.toContain('output-invalid')
  })

  it('with one tool id in many calls', async () => {
    const lines = [
      human('a', null, 'one'),
      calls('b', 'a', 'toolu_1', 'm1'),
      answers('c', 'b', 'toolu_1', 'first'),
      human('d', 'c', 'two'),
      calls('e', 'd', 'toolu_1', 'm2'),
      answers('f', 'e', 'toolu_1', 'second'),
    ]
    expect(await tryAll(lines)).not.toContain('output-invalid')
  })

  it('with a result in a reply and a call in what a person said, which stay as they are', async () => {
    const result = { type: 'tool_result', tool_use_id: 'zz', content: 'done' }
    const call = { type: 'tool_use', id: 'uu', name: 'Bash', input: {} }
    const session = await bench.inscribe(
      fileOf(
        human('a', null, 'one'),
        reply('b', 'a', [{ type: 'text', text: 'two' }, result]),
        { ...human('c', 'b', ''), message: { role: 'user', content: [{ type: 'text', text: 'three' }, call] } },
        says('d', 'c', 'four'),
      ),
    )
    const { sessions } = await cutSession(bench.workspace, session, { kind: 'export' }, {})
    const blocks = linesIn(sessions[0]!.path).flatMap(contentOf)
    expect(blocks).toEqual(expect.arrayContaining([result, call]))
  })

  it('with a thousand branches, each on the last', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => [
      human(`h${at}`, at === 0 ? null : `r${at - 1}`, `asked ${at}`),
      says(`r${at}`, `h${at}`, `said ${at}`),
      says(`left${at}`, `h${at}`, 'a branch that was left'),
      human(`leaf${at}`, `r${at}`, 'and another'),
    ]).flat()
    expect(await tryAll(lines)).toEqual(['written', 'written', 'written', 'nothing-to-do'])
  })

  it('with lines of megabytes', async () => {
    const big = 'much '.repeat(1_000_000)
    const lines = [
      human('a', null, big),
      calls('b', 'a', 'toolu_1', 'm1', 'Read'),
      answers('c', 'b', 'toolu_1', big),
      says('d', 'c', 'done'),
      human('e', 'd', 'more'),
    ]
    expect(await tryAll(lines)).toEqual(['written', 'written', 'written', 'written'])
    const trimmed = await bench.operate(await bench.session(SESSION), { kind: 'trim' })
    expect(trimmed.sessions[0]!.bytes_after).toBeLessThan(5_100_000)
    expect(trimmed.trimmed_count).toBe(1)
  })

  it('with blocks of unknown kinds, and wrong types everywhere', async () => {
    const odd = reply('b', 'a', [
      { type: 'hologram', data: 1 },
      { type: 'text', text: 7 },
      null,
      'text',
      { type: 'tool_use' },
    ])
    const lines = [
      human('a', null, 'one'),
      odd,
      { ...human('c', 'b', 'two'), timestamp: 12 },
      { ...says('d', 'c', 'x'), message: 'text' },
      { type: 'user', uuid: 7, message: { content: {} } },
      { type: [], uuid: 'z' },
    ] as readonly Line[]
    expect(await tryAll(lines)).not.toContain('output-invalid')
  })
})

describe('what is asked for', () => {
  let session: Session
  beforeEach(async () => {
    session = await bench.inscribe(Buffer.from(transcript({ sessionId: SESSION, rounds: 5 }).join('')))
  })

  it('what is there is not replaced, and with force only a session is', async () => {
    const out = join(bench.folder, 'there.jsonl')
    writeFileSync(out, 'mine')
    for (const force of [false, true])
      await expect(bench.operate(session, { kind: 'export' }, { out, force })).rejects.toMatchObject({
        code: 'target-exists',
      })
    expect(readFileSync(out, 'utf8')).toBe('mine')
    rmSync(out)
    for (const force of [false, true]) await bench.operate(session, { kind: 'export' }, { out, force })
    await expect(bench.operate(session, { kind: 'export' }, { out })).rejects.toMatchObject({ code: 'target-exists' })
  })

  it('a session that is replaced is in the record before, and there again after an undo', async () => {
    const out = join(bench.folder, 'there.jsonl')
    const theirs = transcript({ sessionId: OTHER, rounds: 3 }).join('')
    writeFileSync(out, theirs)
    await bench.operate(session, { kind: 'export' }, { out, force: true, dryRun: true })
    expect(readFileSync(out, 'utf8')).toBe(theirs)
    expect(await bench.workspace.store.findSession(OTHER as Session['id'])).toBeUndefined()
    const first = await bench.operate(session, { kind: 'export' }, { out, force: true })
    expect((await bench.raw(await bench.session(OTHER))).toString()).toBe(theirs)
    const written = readFileSync(out)
    const second = await bench.operate(session, { kind: 'drop', range: '1', kinds: [] }, { out, force: true })
    expect(await undo(bench.workspace, second.operation)).toMatchObject({ removed: [out], brought_back: [out] })
    expect(readFileSync(out).equals(written)).toBe(true)
    await undo(bench.workspace, first.operation)
    expect(readFileSync(out, 'utf8')).toBe(theirs)
  })

  it('a session that is to be replaced and cannot be recorded stays', async () => {
    const out = join(bench.folder, 'there.jsonl')
    const theirs = transcript({ sessionId: OTHER, rounds: 3 }).join('')
    writeFileSync(out, theirs)
    const append = async () => {
      throw new Failure('store-busy', 'Another process is writing.')
    }
    const busy = { ...bench.workspace, store: { ...bench.workspace.store, append } }
    const failed = cutSession(busy, session, { kind: 'export' }, { out, force: true })
    await expect(failed).rejects.toMatchObject({ code: 'store-busy' })
    await expect(exportTo(busy, session, { to: 'markdown', out, force: true })).rejects.toMatchObject({
      code: 'store-busy',
    })
    expect(readFileSync(out, 'utf8')).toBe(theirs)
  })

  it('the name of another session is refused: who names that one would get this', async () => {
    const named = (id: string) => join(bench.folder, `${id}.jsonl`)
    writeFileSync(named(OTHER), transcript({ sessionId: OTHER, rounds: 1 }).join(''))
    for (const id of [SESSION, OTHER])
      for (const force of [false, true])
        await expect(
          bench.operate(session, { kind: 'export' }, { out: named(id), force }),
          `${id} ${force}`,
        ).rejects.toMatchObject({ code: 'target-exists', hint: expect.stringContaining('--out') })
    expect(existsSync(named(SESSION))).toBe(false)
    const own = named('00000000-0000-4000-8000-0000000000dd')
    await bench.operate(session, { kind: 'export' }, { out: own })
    const later = { ...bench.workspace, clock: () => new Date('2026-03-21T12:00:00.000Z') }
    await cutSession(later, session, { kind: 'export' }, { out: own, force: true })
  })

  it('a link is not replaced, be it that it leads nowhere', async () => {
    const out = join(bench.folder, 'link.jsonl')
    symlinkSync(join(bench.folder, 'nowhere'), out)
    for (const force of [false, true])
      await expect(bench.operate(session, { kind: 'export' }, { out, force })).rejects.toMatchObject({
        code: 'target-exists',
      })
    expect(readlinkSync(out)).toBe(join(bench.folder, 'nowhere'))
  })

  it('one of two writers to the same place is refused', async () => {
    const out = join(bench.folder, 'out.jsonl')
    const both = [1, 2].map(() => cutSession(bench.workspace, session, { kind: 'export' }, { out }))
    const ends = await Promise.allSettled(both)
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'target-exists' } })
    expect(await bench.workspace.store.listOperations()).toHaveLength(1)
    expect(leftIn(bench.folder)).toEqual([])
  })

  it('one that is stopped while it writes leaves nothing', async () => {
    const before = await frozen(bench, [session.source])
    const out = join(bench.folder, 'out.jsonl')
    const stop = new AbortController()
    const beforeWriting = async () => {
      stop.abort()
      return []
    }
    const stopped = cutSession(
      { ...bench.workspace, signal: stop.signal },
      session,
      { kind: 'export' },
      { out, beforeWriting },
    )
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' })
    expect([existsSync(out), leftIn(bench.folder)]).toEqual([false, []])
    expect(await frozen(bench, [session.source])).toEqual(before)
    expect(await bench.workspace.store.listOperations()).toEqual([])
  })

  it("a client's own file is never replaced, with force or without, in the record or not yet", async () => {
    const folder = join(bench.folder, 'claude/projects/-home')
    mkdirSync(folder, { recursive: true })
    const unrecorded = join(folder, '00000000-0000-4000-8000-0000000000ee.jsonl')
    writeFileSync(unrecorded, readFileSync(session.source))
    const link = join(bench.folder, 'linked')
    symlinkSync(folder, link)
    for (const out of [session.source, unrecorded, join(link, unrecorded.slice(folder.length + 1))]) {
      const before = readFileSync(out)
      for (const force of [false, true])
        await expect(bench.operate(session, { kind: 'export' }, { out, force })).rejects.toMatchObject({
          code: 'target-exists',
        })
      const to = { to: 'raw', out, force: true } as const
      await expect(exportTo(bench.workspace, session, to)).rejects.toMatchObject({ code: 'target-exists' })
      expect(readFileSync(out).equals(before)).toBe(true)
    }
  })

  it('names that lead elsewhere are refused', async () => {
    for (const name of ['../../etc', 'a/b', '', '\0', '.hidden'])
      await expect(
        readSplitMap(bench.workspace, session, { map: undefined, to: [`${name}=1`], shared: undefined }),
      ).rejects.toMatchObject({
        code: name === '' ? 'usage' : 'name-invalid',
      })
    const map = join(bench.folder, 'map.json')
    for (const text of [
      '',
      '[]',
      '{"engagements":[]}',
      '{"engagements":{"a":{}}}',
      '{"engagements":{}}',
      '{"session":"another","engagements":{"a":[1]}}',
    ]) {
      writeFileSync(map, text)
      await expect(readSplitMap(bench.workspace, session, { map, to: [], shared: undefined })).rejects.toMatchObject({
        code: 'usage',
      })
    }
  })

  it('rounds that overlap, run backwards or are not there are refused', async () => {
    const split = (...ranges: string[]): Step => ({
      kind: 'split',
      children: ranges.map((range, at) => ({ id: `child-${at}`, ranges: [range] })),
    })
    await expect(bench.operate(session, split('1-3', '3-4'))).rejects.toMatchObject({ code: 'range-invalid' })
    await expect(bench.operate(session, split('3-1'))).rejects.toMatchObject({ code: 'range-invalid' })
    await expect(bench.operate(session, split('4-9'))).rejects.toMatchObject({ code: 'round-not-found' })
    await expect(bench.operate(session, { kind: 'drop', range: '9', kinds: [] })).rejects.toMatchObject({
      code: 'round-not-found',
    })
  })

  it('a dry run writes nothing, in no folder and not in the record', async () => {
    const before = await frozen(bench, [session.source])
    const { operation, sessions } = await bench.operate(
      session,
      { kind: 'compress-before', before: 'round:3' },
      { dryRun: true },
    )
    expect(operation).toBeUndefined()
    expect(existsSync(sessions[0]!.path)).toBe(false)
    expect(existsSync(join(bench.folder, 'claude'))).toBe(false)
    expect(await frozen(bench, [session.source])).toEqual(before)
    expect(await bench.workspace.store.listOperations()).toEqual([])
  })

  it('an undo of a session in which work went on is refused, unless forced', async () => {
    const { operation, sessions } = await bench.operate(session, { kind: 'export' })
    const { path } = sessions[0]!
    const grown = `${readFileSync(path, 'utf8')}${JSON.stringify(human('new', null, 'work went on'))}\n`
    writeFileSync(path, grown)
    await expect(undo(bench.workspace, operation)).rejects.toMatchObject({ code: 'target-exists' })
    expect(readFileSync(path, 'utf8')).toBe(grown)
    expect((await undo(bench.workspace, operation, { force: true })).removed).toEqual([path])
    expect((await bench.raw(await bench.session(sessions[0]!.session))).toString()).toBe(grown)
  })
})

describe('where it is written', () => {
  it('what a killed writer left is taken away, what another one writes is not', async () => {
    const session = await bench.inscribe(Buffer.from(transcript({ sessionId: SESSION, rounds: 2 }).join('')))
    const [old, young] = ['1', '2'].map((digit) => join(bench.folder, `.stet-${digit.repeat(36)}.tmp`)) as [
      string,
      string,
    ]
    for (const path of [old, young]) writeFileSync(path, 'half')
    utimesSync(old, new Date(0), new Date(0))
    await bench.operate(session, { kind: 'export' }, { out: join(bench.folder, 'out.jsonl') })
    expect([old, young].map((path) => existsSync(path))).toEqual([false, true])
  })

  it('a split that cannot be written whole leaves nothing', async () => {
    const session = await bench.inscribe(
      Buffer.from(transcript({ sessionId: SESSION, rounds: 4, roundBytes: 200_000 }).join('')),
    )
    const before = await frozen(bench, [session.source])
    const disk = mountDisk(join(bench.folder, 'disk'), 1 << 20)
    if (!disk) return console.log('not run: no disk can be mounted here')
    try {
      const out = join(disk.path, 'out')
      mkdirSync(out)
      disk.fill(300_000)
      const children = [1, 2, 3].map((round) => ({ id: `child-${round}`, ranges: [String(round)] }))
      await expect(bench.operate(session, { kind: 'split', children }, { out })).rejects.toMatchObject({
        code: 'target-unwritable',
      })
      expect(readdirSync(out)).toEqual([])
      expect(await bench.workspace.store.listOperations()).toEqual([])
      expect(await frozen(bench, [session.source])).toEqual(before)
    } finally {
      disk.remove()
    }
  })
})
