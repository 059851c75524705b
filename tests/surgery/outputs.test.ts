import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../../src/model/errors.ts'
import type { Session } from '../../src/model/session.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { parseFidelity } from '../../src/surgery/fidelity.ts'
import type { Operated } from '../../src/surgery/operated.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { undo } from '../../src/surgery/undo.ts'
import { fixtureFiles } from '../corpus/files.ts'
import * as lines from '../laws/lines.ts'
import { faultsIn, openSurgeryBench, type SurgeryBench } from './bench.ts'
import { linesIn } from './output.ts'

const OTHER = '00000000-0000-4000-8000-0000000000aa'

const FIXTURE = readFileSync(fixtureFiles()[0]!.path)
let bench: SurgeryBench
let session: Session

beforeEach(async () => {
  bench = openSurgeryBench()
  session = await bench.inscribe(FIXTURE)
})
afterEach(() => bench.close())

const exported = () => cutSession(bench.workspace, session, { kind: 'export' })

/** An operation whose new session could not be recorded, as where another process is writing. */
async function unrecorded(): Promise<Operated> {
  const append = async () => {
    throw new Failure('store-busy', 'Another process is writing.')
  }
  const busy = { ...bench.workspace, store: { ...bench.workspace.store, append } }
  return cutSession(busy, session, { kind: 'export' })
}

it('a new session is in the record', async () => {
  const { sessions, warnings } = await exported()
  expect(warnings).toEqual([])
  expect(await bench.workspace.store.findSession(sessions[0]!.session as Session['id'])).toBeDefined()
})

it('a new session that could not be recorded is said, and taken in when somebody asks for it', async () => {
  const { sessions, warnings } = await unrecorded()
  const [made] = sessions
  expect(warnings).toEqual([`${made!.path} is written, but not in the record yet: Another process is writing.`])
  expect(await bench.workspace.store.findSession(made!.session as Session['id'])).toBeUndefined()
  expect((await resolveSession(bench.workspace, made!.session.slice(0, 20))).id).toBe(made!.session)
})

it('`latest` is not a session that was taken back', async () => {
  const here = { ...bench.workspace, cwd: session.facts.cwd! }
  const operated = await bench.operate(session, { kind: 'export' })
  const made = await bench.made(operated)
  expect((await resolveSession(here, 'latest')).id).toBe(made.id)
  await undo(bench.workspace, operated.operation)
  expect((await resolveSession(here, 'latest')).id).toBe(session.id)
})

it('an output that was never recorded and has no file is not found', async () => {
  const { sessions } = await unrecorded()
  rmSync(sessions[0]!.path)
  await expect(resolveSession(bench.workspace, sessions[0]!.session)).rejects.toMatchObject({
    code: 'session-not-found',
  })
})

it('what was only touched is undone, what somebody went on in is not', async () => {
  const touched = await exported()
  await inscribe(bench.workspace, [touched.sessions[0]!.path])
  utimesSync(touched.sessions[0]!.path, 1, 1)
  expect(await undo(bench.workspace, touched.operation)).toMatchObject({ removed: [touched.sessions[0]!.path] })
  const grown = await exported()
  appendFileSync(grown.sessions[0]!.path, '{}\n')
  await expect(undo(bench.workspace, grown.operation)).rejects.toMatchObject({ code: 'target-exists' })
})

it('a file is not taken away while what was said in it cannot be recorded', async () => {
  const { operation, sessions } = await exported()
  appendFileSync(sessions[0]!.path, readFileSync(sessions[0]!.path, 'utf8').trimEnd().split('\n').at(-1)!)
  const append = async () => {
    throw new Failure('store-busy', 'Another process is writing.')
  }
  const busy = { ...bench.workspace, store: { ...bench.workspace.store, append } }
  await expect(undo(busy, operation, { force: true })).rejects.toMatchObject({ code: 'store-busy' })
  expect(existsSync(sessions[0]!.path)).toBe(true)
})

it('with --force replaces what an undo brought back', async () => {
  const out = `${bench.folder}/out.jsonl`
  const forced = { out, force: true }
  const clock = (minute: number) => ({ ...bench.workspace, clock: () => new Date(`2026-03-20T12:0${minute}:00.000Z`) })
  await cutSession(clock(1), session, { kind: 'export' }, { out })
  const before = readFileSync(out)
  const second = await cutSession(clock(2), session, { kind: 'export' }, forced)
  await undo(bench.workspace, second.operation)
  expect(readFileSync(out).equals(before)).toBe(true)
  await cutSession(clock(3), session, { kind: 'export' }, forced)
  expect(readFileSync(out).equals(before)).toBe(false)
})

it('with --force replaces what it wrote, not what work went on in, nor its own source', async () => {
  const { sessions } = await exported()
  const { path } = sessions[0]!
  const again = () => cutSession(bench.workspace, session, { kind: 'export' }, { out: path, force: true })
  await inscribe(bench.workspace, [path])
  const made = await resolveSession(bench.workspace, sessions[0]!.session)
  const itself = cutSession(bench.workspace, made, { kind: 'export' }, { out: path, force: true })
  await expect(itself).rejects.toMatchObject({ code: 'target-exists' })
  appendFileSync(path, '{}\n')
  const grown = readFileSync(path)
  await expect(again()).rejects.toMatchObject({ code: 'target-exists' })
  expect(readFileSync(path).equals(grown)).toBe(true)
})

it('what was there before is there again where an operation cannot be written down', async () => {
  const out = `${bench.folder}/elsewhere.jsonl`
  const theirs = FIXTURE.subarray(0, FIXTURE.indexOf(10) + 1)
  writeFileSync(out, theirs)
  const record = async () => {
    throw new Failure('store-busy', 'Another process is writing.')
  }
  const busy = { ...bench.workspace, store: { ...bench.workspace.store, record } }
  const failed = cutSession(busy, session, { kind: 'export' }, { out, force: true })
  await expect(failed).rejects.toMatchObject({ code: 'store-busy' })
  expect(readFileSync(out).equals(theirs)).toBe(true)
  expect(readdirSync(bench.folder).filter((name) => name.startsWith('.stet-'))).toEqual([])
})

describe('a line that is not as clients write it is written so that it resumes', () => {
  const line = (uuid: string, parent: string | null, more: string) =>
    `{"parentUuid":${JSON.stringify(parent)},"uuid":"${uuid}","sessionId":"s","type":"user","message":{"role":"user","content":"${uuid}"}${more}}`
  const dated = ',"timestamp":"2026-01-01T00:00:00.000Z"'

  it.each([
    ['a time that is a number', [line('a', null, dated), line('b', 'a', ',"timestamp":1767225602000')]],
    [
      'a parent named twice',
      [line('a', null, dated), line('b', 'a', `${dated},"parentUuid":"a"`), line('c', 'b', dated)],
    ],
  ])('%s', async (_, lines) => {
    const source = await bench.inscribe(Buffer.from(`${lines.join('\n')}\n`), '00000000-0000-4000-8000-0000000000bb')
    for (const before of ['round:1', 'round:2']) {
      const step = before === 'round:1' ? ({ kind: 'export' } as const) : ({ kind: 'compress-before', before } as const)
      await bench.operate(source, step) // which has every line of it parsed
    }
  })
})

it('a cut in a result that is no valid UTF-8 never goes beyond it', async () => {
  const call =
    '{"parentUuid":null,"uuid":"a","sessionId":"s","type":"user","message":{"role":"user","content":"go"},"timestamp":"2026-01-01T00:00:00.000Z"}\n{"parentUuid":"a","uuid":"b","sessionId":"s","type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]},"timestamp":"2026-01-01T00:00:01.000Z"}\n'
  const [head, tail] = [
    '{"parentUuid":"b","uuid":"c","sessionId":"s","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"aaaaaaaaa',
    '"}]},"timestamp":"2026-01-01T00:00:02.000Z"}\n',
  ]
  for (const content of ['\xe2b', `\xe2b\\n${'x'.repeat(400)}`]) {
    const bytes = Buffer.concat([Buffer.from(call + head), Buffer.from(content, 'latin1'), Buffer.from(tail)])
    const source = await bench.inscribe(bytes, `00000000-0000-4000-8000-0000000000c${content.length % 10}`)
    const rules = [{ fidelity: parseFidelity('tool_result=head:10') }]
    const { sessions } = await cutSession(bench.workspace, source, { kind: 'export' }, { rules })
    expect(faultsIn(sessions[0]!)).toEqual([])
  }
})

it('lines come from the record where the file says something else by now, though it looks the same', async () => {
  const before = await exported()
  const file = readFileSync(session.source)
  const at = file.indexOf('"content":"') + 12
  file[at] = file[at]! ^ 1
  writeFileSync(session.source, file)
  utimesSync(session.source, new Date(0), new Date(0))
  const after = await exported()
  const linesOf = ({ sessions: [made] }: Operated) =>
    readFileSync(made!.path, 'utf8').replaceAll(made!.session, 'ID').split('\n').slice(1)
  expect(linesOf(after)).toEqual(linesOf(before))
})

it('a name comes from the record, too, where the file says something else by now', async () => {
  const titled = (title: string) =>
    Buffer.concat([FIXTURE, Buffer.from(`${JSON.stringify({ type: 'custom-title', customTitle: title })}\n`)])
  session = await bench.inscribe(titled('first'))
  const named = async () => {
    const { sessions } = await exported()
    return readFileSync(sessions[0]!.path, 'utf8').replaceAll(sessions[0]!.session, 'ID').split('\n').slice(1)
  }
  const before = await named()
  expect(before.join('\n')).toContain('first')
  for (const other of [titled('other'), titled('fir"t')]) {
    writeFileSync(session.source, other)
    utimesSync(session.source, new Date(0), new Date(0))
    expect(await named()).toEqual(before)
  }
})

describe('what a new session says of its window', () => {
  const usageIn = (path: string) =>
    linesIn(path).flatMap((line) => {
      const { usage, model } = (line.message ?? {}) as { usage?: { input_tokens: number }; model?: string }
      return usage && model !== '<synthetic>' ? [usage.input_tokens] : []
    })
  const full = { input_tokens: 990_000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 }
  const reply = (uuid: string, parent: string, content: readonly unknown[], more: object = {}) =>
    lines.reply(uuid, parent, content, `msg-${uuid}`, {
      message: { id: `msg-${uuid}`, role: 'assistant', model: 'claude-opus-4-8', content, usage: full, ...more },
    })

  it('is in the last reply that a model gave', async () => {
    const said = [{ type: 'text', text: 'No response requested.' }]
    const file = lines.fileOf(
      lines.human('z', null, 'x'.repeat(100_000)),
      lines.human('a', 'z', 'Do it.'),
      reply('b', 'a', [{ type: 'text', text: 'Done.' }]),
      reply('c', 'b', said, { model: '<synthetic>', usage: { input_tokens: 0, output_tokens: 0 } }),
    )
    const dropped = { kind: 'drop', range: '1', kinds: [] } as const
    const made = await bench.made(await bench.operate(await bench.inscribe(file, OTHER), dropped))
    expect(usageIn(made.source)).not.toContain(990_000)
  })

  it('counts what is written after that reply once, however often it is cut', async () => {
    const file = lines.fileOf(
      lines.human('a', null, 'Do it.'),
      reply('b', 'a', [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }], {
        usage: { ...full, input_tokens: 50_000 },
      }),
      lines.answers('c', 'b', 'toolu_1', 'x'.repeat(100_000)),
    )
    let last = await bench.inscribe(file, OTHER)
    const sizes: number[] = []
    for (let times = 0; times < 3; times++) {
      const operated = await bench.operate(last, { kind: 'export' })
      sizes.push(operated.tokens_before)
      last = await bench.made(operated)
    }
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(500) // the note on lineage
  })
})
