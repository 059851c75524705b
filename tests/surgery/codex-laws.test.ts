import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { codex } from '../../src/clients/codex/index.ts'
import { type FailureCode, isFailure } from '../../src/model/errors.ts'
import { undo } from '../../src/surgery/undo.ts'
import { tag } from '../../src/work/tag.ts'
import { runs } from '../laws/workbench.ts'
import { frozen, openSurgeryBench, type Step } from './bench.ts'

const ID = '01a1e26b-9044-7101-95a2-b57246f6efa1'
const REFUSALS: readonly FailureCode[] = ['nothing-to-do', 'round-not-found', 'engagement-not-found']

let written = 0
afterAll(() => console.log(`Codex: ${written} sessions written by operations on sessions made by chance`))

type Item = 'say' | 'think' | 'call' | 'compact'
const item = fc.constantFrom<Item>('say', 'think', 'call', 'call', 'compact')
const rounds = fc.array(fc.array(item, { maxLength: 4 }), { minLength: 1, maxLength: 5 })

/** A rollout: what a person says, and what the agent does until the next. */
function rolloutOf(all: readonly (readonly Item[])[]): Buffer {
  const lines: object[] = []
  let nth = 0
  const line = (type: string, payload: object) => {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, ++nth)).toISOString()
    lines.push({ timestamp, type, payload })
  }
  const said = (role: string, type: string, text: string) =>
    line('response_item', { type: 'message', id: `msg_${nth}`, role, content: [{ type, text }] })
  line('session_meta', { id: ID, session_id: ID, cwd: '/project', cli_version: '0.166.0', history_mode: 'paginated' })
  for (const [at, items] of all.entries()) {
    line('event_msg', { type: 'task_started', turn_id: `turn-${at}` })
    said('user', 'input_text', `Prompt ${at + 1}.`)
    for (const kind of items) {
      const call_id = `call_${nth}`
      if (kind === 'say') said('assistant', 'output_text', `Answer ${nth}.`)
      else if (kind === 'think') line('response_item', { type: 'reasoning', id: `rs_${nth}`, encrypted_content: 'x' })
      else if (kind === 'compact') line('compacted', { message: 'So far.', replacement_history: [] })
      else {
        line('response_item', {
          type: 'function_call',
          id: `fc_${nth}`,
          name: 'exec_command',
          arguments: '{"cmd":"ls"}',
          call_id,
        })
        const output = 'much said '.repeat(200)
        line('response_item', { type: 'function_call_output', id: `fco_${nth}`, call_id, output })
      }
    }
    said('assistant', 'output_text', `Done ${at + 1}.`)
  }
  return Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

const step: fc.Arbitrary<Step> = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.constant({ kind: 'trim', options: { threshold: 50, tools: 'all' } }),
  fc.integer({ min: 1, max: 6 }).map((at) => ({ kind: 'compress-before', before: `round:${at}` })),
  fc.integer({ min: 1, max: 5 }).map((at) => ({ kind: 'drop', range: String(at), kinds: [] })),
  fc.constant({ kind: 'drop', range: 'all', kinds: ['thinking', 'tool_result'] }),
  fc.constant({ kind: 'compress-engagement', engagement: 'odd' }),
  fc.constant({ kind: 'extract-engagement', engagement: 'odd' }),
  fc.constant({ kind: 'export' }),
)

it('operations on Codex sessions leave their sources alone, and write what is whole; undo takes it back', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, fc.array(step, { minLength: 1, maxLength: 3 }), async (all, steps) => {
      const bench = openSurgeryBench()
      try {
        const source = join(bench.folder, `rollout-2026-01-01T00-00-00-${ID}.jsonl`)
        writeFileSync(source, rolloutOf(all))
        let session = await bench.inscribeFile(source)
        for (const { round } of await bench.workspace.store.listRounds(session.id))
          if (round % 2 === 1) await tag(bench.workspace, session, { range: String(round), engagement: 'odd' })
        for (const [nth, one] of steps.entries()) {
          const before = await frozen(bench, [session.source])
          const out = join(bench.folder, `made-${nth}.jsonl`)
          const operated = await bench.operate(session, one, { out }).catch(refused)
          if (!operated) break
          written++
          const breaks = operated.sessions[0]!.cache.breaks_at_round
          expect([null, 0, ...all.map((_, at) => at + 1)]).toContain(breaks)
          const made = await bench.made(operated)
          expect(await frozen(bench, [session.source])).toEqual(expect.arrayContaining([...before]))
          expectWhole(made.source, session.source)
          session = made
        }
        if (session.source !== source) {
          await undo(bench.workspace, undefined)
          expect(existsSync(session.source)).toBe(false)
        }
      } finally {
        await bench.close()
      }
    }),
    runs(80),
  )
}, 120_000)

/** Line 1 is the client's, calls and results are together, and reasoning is what the source has. */
function expectWhole(path: string, source: string): void {
  const lines = linesIn(path)
  expect(lines[0]!.type).toBe('session_meta')
  const items = codex.context.conversation(readFileSync(path)).map((text) => JSON.parse(text))
  const idsOf = (type: string) => items.filter((one) => one.type === type).map((one) => one.call_id)
  expect(idsOf('function_call_output').toSorted()).toEqual(idsOf('function_call').toSorted())
  const known = new Set(linesIn(source).map(({ payload }) => JSON.stringify(payload)))
  for (const { payload } of lines) if (payload?.type === 'reasoning') expect(known).toContain(JSON.stringify(payload))
}

function linesIn(path: string): readonly { readonly type: string; readonly payload?: { readonly type?: string } }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function refused(error: unknown): undefined {
  if (!isFailure(error, ...REFUSALS)) throw error
}
