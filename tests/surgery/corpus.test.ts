import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLIENTS } from '../../src/clients/index.ts'
import { type FailureCode, isFailure } from '../../src/model/errors.ts'
import type { Session } from '../../src/model/session.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { frozen, openSurgeryBench, type Step, type SurgeryBench } from './bench.ts'
import { faultsOf } from './output.ts'
import { expectReferences } from './references.ts'

const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
const files = [...fixtureFiles(), ...corpus]
const REFUSALS: readonly FailureCode[] = ['nothing-to-do', 'not-resumable', 'round-not-found']

let bench: SurgeryBench
const counts = { written: 0, exact: 0, references: 0 }
const refused = new Map<string, number>()
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())
afterAll(() => {
  const why = [...refused].map(([code, count]) => `${count} ${code}`).join(', ')
  console.log(
    `${files.length} files: ${counts.written} sessions written, ${counts.exact} exports exact, ${counts.references} references followed; refused: ${why}`,
  )
})

describe('operations on real transcripts', () => {
  it.each(files)('$name', { timeout: 120_000 }, async ({ path }) => {
    const session = await bench.inscribeFile(path)
    const before = await frozen(bench, [path])
    const middle = `round:${Math.ceil(session.facts.highestRound / 2) + 1}`
    const steps: readonly Step[] = [
      { kind: 'export' },
      { kind: 'trim' },
      { kind: 'compress-before', before: middle },
      { kind: 'drop', range: 'all', kinds: ['image', 'thinking', 'tool_result'] },
    ]
    for (const step of steps) {
      const made = await operated(session, step)
      if (!made) continue
      expect(faultsOf(made.source)).toEqual([])
      if (step.kind === 'export') expectSameConversation(session, made)
    }
    expect(await frozen(bench, [path])).toEqual(expect.arrayContaining([...before]))
  })

  it('a trim of a compression of a merge leads back to the first originals', { timeout: 120_000 }, async () => {
    const every = corpus.length > 0 ? 9 : 3
    const some = files.filter((file) => !file.isSubagent).filter((_, at) => at % every === 0)
    for (const [at, { path }] of some.entries()) {
      const session = await bench.inscribeFile(path)
      const other = await bench.inscribeFile(some[(at + 1) % some.length]!.path)
      const merged = await operated(session, { kind: 'merge', others: [other] })
      if (!merged) continue
      const middle = Math.ceil(merged.facts.highestRound / 2) + 1
      const compressed = await operated(merged, { kind: 'compress-before', before: `round:${middle}` })
      const trimmed = compressed && (await operated(compressed, { kind: 'trim', options: { threshold: 100 } }))
      const deepest = trimmed ?? compressed ?? merged
      expect(faultsOf(deepest.source)).toEqual([])
      counts.references += await expectReferences(bench, deepest)
    }
    expect(counts.references).toBeGreaterThan(0)
  })
})

async function operated(session: Session, step: Step): Promise<Session | undefined> {
  try {
    const made = await bench.made(await bench.operate(session, step))
    counts.written++
    return made
  } catch (error) {
    if (!isFailure(error, ...REFUSALS)) throw error
    refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
    return undefined
  }
}

function expectSameConversation(source: Session, made: Session): void {
  const client = CLIENTS.find((known) => known.name === source.client)!
  const [before, after] = [source, made].map(({ source: path }) => client.context!.conversation(readFileSync(path)))
  const interrupted = after!.filter((block) => !block.includes('[Tool call interrupted: the session ended'))
  const open = after!.length - interrupted.length
  if (open === 0) expect(after).toEqual(before)
  else expect(interrupted.length).toBe(before!.length + open) // calls the file leaves open are answered now
  counts.exact++
}
