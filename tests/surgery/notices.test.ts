import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { estimateTokens, IMAGE_CHARS } from '../../src/model/tokens.ts'
import { inject } from '../../src/read/inject.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { parseFidelity } from '../../src/surgery/fidelity.ts'
import { answers, attachment, calls, fileOf, human, reply, says, thinks } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'
import { contentOf, linesIn } from './output.ts'
import { expectReferences } from './references.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const ONE = '00000000-0000-4000-8000-00000000000a'
const OTHER = '00000000-0000-4000-8000-00000000000b'
const LONG = 'a long line\n'.repeat(500)
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO'.repeat(100) } }
const text = (said: string) => ({ type: 'text', text: said })

/** A round in which a tool answers so. */
const answered = (content: unknown) =>
  fileOf(
    human('a', null, 'one'),
    calls('b', 'a', 'toolu_1'),
    answers('c', 'b', 'toolu_1', content),
    says('d', 'c', 'Done.'),
  )

/** A round with calls of these inputs. */
const called = (...inputs: readonly unknown[]) =>
  fileOf(
    human('a', null, 'one'),
    ...inputs.flatMap((input, nth) => [
      reply(`b${nth}`, nth === 0 ? 'a' : `c${nth - 1}`, [
        { type: 'tool_use', id: `toolu_${nth}`, name: 'Write', input },
      ]),
      answers(`c${nth}`, `b${nth}`, `toolu_${nth}`),
    ]),
    says('d', `c${inputs.length - 1}`, 'Done.'),
  )

/** The file without the usage of its replies: its lines cost what they are estimated at. */
const unmeasured = (file: Buffer) => Buffer.from(file.toString().replaceAll(/"usage":\{[^{}]*\}/g, '"usage":null'))

async function trimmed(file: Buffer, options: object) {
  const operated = await bench.operate(await bench.inscribe(file), { kind: 'trim', options })
  const made = await bench.made(operated)
  return { operated, made, blocks: linesIn(made.source).flatMap(contentOf) }
}

describe('the strings of a call', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`key${nth}`, 'x'.repeat(300)]))

  it('that would not get shorter are not cut, and save nothing', async () => {
    const session = await bench.inscribe(called(...Array.from({ length: 20 }, () => many)))
    for (const threshold of [200, 500]) {
      const trim = bench.operate(session, { kind: 'trim', options: { toolInputs: true, threshold } })
      await expect(trim).rejects.toMatchObject({ message: 'There is nothing to trim: it would save 0 tokens.' })
    }
  })

  it('save what is no longer there, and say how long each of them was', async () => {
    const input = { ...many, one: 'o'.repeat(6000), deep: [{ two: 't'.repeat(7000) }] }
    const { operated, made, blocks } = await trimmed(unmeasured(called(input, many)), { toolInputs: true })
    const [cut, whole] = blocks.filter(({ type }) => type === 'tool_use').map((block) => block.input as typeof input)
    expect(whole).toEqual(many)
    expect(cut).toMatchObject({
      one: expect.stringMatching(/^o{500}\n…\[cut by stet: 6000 characters, 500 kept;/),
      deep: [{ two: expect.stringMatching(/^t{500}\n…\[cut by stet: 7000 characters, 500 kept;/) }],
    })
    const saved = JSON.stringify(input).length - JSON.stringify(cut).length
    expect(operated.trimmed_count).toBe(1)
    expect(Math.abs(operated.tokens_saved! - estimateTokens(saved))).toBeLessThan(3)
    expect(await expectReferences(bench, made)).toBe(2)
  })

  it('are not cut again where one of them was', async () => {
    const { made } = await trimmed(called({ one: LONG, other: 'x'.repeat(450) }), { toolInputs: true })
    const again = bench.operate(made, { kind: 'trim', options: { toolInputs: true, threshold: 20 } })
    await expect(again).rejects.toMatchObject({ code: 'nothing-to-do' })
  })
})

describe('a result in parts', () => {
  it('leaves out its pictures when its text is cut', async () => {
    const content = [text('x'.repeat(3000)), IMAGE, text('y'.repeat(2000))]
    const { operated, made, blocks } = await trimmed(unmeasured(answered(content)), { images: true })
    const parts = blocks.find(({ type }) => type === 'tool_result')!.content as { text: string }[]
    expect(parts).toEqual([
      text('x'.repeat(500)),
      text(expect.stringMatching(/^\[image — cut by stet; in line 3; stet inject \S+:1:2\]$/)),
      text(expect.stringMatching(/^…\[cut by stet: 5000 characters, 500 kept;/)),
    ])
    const saved = IMAGE_CHARS + 5000 - parts.reduce((chars, part) => chars + part.text.length, 0)
    // What is around the parts of a result is counted with their characters, so that some of it goes with them.
    expect(Math.abs(operated.tokens_saved! / estimateTokens(saved) - 1)).toBeLessThan(0.0025)
    expect(await expectReferences(bench, made)).toBe(2)
    const again = bench.operate(made, { kind: 'trim', options: { images: true, threshold: 50 } })
    await expect(again).rejects.toMatchObject({ code: 'nothing-to-do' })
  })

  it('has no empty one, and nothing after what was cut', async () => {
    const content = [text('x'.repeat(499)), text('😀 and more'), text('z'.repeat(5000))]
    const { blocks } = await trimmed(answered(content), {})
    const parts = blocks.find(({ type }) => type === 'tool_result')!.content
    expect(parts).toEqual([text('x'.repeat(499)), text(expect.stringMatching(/^…\[cut by stet: /))])
  })
})

it.each([
  ['text', LONG],
  ['parts', [text(LONG)]],
])('of a result in %s nothing is kept but the notice', async (_, content) => {
  const { blocks } = await trimmed(answered(content), { threshold: 0 })
  const said = JSON.stringify(blocks.find(({ type }) => type === 'tool_result')!.content)
  expect(said).toMatch(/"…\[cut by stet: 6000 characters, 0 kept;/)
})

it.each([[['tool_use']], [['tool_use', 'tool_result']]] as const)(
  'a drop of %s names calls and results',
  async (kinds) => {
    const session = await bench.inscribe(answered('r'.repeat(3000)))
    const made = await bench.made(await bench.operate(session, { kind: 'drop', range: 'all', kinds }))
    const [, dropped] = linesIn(made.source).flatMap(contentOf)
    expect(dropped!.text).toBe(
      `[tool_use · 9 chars — cut by stet; in line 2 of ${session.source}; stet inject ${session.id}:1:1] ` +
        `[tool_result · 3000 chars — cut by stet; in line 3; stet inject ${session.id}:1:2]`,
    )
    expect(await expectReferences(bench, made)).toBe(2)
  },
)

it('a drop of calls leaves those whose result was cut before', async () => {
  const { made } = await trimmed(answered(LONG), {})
  const drop = bench.operate(made, { kind: 'drop', range: 'all', kinds: ['tool_use'] })
  await expect(drop).rejects.toMatchObject({ code: 'nothing-to-do' })
})

it('references of fidelity lead to the same rounds in a session that numbers them anew', async () => {
  const round = (name: string, at: string) => {
    const time = { timestamp: at }
    return [
      human(`a${name}`, null, `one ${name}`),
      thinks(`b${name}`, `a${name}`, `thoughts of ${name}`),
      calls(`c${name}`, `b${name}`, `toolu_1${name}`),
      answers(`d${name}`, `c${name}`, `toolu_1${name}`, LONG + name),
      calls(`e${name}`, `d${name}`, `toolu_2${name}`),
      answers(`f${name}`, `e${name}`, `toolu_2${name}`, LONG + name),
      says(`g${name}`, `f${name}`, 'Done.'),
    ].map((line) => ({ ...line, ...time }))
  }
  const first = await bench.inscribe(fileOf(...round('x', '2026-01-01T00:00:00.000Z')), ONE)
  const second = await bench.inscribe(fileOf(...round('y', '2026-01-02T00:00:00.000Z')), OTHER)
  const rules = [{ fidelity: parseFidelity('navigate') }]
  const shown = await bench.made(await bench.operate(second, { kind: 'export' }, { rules }))
  const duplicates = await bench.made(await bench.operate(second, { kind: 'trim', options: { duplicates: true } }))
  for (const [made, references] of [
    [shown, 5],
    [duplicates, 3],
  ] as const) {
    const merged = await bench.made(await bench.operate(first, { kind: 'merge', others: [made] }))
    expect(await expectReferences(bench, merged)).toBe(references)
    const said = linesIn(merged.source)
      .flatMap(contentOf)
      .map((block) => block.text ?? block.content)
    for (const text of said) if (typeof text === 'string') expect(text).not.toMatch(/(?:inject\(|in round )\d+\b(?!-)/)
  }
  const merged = await bench.made(await bench.operate(first, { kind: 'merge', others: [shown] }))
  const [, ref] = /(inject\(\S+, thinking\))/.exec(readFileSync(merged.source, 'utf8'))!
  const there = await inject(bench.workspace, await resolveRef(bench.workspace, ref!, undefined))
  expect(there.text).toBe('thoughts of y')
})

it.each([
  ['image=omit', {}, [text('short'), text(expect.stringMatching(/^\[image — cut by stet; /)), text(LONG)]],
  [
    'image=omit',
    { tools: ['Bash'], threshold: 5 },
    [text('short'), text(expect.stringMatching(/^\[image — /)), text(expect.stringMatching(/^…/))],
  ],
  [
    'image=omit,tool_result=head:5',
    { tools: [] },
    [text('short'), text(expect.stringMatching(/^\[image — /)), text(expect.stringMatching(/^…/))],
  ],
  [
    'image=omit,tool_result=head(9999)',
    { tools: [] },
    [text('short'), text(expect.stringMatching(/^\[image — /)), text(LONG)],
  ],
])('%s leaves no picture in a result, with %j', async (fidelity, options, parts) => {
  const session = await bench.inscribe(answered([text('short'), IMAGE, text(LONG)]))
  const rules = [{ fidelity: parseFidelity(fidelity) }]
  const made = await bench.made(
    await bench.operate(session, { kind: 'trim', options: { tools: [], ...options } }, { rules }),
  )
  const blocks = linesIn(made.source).flatMap(contentOf)
  expect(blocks.find(({ type }) => type === 'tool_result')!.content).toEqual(parts)
  await expectReferences(bench, made)
  const shown = await inject(bench.workspace, { session, range: '1' }, { fidelity: parseFidelity('image=omit') })
  expect(shown.text).toContain(LONG)
  expect(shown.text).not.toContain('[image]')
})

it('a call is summed up by what it says it is for', async () => {
  const session = await bench.inscribe(called({ command: 'ls -la', description: 'Lists the files' }))
  const rules = [{ fidelity: parseFidelity('navigate') }]
  const made = await bench.made(await bench.operate(session, { kind: 'export' }, { rules }))
  expect(readFileSync(made.source, 'utf8')).toContain(
    `[tool_use: Write Lists the files — inject(${session.id}:1, tool_use)]`,
  )
})

it('a result is read with how long its call took, and not without the call', async () => {
  const line = answers('c', 'b', 'toolu_1', LONG)
  const file = fileOf(
    human('a', null, 'one'),
    calls('b', 'a', 'toolu_1'),
    { ...line, toolUseResult: { durationMs: 41.6 } },
    says('d', 'c', 'Done.'),
  )
  const session = await bench.inscribe(file)
  const read = async (fidelity: string) =>
    (await inject(bench.workspace, { session, range: '1' }, { fidelity: parseFidelity(fidelity) })).text
  expect(await read('navigate')).toMatch(/\[tool_result · \d+ tokens · 42 ms · "/)
  expect(await read('tool_use=omit')).toBe('one\n\nDone.')
})

it('the form conversation reads only what was said', async () => {
  const reminder = text('<system-reminder>Be brief.</system-reminder>')
  const file = fileOf(
    human('a', null, [text('one'), reminder]),
    thinks('b', 'a', 'thoughts'),
    calls('c', 'b', 'toolu_1'),
    answers('d', 'c', 'toolu_1', LONG),
    attachment('e', 'd', 'todo_reminder'),
    says('f', 'e', 'Done.'),
  )
  const session = await bench.inscribe(file)
  const shown = await inject(bench.workspace, { session, range: '1' }, { fidelity: parseFidelity('conversation') })
  expect(shown.text).toBe('one\n\nDone.')
})

it('what was typed while a tool ran stays, and the call it came with: alone it would begin a round', async () => {
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: LONG }
  const typed = [result, text('Only the parser matters.')]
  const lines = [human('a', null, 'one'), calls('b', 'a', 'toolu_1'), human('c', 'b', typed), says('d', 'c', 'Done.')]
  const session = await bench.inscribe(fileOf(...lines))
  const rules = [{ fidelity: parseFidelity('conversation') }]
  const made = await bench.made(await bench.operate(session, { kind: 'export' }, { rules }))
  const blocks = linesIn(made.source).flatMap(contentOf)
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_result', 'text', 'text'])
  expect(blocks[3]).toEqual(text('Only the parser matters.'))
  const shown = await inject(bench.workspace, { session, range: '1' }, { fidelity: parseFidelity('conversation') })
  expect(shown.text).toBe('one\n\nOnly the parser matters.\n\nDone.')
})

it('a result that only ends like a notice is cut, and not once more', async () => {
  const like = '\n…[cut by stet: 9 characters, 2 kept; whole in line 1 of /f; stet inject s:1:2]'
  const { made, blocks } = await trimmed(answered(LONG + like), {})
  const said = blocks.find(({ type }) => type === 'tool_result')!.content as string
  expect(said.startsWith(LONG.slice(0, 500))).toBe(true)
  const ref = await resolveRef(bench.workspace, /stet inject (\S+)\]$/.exec(said)![1]!, undefined)
  expect((await inject(bench.workspace, ref)).text).toBe(LONG + like)
  const again = bench.operate(made, { kind: 'trim', options: { threshold: 20 } })
  await expect(again).rejects.toMatchObject({ code: 'nothing-to-do' })
})
