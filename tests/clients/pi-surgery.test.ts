import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { findPi, PI_VERSIONS } from './install.mjs'
import { limit } from './limit.ts'
import { FULL, trimmed, without } from './oracle/forms.ts'
import { mergePromises, OPERATIONS } from './oracle/operations.ts'
import { openPiBench, type PiBench, type PiPatient } from './oracle/pi-bench.ts'
import { type Piece, preludeOf, roundPiece, type Source } from './oracle/pieces.ts'
import { openStet } from './oracle/stet.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/pi')
const TOOLS = ['bash', 'read']
const NAMES = OPERATIONS.map((operation) => operation.name)
const [NEWEST, OLDER] = PI_VERSIONS as readonly [string, string]

interface Cuts {
  readonly fixture: string
  readonly version: string
  readonly operations: readonly string[]
}

/** The wide run does everything on three rounds, then what is worth a look where it is special. */
const WIDE: readonly Cuts[] = [
  { fixture: 'three-rounds', version: NEWEST, operations: NAMES },
  { fixture: 'three-rounds', version: OLDER, operations: ['compress-before', 'split'] },
  {
    fixture: 'compaction',
    version: NEWEST,
    operations: ['export', 'compress-before', 'extract-engagement', 'drop tool_use', 'split'],
  },
  { fixture: 'compaction', version: OLDER, operations: ['export', 'compress-before'] },
  {
    fixture: 'image-and-interrupted',
    version: NEWEST,
    operations: ['export', 'compress-before', 'drop thinking,tool_result,image'],
  },
]
const SHORT: readonly Cuts[] = [
  { fixture: 'three-rounds', version: NEWEST, operations: ['trim 20', 'split'] },
  { fixture: 'three-rounds', version: OLDER, operations: ['compress-before'] },
  { fixture: 'compaction', version: NEWEST, operations: ['compress-before'] },
]
const CUTS = process.env.STET_WIDE ? WIDE : SHORT

const two = limit(2)
let proven = 0
beforeAll(buildBundle)
afterAll(() => console.log(`surgery: ${proven} operations resumed in pi, and what they keep is what was sent before`))

describe('what pi sends after an operation is what it sent before, and the planned words', () => {
  it.concurrent.for(CUTS)(
    '$fixture, $version',
    { timeout: 240_000 },
    async ({ fixture, version, operations }, { skip, expect }) => {
      requirePi(version, skip)
      await two(() =>
        atBench(version, async (bench) => {
          const patient = await bench.admit(join(FIXTURES, `${fixture}-${version}.jsonl`))
          for (const name of operations) {
            const outcome = await operate(bench, patient, name)
            expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
            proven++
          }
        }),
      )
    },
  )

  it.concurrent('a merge', { timeout: 240_000 }, async ({ skip, expect }) => {
    requirePi(NEWEST, skip)
    await two(() =>
      atBench(NEWEST, async (bench) => {
        const patients: PiPatient[] = []
        for (const fixture of ['compaction', 'image-and-interrupted'])
          patients.push(await bench.admit(join(FIXTURES, `${fixture}-${NEWEST}.jsonl`)))
        const args = ['merge', ...patients.map(({ path }) => path)]
        const merged = await bench.prove(args, patients, (sources) => [mergePromises(sources)])
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  it.concurrent('a cut of a compression', { timeout: 240_000 }, async ({ skip, expect }) => {
    requirePi(NEWEST, skip)
    await two(() =>
      atBench(NEWEST, async (bench) => {
        const patient = await bench.admit(join(FIXTURES, `three-rounds-${NEWEST}.jsonl`))
        const compressed = await operate(bench, patient, 'compress-before')
        expect(compressed, compressed.why).toMatchObject({ verdict: 'exact' })
        const args = ['drop', compressed.paths[0]!, 'all', '--kinds', 'tool_result']
        const cut = await bench.prove(args, [patient], ([source]) => [cutAfterOne(source!)])
        expect(cut, cut.why).toMatchObject({ verdict: 'exact' })
        proven += 2
      }),
    )
  })
})

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

/** The same operations as for any client, with pi's own tools, written for it. */
function operate(bench: PiBench, patient: PiPatient, name: string) {
  const operation = OPERATIONS.find((one) => one.name === name)!
  const args = operation.args(patient.path, patient).map((word) => (word === 'claude-code' ? 'pi' : word))
  const threshold = /^trim (\d+)$/.exec(name)?.[1]
  if (threshold === undefined) return bench.prove(args, [patient], ([source]) => operation.promises(source!))
  const form = trimmed(Number(threshold), TOOLS)
  return bench.prove(args, [patient], ([source]) => [
    [...preludeOf(source!, FULL, form), ...source!.rounds.map((round) => roundPiece(source!, round, form))],
  ])
}

async function atBench(version: string, run: (bench: PiBench) => Promise<void>): Promise<void> {
  const stet = openStet()
  try {
    await run(openPiBench(stet, version))
  } finally {
    stet.remove()
  }
}

function requirePi(version: string, skip: (note: string) => void): void {
  if (findPi(version)) return
  if (process.env.CI === 'true') throw new Error(`pi ${version} is not installed`)
  skip(`pi ${version} is not installed: node tests/clients/install.mjs`)
}
