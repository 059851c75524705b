import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, type ExpectStatic, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { CODEX_VERSION, findCodex } from './install.mjs'
import { limit } from './limit.ts'
import { type CodexBench, type CodexPatient, openCodexBench } from './oracle/codex-bench.ts'
import { FULL, trimmed, without } from './oracle/forms.ts'
import { mergePromises, OPERATIONS } from './oracle/operations.ts'
import { type Piece, preludeOf, roundPiece, type Source, withoutRest } from './oracle/pieces.ts'
import { openStet } from './oracle/stet.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/codex')

const TOOLS = ['exec_command', 'write_stdin', 'shell']
const NAMES = OPERATIONS.map((operation) => operation.name)

/** Everything, on three rounds in both modes; then what is worth a look where it is special. */
const CUTS: readonly { readonly fixture: string; readonly operations: readonly string[] }[] = [
  { fixture: 'three-rounds', operations: NAMES },
  { fixture: 'legacy', operations: NAMES },
  { fixture: 'compaction', operations: ['export', 'compress-before', 'drop rounds', 'split'] },
  { fixture: 'image-and-interrupted', operations: ['export', 'compress-before', 'drop thinking,tool_result,image'] },
]

const two = limit(2)
let proven = 0
beforeAll(buildBundle)
afterAll(() =>
  console.log(`surgery: ${proven} operations resumed in Codex, and what they keep is what was sent before`),
)

describe('what Codex sends after an operation is what it sent before, and the planned words', () => {
  it.concurrent.for(CUTS)('$fixture', { timeout: 240_000 }, async ({ fixture, operations }, { skip, expect }) => {
    requireCodex(skip)
    await two(() =>
      atBench(async (bench, admit) => {
        const patient = await admit(fixture)
        for (const name of operations) {
          const outcome = await operate(bench, patient, name)
          expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
          proven++
        }
      }),
    )
  })

  it.concurrent.for([
    ['three-rounds', 'legacy'],
    ['legacy', 'compaction'],
    ['compaction', 'image-and-interrupted'],
  ])('merge of %s and %s', { timeout: 240_000 }, async (fixtures, { skip, expect }) => {
    requireCodex(skip)
    await two(() =>
      atBench(async (bench, admit) => {
        const patients: CodexPatient[] = []
        for (const fixture of fixtures) patients.push(await admit(fixture))
        const args = ['merge', ...patients.map(({ path }) => path)]
        const merged = await bench.prove(args, patients, (sources) => [mergePromises(sources)])
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  atCodex('a fork, with what it goes on from', async (expect, bench) => {
    const fork = join(FIXTURES, `fork-${CODEX_VERSION}`)
    const patient = await bench.admit(`${fork}.jsonl`, [`${fork}.parent.jsonl`])
    expect(patient.prelude.length).toBeGreaterThan(10) // the rounds of the other session
    for (const name of ['export', 'drop thinking,tool_result,image']) {
      const outcome = await operate(bench, patient, name)
      expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
      proven++
    }
  })

  atCodex('a session whose window was full is not compacted at once', async (expect, bench, admit, home) => {
    const patient = await admit('three-rounds')
    const text = withOtherId(patient.text).replaceAll(/"total_tokens":\d+/g, '"total_tokens":195000')
    const full = join(home, 'full.jsonl')
    writeFileSync(full, text)
    await expect(bench.admit(full)).rejects.toThrow('it did something of its own first')
    const compressed = await operate(bench, { ...patient, path: full, text }, 'compress-before')
    expect(compressed, compressed.why).toMatchObject({ verdict: 'exact' })
    proven++
  })

  atCodex('an output that the client shortens is shortened alike afterwards', async (expect, bench, admit, home) => {
    const { text } = await admit('three-rounds')
    const long = join(home, 'long.jsonl')
    const rows = Array.from({ length: 3000 }, (_, row) => `row ${row} of a list that is too long`).join('\\n')
    writeFileSync(long, withOtherId(text).replaceAll('row 001 of the list', rows))
    const patient = await bench.admit(long)
    expect(JSON.stringify(patient.rounds)).toMatch(/ truncated…/)
    const outcome = await operate(bench, patient, 'export')
    expect(outcome, outcome.why).toMatchObject({ verdict: 'exact' })
    proven++
  })

  atCodex('rounds before a compaction, brought back as they were sent', async (expect, bench, admit, home) => {
    const patient = await admit('compaction')
    const earlier = join(home, 'earlier.jsonl')
    writeFileSync(earlier, withOtherId(beforeCompaction(patient.text)))
    const [first, second] = (await bench.admit(earlier)).rounds
    expect(patient.rounds.map(({ number }) => number)).toEqual([5]) // all that is still sent whole
    const args = ['split', patient.path, '--to', 'early=1-2']
    const split = await bench.prove(args, [patient], ([source]) => [
      [
        ...preludeOf(withoutRest(source!)),
        { kind: 'index', rounds: [4, 5] },
        roundPiece(source!, first!),
        roundPiece(source!, second!),
      ],
    ])
    expect(split, split.why).toMatchObject({ verdict: 'exact' })
    const extract = ['extract-engagement', patient.path, 'early'] // what the split tagged; round 1 had another tag
    const extracted = await bench.prove(extract, [patient], ([source]) => [
      [...preludeOf(withoutRest(source!)), roundPiece(source!, second!)],
    ])
    expect(extracted, extracted.why).toMatchObject({ verdict: 'exact' })
    proven += 2
  })

  atCodex('all rounds, as if the client had never compacted', async (expect, bench, admit, home) => {
    const patient = await admit('compaction')
    const uncompacted = join(home, 'uncompacted.jsonl')
    writeFileSync(uncompacted, withOtherId(withoutCompaction(patient.text)))
    const { rounds, ...before } = await bench.admit(uncompacted)
    expect(rounds.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    const revived = await bench.prove(['revive', patient.path, '--before-compaction'], [patient], ([source]) => [
      [...preludeOf({ ...before, name: source!.name, rounds }), ...rounds.map((round) => roundPiece(source!, round))],
    ])
    expect(revived, revived.why).toMatchObject({ verdict: 'exact' })
    proven++
  })

  atCodex('a cut of a compression', async (expect, bench, admit) => {
    const patient = await admit('three-rounds')
    const compressed = await operate(bench, patient, 'compress-before')
    expect(compressed, compressed.why).toMatchObject({ verdict: 'exact' })
    const args = ['drop', compressed.paths[0]!, 'all', '--kinds', 'tool_result']
    const cut = await bench.prove(args, [patient], ([source]) => [cutAfterOne(source!)])
    expect(cut, cut.why).toMatchObject({ verdict: 'exact' })
    proven += 2
  })
})

/** The same session under another name. */
function withOtherId(text: string): string {
  const { id } = JSON.parse(text.slice(0, text.indexOf('\n'))).payload
  return text.replaceAll(id, '01a1e26b-0000-7000-8000-0000000000ff')
}

function withoutCompaction(text: string): string {
  return text.replace(/^.*"type":"compacted".*\n/gm, '')
}

/** The lines of a session before the round in which it was compacted. */
function beforeCompaction(text: string): string {
  const at = text.indexOf('"type":"compacted"')
  const round = text.slice(0, at).lastIndexOf('"type":"task_started"')
  return text.slice(0, text.lastIndexOf('\n', round) + 1)
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

/** The same operations as for any client, with Codex's own tools, written for Codex. */
function operate(bench: CodexBench, patient: CodexPatient, name: string) {
  const operation = OPERATIONS.find((one) => one.name === name)!
  const args = operation.args(patient.path, patient).map((word) => (word === 'claude-code' ? 'codex' : word))
  const threshold = /^trim (\d+)$/.exec(name)?.[1]
  if (threshold === undefined) return bench.prove(args, [patient], ([source]) => operation.promises(source!))
  const form = trimmed(Number(threshold), TOOLS)
  return bench.prove(args, [patient], ([source]) => [
    [...preludeOf(source!, FULL, form), ...source!.rounds.map((round) => roundPiece(source!, round, form))],
  ])
}

type Run = (bench: CodexBench, admit: (fixture: string) => Promise<CodexPatient>, home: string) => Promise<void>

/** A test with the real client; two run at a time. */
function atCodex(name: string, run: (expect: ExpectStatic, ...args: Parameters<Run>) => Promise<void>): void {
  it.concurrent(name, { timeout: 240_000 }, async ({ skip, expect }) => {
    requireCodex(skip)
    await two(() => atBench((...args) => run(expect, ...args)))
  })
}

async function atBench(run: Run): Promise<void> {
  const stet = openStet()
  try {
    const bench = openCodexBench(stet)
    await run(bench, (fixture) => bench.admit(join(FIXTURES, `${fixture}-${CODEX_VERSION}.jsonl`)), stet.home)
  } finally {
    stet.remove()
  }
}

function requireCodex(skip: (note: string) => void): void {
  if (findCodex()) return
  if (process.env.CI === 'true') throw new Error(`Codex ${CODEX_VERSION} is not installed`)
  skip(`Codex ${CODEX_VERSION} is not installed: node tests/clients/install.mjs`)
}
