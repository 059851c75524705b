import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { findGemini, GEMINI_VERSION } from './install.mjs'
import { limit } from './limit.ts'
import { FULL, trimmed, without } from './oracle/forms.ts'
import { type GeminiBench, type GeminiPatient, openGeminiBench } from './oracle/gemini-bench.ts'
import { mergePromises, OPERATIONS } from './oracle/operations.ts'
import { type Piece, preludeOf, roundPiece, type Source } from './oracle/pieces.ts'
import { openStet } from './oracle/stet.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/gemini')
const DOCUMENT = resolve(import.meta.dirname, '../golden/parse/gemini/a-document-of-an-older-version/input.json')

const TOOLS = ['run_shell_command', 'read_file']
const NAMES = OPERATIONS.map((operation) => operation.name)
const ON_ONE_ROUND = ['export', 'fidelity navigate', 'trim 20', 'drop thinking,tool_result,image', 'drop tool_use']

/** Everything, on three rounds; then what is worth a look where it is special; on one round in the wide run. */
const CUTS: readonly { readonly fixture: string; readonly operations: readonly string[] }[] = [
  { fixture: 'three-rounds', operations: NAMES },
  ...(process.env.STET_WIDE ? [{ fixture: 'one-round', operations: ON_ONE_ROUND }] : []),
  { fixture: 'compaction', operations: ['export', 'compress-before', 'drop rounds', 'split'] },
  { fixture: 'image-and-interrupted', operations: ['export', 'compress-before', 'drop thinking,tool_result,image'] },
]

const two = limit(2)
let proven = 0
beforeAll(buildBundle)
afterAll(() =>
  console.log(`surgery: ${proven} operations resumed in Gemini CLI, and what they keep is what was sent before`),
)

describe('what Gemini CLI sends after an operation is what it sent before, and the planned words', () => {
  it.concurrent.for(CUTS)('$fixture', { timeout: 240_000 }, async ({ fixture, operations }, { skip, expect }) => {
    requireGemini(skip)
    await two(() =>
      atBench(async (bench) => {
        const patient = await bench.admit(join(FIXTURES, `${fixture}-${GEMINI_VERSION}.jsonl`))
        for (const name of operations) {
          const outcome = await operate(bench, patient, name)
          expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
          proven++
        }
      }),
    )
  })

  it.concurrent('a document of an older version', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireGemini(skip)
    await two(() =>
      atBench(async (bench) => {
        const patient = await bench.admit(DOCUMENT)
        expect(patient.rounds).toHaveLength(2)
        for (const name of ['export', 'compress-before', 'drop thinking,tool_result,image', 'split']) {
          const outcome = await operate(bench, patient, name)
          expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
          proven++
        }
      }),
    )
  })

  it.concurrent.for([
    ['three-rounds', 'image-and-interrupted'],
    ['compaction', 'one-round'],
  ])('merge of %s and %s', { timeout: 240_000 }, async (fixtures, { skip, expect }) => {
    requireGemini(skip)
    await two(() =>
      atBench(async (bench) => {
        const patients: GeminiPatient[] = []
        for (const fixture of fixtures)
          patients.push(await bench.admit(join(FIXTURES, `${fixture}-${GEMINI_VERSION}.jsonl`)))
        const args = ['merge', ...patients.map(({ path }) => path)]
        const merged = await bench.prove(args, patients, (sources) => [mergePromises(sources)])
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  it.concurrent('a cut of a compression', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireGemini(skip)
    await two(() =>
      atBench(async (bench) => {
        const patient = await bench.admit(join(FIXTURES, `three-rounds-${GEMINI_VERSION}.jsonl`))
        const compressed = await operate(bench, patient, 'compress-before')
        expect(compressed, compressed.why).toMatchObject({ verdict: 'exact' })
        const args = ['drop', compressed.paths[0]!, 'all', '--kinds', 'tool_result']
        const cut = await bench.prove(args, [patient], ([source]) => [cutAfterOne(source!)])
        expect(cut, cut.why).toMatchObject({ verdict: 'exact' })
        proven += 2
      }),
    )
  })

  it.concurrent('all rounds, as if the client had never compacted', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireGemini(skip)
    await two(() =>
      atBench(async (bench, home) => {
        const patient = await bench.admit(join(FIXTURES, `compaction-${GEMINI_VERSION}.jsonl`))
        expect(patient.rounds.map(({ number }) => number)).toEqual([3, 4, 5])
        const uncompacted = join(home, 'uncompacted.jsonl')
        writeFileSync(uncompacted, patient.text.replace(/^\{"\$set":\{"messages":.*\n/gm, ''))
        const { rounds } = await bench.admit(uncompacted)
        expect(rounds.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
        const revived = await bench.prove(['revive', patient.path, '--before-compaction'], [patient], ([source]) => [
          rounds.map((round) => roundPiece(source!, round)),
        ])
        expect(revived, revived.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  it.concurrent('a call that was never answered is answered', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireGemini(skip)
    await two(() =>
      atBench(async (bench, home) => {
        const open = join(home, 'open.jsonl')
        writeFileSync(open, unanswered())
        const patient = await bench.admit(open)
        const whole = patient.rounds[0]!.blocks
        expect(whole.map(({ type }) => type)).toEqual(['text', 'text', 'tool_use', 'text'])
        const [asked, said, call, more] = whole
        const answer = {
          role: 'user',
          type: 'tool_result',
          id: call!.id!,
          content: '[Operation Cancelled] Reason: the session ended before the call did.',
          isError: true as const,
        }
        const outcome = await bench.prove(['export', open, '--to', 'gemini-cli'], [patient], ([source]) => [
          [roundPiece(source!, { ...source!.rounds[0]!, blocks: [asked!, said!, call!, answer, more!] })],
        ])
        expect(outcome, outcome.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })
})

/** A session that ended while a tool was at work. */
function unanswered(): string {
  const at = (second: number) => `2026-03-19T10:00:0${second}.000Z`
  const call = {
    id: 'call_1',
    name: 'run_shell_command',
    args: { command: 'sleep 60' },
    status: 'success',
    timestamp: at(2),
  }
  const lines = [
    {
      sessionId: '7c0c7d3e-1111-4222-8333-444455557777',
      projectHash: 'c18c07f3',
      startTime: at(0),
      lastUpdated: at(3),
      kind: 'main',
    },
    { id: 'u1', timestamp: at(1), type: 'user', content: [{ text: 'Wait a while.' }] },
    { id: 'g1', timestamp: at(2), type: 'gemini', content: 'I wait.', toolCalls: [call] },
    { id: 'g2', timestamp: at(3), type: 'gemini', content: 'It took too long.' },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Two operations: the first round is a row, and the results of the others are references. */
function cutAfterOne(source: Source): readonly Piece[] {
  const [, ...rest] = source.rounds
  return [
    ...preludeOf(source),
    { kind: 'lineage', times: 2 },
    { kind: 'index', rounds: [1] },
    ...rest.map((round) => roundPiece(source, round, without('tool_result'))),
  ]
}

/** The same operations as for any client, with Gemini CLI's own tools, written for it. */
function operate(bench: GeminiBench, patient: GeminiPatient, name: string) {
  const operation = OPERATIONS.find((one) => one.name === name)!
  const args = operation.args(patient.path, patient).map((word) => (word === 'claude-code' ? 'gemini-cli' : word))
  const threshold = /^trim (\d+)$/.exec(name)?.[1]
  if (threshold === undefined) return bench.prove(args, [patient], ([source]) => operation.promises(source!))
  const form = trimmed(Number(threshold), TOOLS)
  return bench.prove(args, [patient], ([source]) => [
    [...preludeOf(source!, FULL, form), ...source!.rounds.map((round) => roundPiece(source!, round, form))],
  ])
}

async function atBench(run: (bench: GeminiBench, home: string) => Promise<void>): Promise<void> {
  const stet = openStet()
  try {
    await run(openGeminiBench(stet), stet.home)
  } finally {
    stet.remove()
  }
}

function requireGemini(skip: (note: string) => void): void {
  if (findGemini()) return
  if (process.env.CI === 'true') throw new Error(`Gemini CLI ${GEMINI_VERSION} is not installed`)
  skip(`Gemini CLI ${GEMINI_VERSION} is not installed: node tests/clients/install.mjs`)
}
