import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { CORPUS_ABSENT, type CorpusFile, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { DEFAULT_VERSION } from './claude-code.ts'
import { findClaude } from './install.mjs'
import { limit } from './limit.ts'
import { type Bench, type Outcome, openBench, type Patient } from './oracle/bench.ts'
import { mergePromises, OPERATIONS } from './oracle/operations.ts'
import { openStet } from './oracle/stet.ts'

const isWide = process.env.STET_WIDE === '1'
const corpus = corpusFiles().filter((file) => !file.isSubagent)
if (isWide && corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
const fixtures = fixtureFiles().filter((file) => file.name.includes(DEFAULT_VERSION))
/** What everything is merged with. */
const PARTNER = fixtures.find((file) => file.name.startsWith('parallel-tools'))!

interface Row extends Outcome {
  readonly file: string
  readonly operation: string
}
const rows: Row[] = []

describe.runIf(isWide)('every operation on every transcript resumes, and what it keeps is what was', () => {
  const two = limit(2)
  beforeAll(buildBundle)
  afterAll(report)

  it.concurrent.for([...fixtures, ...corpus])('$name', { timeout: 900_000 }, async (file, { skip, expect }) => {
    if (!findClaude(DEFAULT_VERSION)) {
      if (process.env.CI === 'true') throw new Error(`Claude Code ${DEFAULT_VERSION} is not installed`)
      skip(`Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)
    }
    const found = await two(() => rowsOf(file))
    rows.push(...found)
    expect(found.filter((row) => row.verdict !== 'exact' && row.verdict !== 'refused')).toEqual([])
  })
})

async function rowsOf(file: CorpusFile): Promise<readonly Row[]> {
  const stet = openStet()
  try {
    const bench = openBench(stet)
    const patient = await bench.admit(file.path, file.name)
    const found: Row[] = []
    for (const operation of OPERATIONS)
      found.push({ file: file.name, operation: operation.name, ...(await bench.operate(patient, operation)) })
    found.push({ file: file.name, operation: 'merge with another', ...(await mergedWithPartner(bench, patient)) })
    const children = found.find((row) => row.operation === 'split')!.paths
    if (children.length > 1)
      found.push({ file: file.name, operation: 'merge of the split', ...(await mergedBack(bench, patient, children)) })
    return found
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

/** The table goes to the terminal and to a file. */
function report(): void {
  const table = rows
    .map(({ file, operation, verdict, why }) => [file, operation, verdict, why ?? ''].join('\t'))
    .join('\n')
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length
  const path = join(tmpdir(), `stet-surgery-${process.pid}.tsv`)
  writeFileSync(path, `file\toperation\tverdict\twhy\n${table}\n`)
  console.log(table)
  console.log(
    `${rows.length} operations: ${count('exact')} exact, ${count('refused')} refused, ${count('different')} different, ${count('does not resume')} do not resume; ${path}`,
  )
}
