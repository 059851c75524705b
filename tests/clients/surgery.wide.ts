import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { CORPUS_ABSENT, type CorpusFile, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { DEFAULT_VERSION } from './claude-code.ts'
import { findClaude } from './install.mjs'
import { limit } from './limit.ts'
import { type Bench, type Outcome, openBench, type Patient, REFUSALS } from './oracle/bench.ts'
import { mergePromises, OPERATIONS } from './oracle/operations.ts'
import { openStet } from './oracle/stet.ts'

const corpus = corpusFiles().filter((file) => !file.isSubagent)
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
const fixtures = fixtureFiles().filter((file) => file.name.includes(DEFAULT_VERSION))
/** What everything is merged with. */
const PARTNER = fixtures.find((file) => file.name.startsWith('parallel-tools'))!

const two = limit(2)
const table = join(mkdtempSync(join(tmpdir(), 'stet-surgery-')), 'table.tsv')
const counts = new Map<string, number>()

describe('every operation on every transcript resumes, and what it keeps is what was sent before', () => {
  beforeAll(buildBundle)
  afterAll(() => {
    console.log([...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', '))
    for (const [code, why] of Object.entries(REFUSALS)) console.log(`refused with ${code}: ${why}`)
    console.log(`the table is in ${table}`)
  })

  for (const file of [...fixtures, ...corpus]) {
    it.concurrent(file.name, { timeout: 1_800_000 }, async ({ skip, expect }) => {
      if (!findClaude(DEFAULT_VERSION)) {
        if (process.env.CI === 'true') throw new Error(`Claude Code ${DEFAULT_VERSION} is not installed`)
        skip(`Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)
      }
      const outcomes = await two(() => outcomesOf(file))
      for (const [operation, outcome] of outcomes) report(file, operation, outcome)
      const bad = [...outcomes].filter(([, { verdict }]) => verdict !== 'exact' && verdict !== 'refused')
      expect(bad).toEqual([])
    })
  }
})

async function outcomesOf(file: CorpusFile): Promise<ReadonlyMap<string, Outcome>> {
  const stet = openStet()
  try {
    const bench = openBench(stet)
    const patient = await bench.admit(file.path, file.name)
    const outcomes = new Map<string, Outcome>()
    for (const operation of OPERATIONS) outcomes.set(operation.name, await bench.operate(patient, operation))
    outcomes.set('merge with another', await mergedWithPartner(bench, patient))
    const children = outcomes.get('split')!.paths
    if (children.length > 1) outcomes.set('merge of the split', await mergedBack(bench, patient, children))
    return outcomes
  } finally {
    stet.remove()
  }
}

async function mergedWithPartner(bench: Bench, patient: Patient): Promise<Outcome> {
  const partner = await bench.admit(PARTNER.path, 'partner')
  return bench.prove(['merge', patient.path, partner.path], [patient, partner], (sources) => [mergePromises(sources)])
}

async function mergedBack(bench: Bench, patient: Patient, children: readonly string[]): Promise<Outcome> {
  const whole = OPERATIONS.find((operation) => operation.name === 'export')!
  return bench.prove(['merge', ...children], [patient], ([source]) => whole.promises(source!))
}

/** A row goes to the terminal and to the table as soon as it is known. */
function report(file: CorpusFile, operation: string, { verdict, why = '' }: Outcome): void {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  const row = [file.name, operation, verdict, why].join('\t')
  appendFileSync(table, `${row}\n`)
  console.log(row)
}
