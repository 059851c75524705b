import { afterEach, beforeEach, expect, it } from 'vitest'
import { listSessions } from '../../src/read/sessions.ts'
import { answers, calls, fileOf, human, says } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'
import { linesIn } from './output.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const LONG = 'a long line\n'.repeat(500)

it('tells results and messages that were cut apart, and what that saves', async () => {
  const session = await bench.inscribe(
    fileOf(
      human('a', null, 'one'),
      calls('b', 'a', 'toolu_1'),
      answers('c', 'b', 'toolu_1', LONG),
      says('d', 'c', LONG),
      human('e', 'd', 'two'),
      says('f', 'e', LONG),
    ),
  )
  const operated = await bench.operate(session, { kind: 'trim', options: { assistant: -1 } })
  const { trim_metadata } = linesIn(operated.sessions[0]!.path)[0] as { trim_metadata: Record<string, unknown> }
  expect(operated).toMatchObject({ trimmed_count: 2, tokens_saved: expect.any(Number) })
  expect(trim_metadata.stats).toEqual({
    num_tools_trimmed: 1,
    num_assistant_trimmed: 1,
    tokens_saved: operated.tokens_saved,
  })
})

it('cuts in the rounds that are named, and leaves the long results of others', async () => {
  const session = await bench.inscribe(
    fileOf(
      ...[1, 2, 3].flatMap((nth) => [
        human(`h${nth}`, nth === 1 ? null : `s${nth - 1}`, `number ${nth}`),
        calls(`c${nth}`, `h${nth}`, `toolu_${nth}`),
        answers(`a${nth}`, `c${nth}`, `toolu_${nth}`, LONG),
        says(`s${nth}`, `a${nth}`, 'Done.'),
      ]),
    ),
  )
  const operated = await bench.operate(session, { kind: 'trim', options: { rounds: '2-3' } })
  expect(operated).toMatchObject({ trimmed_count: 2, sessions: [{ cut_rounds: '2-3' }] })
})

it('lets a line that is no valid UTF-8 pass as it is', async () => {
  const lines = fileOf(
    human('a', null, 'one'),
    calls('b', 'a', 'toolu_1'),
    answers('c', 'b', 'toolu_1', `@${LONG}`),
    calls('d', 'c', 'toolu_2'),
    answers('e', 'd', 'toolu_2', LONG),
    says('f', 'e', 'Done.'),
  )
  const bytes = Buffer.from(lines)
  bytes[bytes.indexOf('"@a long') + 1] = 0xff
  const session = await bench.inscribe(bytes)
  const operated = await bench.operate(session, { kind: 'trim' })
  expect(operated.trimmed_count).toBe(1)
  const written = await bench.raw(await bench.made(operated))
  const raw = Buffer.concat([Buffer.from([0xff]), Buffer.from(JSON.stringify(LONG).slice(1, -1))])
  expect(written.includes(raw)).toBe(true)
})

it('lets lines pass that are no records, as they are and where they are; a cut of rounds leaves them', async () => {
  const [a, b, c, d] = [
    human('a', null, 'one'),
    calls('b', 'a', 'toolu_1'),
    answers('c', 'b', 'toolu_1', LONG),
    says('d', 'c', 'Done.'),
  ].map((line) => fileOf(line))
  const loose = ['{"type":"user","uuid":"torn', '[1, 2]', '  "text" ', 'x{"type":"user","uuid":"behind"}', '\u0000']
  const aside = fileOf({ type: 'progress', uuid: 'p', parentUuid: 'c', timestamp: '2026-01-01T00:00:00.000Z' })
  const file = ['first\n', a, b, `${loose[0]}\n`, c, `${loose.slice(1).join('\n')}\n`, aside, 'aside\n', d].join('')
  const session = await bench.inscribe(Buffer.from(file))
  const written = (await bench.raw(await bench.made(await bench.operate(session, { kind: 'trim' })))).toString()
  const lines = written.split('\n')
  const places = [...loose, '"uuid":"b"', '"uuid":"c"', '"uuid":"d"'].map((text) =>
    lines.findIndex((line) => line.includes(text)),
  )
  for (const line of loose) expect(lines).toContain(line)
  const [torn, list, text, behind, zero, at, result, done] = places as number[]
  expect([at, torn, result, list, text, behind, zero, done]).toEqual(places.toSorted((one, other) => one - other))
  expect(lines.filter((line) => line === 'first')).toHaveLength(1)
  expect(lines.filter((line) => line === 'aside')).toHaveLength(1)
  const exported = await bench.operate(session, { kind: 'export' })
  expect((await bench.raw(await bench.made(exported))).toString()).not.toContain('torn')
})

it('says that nothing is saved where the words of a second one would cost more', async () => {
  const file = fileOf(human('a', null, 'one'), calls('b', 'a', 'toolu_1'), answers('c', 'b', 'toolu_1', LONG))
  const made = await bench.made(await bench.operate(await bench.inscribe(file), { kind: 'trim' }))
  await expect(bench.operate(made, { kind: 'trim' })).rejects.toMatchObject({
    message: 'There is nothing to trim: it would save 0 tokens.',
  })
})

it('a merge has as many messages as its sources, and no new session is live before somebody goes on in it', async () => {
  const timestamp = bench.workspace.clock().toISOString()
  const [one, two] = ['1', '2'].map((name) =>
    fileOf(
      { ...human(`a${name}`, null, `one ${name}`), timestamp },
      { ...says(`b${name}`, `a${name}`, 'yes'), timestamp },
    ),
  )
  const a = await bench.inscribe(one!, '00000000-0000-4000-8000-00000000000a')
  const b = await bench.inscribe(two!, '00000000-0000-4000-8000-00000000000b')
  const made = await bench.made(await bench.operate(a, { kind: 'merge', others: [b] }))
  expect(made.facts.messages).toBe(a.facts.messages + b.facts.messages)
  const listed = await listSessions(bench.workspace, () => bench.workspace.clock().getTime())
  expect(listed.map(({ session, live }) => [session, live])).toEqual(
    expect.arrayContaining([
      [a.id, true],
      [made.id, false],
    ]),
  )
})
