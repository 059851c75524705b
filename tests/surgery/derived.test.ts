import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listSessions } from '../../src/read/sessions.ts'
import { cutSession, splitSession } from '../../src/surgery/operations.ts'
import { readSplitMap } from '../../src/surgery/read-split-map.ts'
import { answers, fileOf, human, reply, says, title } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'
const CODEX = join(import.meta.dirname, '../fixtures/codex/compaction-0.166.0.jsonl')
const NEVER = () => undefined

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

/** A session of two rounds that changes a file. */
function session(id: string, called: string, file: string): Buffer {
  const n = id.slice(-1)
  const edit = { type: 'tool_use', id: `toolu_${n}`, name: 'Write', input: { file_path: file, content: 'x' } }
  const lines = [
    human(`${n}u1`, null, `Begin ${called}`),
    reply(`${n}c1`, `${n}u1`, [edit]),
    answers(`${n}r1`, `${n}c1`, `toolu_${n}`, 'written'),
    says(`${n}a1`, `${n}r1`, 'Done.'),
    human(`${n}u2`, `${n}a1`, 'Go on.'),
    says(`${n}a2`, `${n}u2`, 'Gone on.'),
    title(called),
  ]
  return fileOf(...lines.map((line) => ({ ...line, sessionId: id, cwd: '/srv/place' })))
}

const titles = async () =>
  new Map((await listSessions(bench.workspace, NEVER)).map(({ session: id, title }) => [id as string, title]))

const lastTitle = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"custom-title"') ? [JSON.parse(line).customTitle as string] : []))
    .at(-1)

describe('a session that an operation wrote', () => {
  it('says what it is in lists and in the file that its client lists', async () => {
    const source = await bench.inscribe(session(ONE, 'Parser', 'a.ts'))
    const dropped = await bench.operate(source, { kind: 'drop', range: '1', kinds: [] })
    const made = await bench.made(dropped)
    expect((await titles()).get(made.id)).toBe('drop of Parser')
    expect(lastTitle(made.source)).toBe('drop of Parser')
    const again = await bench.made(await bench.operate(made, { kind: 'export' }))
    expect((await titles()).get(again.id)).toBe('export of Parser')
    expect((await titles()).get(source.id)).toBe('Parser')
  })

  it('names the child of a split, and all sources of a merge', async () => {
    const one = await bench.inscribe(session(ONE, 'Parser', 'a.ts'))
    const two = await bench.inscribe(session(TWO, 'Docs', 'b.md'), TWO)
    const split = await bench.operate(one, { kind: 'split', children: [{ id: 'console', ranges: ['2'] }] })
    const merged = await bench.operate(one, { kind: 'merge', others: [two] })
    const known = await titles()
    expect(known.get(split.sessions[0]!.session)).toBe('split of Parser (console)')
    expect(known.get(merged.sessions[0]!.session)).toBe('merge of Parser, Docs')
  })

  it('says so in lists also where the client has no titles', async () => {
    const made = await cutSession(bench.workspace, await bench.inscribeFile(CODEX), { kind: 'export' })
    expect((await titles()).get(made.sessions[0]!.session)).toMatch(/^export of /)
  })

  it('lends the title of its source where nobody speaks in it yet', async () => {
    const source = await bench.inscribeFile(CODEX)
    const before = `round:${source.facts.highestRound + 1}`
    const made = await bench.made(await bench.operate(source, { kind: 'compress-before', before }))
    expect(made.facts.title).toBeNull()
    expect((await titles()).get(made.id)).toBe(`compress-before of ${source.facts.title}`)
  })
})

describe('a merge', () => {
  it('names the files that several of its sessions changed, to the person and to the model', async () => {
    const one = await bench.inscribe(session(ONE, 'Parser', 'src/shared.ts'))
    const two = await bench.inscribe(session(TWO, 'Docs', '/srv/place/src/shared.ts'), TWO)
    const { warnings, sessions } = await bench.operate(one, { kind: 'merge', others: [two] })
    expect(warnings.join('\n')).toContain('changed the same files: /srv/place/src/shared.ts')
    expect(readFileSync(sessions[0]!.path, 'utf8')).toContain(`- /srv/place/src/shared.ts (${ONE}, ${TWO})`)
  })

  it('that does not fit its window says so', async () => {
    const long = (id: string, called: string) => {
      const text = session(id, called, 'a.ts').toString().replaceAll('claude-opus-4-8', 'claude-opus-4-6')
      const uncounted = text.replaceAll(/"usage":\{[^}]*\}/g, '"usage":{}')
      return Buffer.from(uncounted.replaceAll(`Begin ${called}`, 'much to say '.repeat(40_000)))
    }
    const one = await bench.inscribe(long(ONE, 'Parser'))
    const two = await bench.inscribe(long(TWO, 'Docs'), TWO)
    const fits = await bench.operate(one, { kind: 'export' }, { dryRun: true })
    expect(fits.warnings.join('\n')).not.toContain('do not fit')
    const { warnings } = await bench.operate(one, { kind: 'merge', others: [two] }, { dryRun: true })
    expect(warnings.join('\n')).toContain('tokens do not fit a window of 200k')
  })

  it('of a split has the title that the names of its map give', async () => {
    const source = await bench.inscribe(session(ONE, 'Parser', 'a.ts'))
    const map = join(bench.folder, 'map.json')
    writeFileSync(map, JSON.stringify({ engagements: { one: ['1'], two: ['2'] }, names: { one: 'The first half' } }))
    const ranges = await readSplitMap(bench.workspace, source, { map, to: [], shared: undefined })
    const made = await splitSession(bench.workspace, source, ranges)
    const [one, two] = [await bench.made(made, 0), await bench.made(made, 1)]
    expect([lastTitle(one.source), lastTitle(two.source)]).toEqual(['The first half', 'split of Parser (two)'])
    expect((await titles()).get(one.id)).toBe('split of The first half')
    writeFileSync(map, JSON.stringify({ engagements: { one: ['1'] }, names: { on: 'The first half' } }))
    const wrong = readSplitMap(bench.workspace, source, { map, to: [], shared: undefined })
    await expect(wrong).rejects.toThrow('map.json has a name for "on", which gets no rounds.')
  })

  it('of a split gives back what the split shared, and leaves as a row what was one before', async () => {
    const rounds = [1, 2, 3, 4, 5].flatMap((n) => [
      human(`u${n}`, n === 1 ? null : `a${n - 1}`, `Say ${n}.`),
      says(`a${n}`, `u${n}`, `${n}.`),
    ])
    const source = await bench.inscribe(fileOf(...rounds))
    const cut = await bench.made(await bench.operate(source, { kind: 'compress-before', before: 'round:3' }))
    const children = [
      { id: 'one', ranges: ['4'] },
      { id: 'two', ranges: ['5'] },
    ]
    const split = await bench.operate(cut, { kind: 'split', children })
    const [one, two] = [await bench.made(split, 0), await bench.made(split, 1)]
    expect((await bench.operate(one, { kind: 'merge', others: [two] }, { dryRun: true })).sessions).toMatchObject([
      { rounds_full: 3, rounds_indexed: 2, indexed_rounds: '1-2' },
    ])
  })

  it('names none where there is none', async () => {
    const one = await bench.inscribe(session(ONE, 'Parser', 'a.ts'))
    const two = await bench.inscribe(session(TWO, 'Docs', 'b.md'), TWO)
    const { warnings } = await bench.operate(one, { kind: 'merge', others: [two] })
    expect(warnings.join('\n')).not.toContain('same files')
  })
})

it('an operation with keep does not end its source, and its undo leaves it so', async () => {
  const source = await bench.inscribe(session(ONE, 'Parser', 'a.ts'))
  const ended = async () => (await bench.session(source.id)).end
  const kept = await bench.operate(source, { kind: 'drop', range: '1', kinds: [] }, { keep: true })
  expect(await ended()).toBeNull()
  await bench.operate(source, { kind: 'drop', range: '2', kinds: [] })
  expect(await ended()).toMatchObject({ reason: 'drop' })
  await bench.workspace.store.markUndone(kept.operation!, '2026-03-21T00:00:00.000Z')
  expect(await ended()).toMatchObject({ reason: 'drop' })
})
