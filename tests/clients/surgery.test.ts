import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { conversation, resume } from './claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from './install.mjs'
import { limit } from './limit.ts'
import { type Bench, openBench } from './oracle/bench.ts'
import { type Form, FULL, trimmed } from './oracle/forms.ts'
import { withFullWindow } from './oracle/full-window.ts'
import { withLongResults } from './oracle/long-results.ts'
import { LOOSE, withLooseLines } from './oracle/loose-lines.ts'
import { mergePromises, OPERATIONS, type Operation } from './oracle/operations.ts'
import { withOtherUuids } from './oracle/other-uuids.ts'
import type { Piece, Source } from './oracle/pieces.ts'
import { openStet } from './oracle/stet.ts'
import { writtenTwice } from './oracle/written-twice.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/claude-code')
const HOOKS = resolve(import.meta.dirname, '../../../shared/fixtures/claude-code/07-hooks-contexts-2.1.325.jsonl')
const [NEW, OLD] = CLAUDE_VERSIONS as [string, string]

/** Everything, on calls side by side and on four rounds with a subagent; then what is worth a look where it is special. */
const CUTS: readonly { readonly fixture: string; readonly version: string; readonly operations: readonly string[] }[] =
  [
    { fixture: 'parallel-tools', version: NEW, operations: OPERATIONS.map((operation) => operation.name) },
    { fixture: 'subagent-large-output', version: NEW, operations: OPERATIONS.map((operation) => operation.name) },
    { fixture: 'auto-compact', version: NEW, operations: ['export', 'compress-before'] },
    { fixture: 'manual-compact', version: NEW, operations: ['compress-before', 'extract-engagement'] },
    { fixture: 'branches', version: NEW, operations: ['trim 500', 'compress-engagement'] },
    { fixture: 'interrupted-and-image', version: NEW, operations: ['drop rounds', 'drop thinking,tool_result,image'] },
    { fixture: 'fork', version: NEW, operations: ['trim 500', 'split'] },
    { fixture: 'parallel-tools', version: OLD, operations: ['trim 500', 'compress-before'] },
    { fixture: 'manual-compact', version: OLD, operations: ['trim 500', 'compress-before'] },
  ]

/** Sessions with rounds in common, with a compaction's summary, and of the older client. */
const MERGES: readonly { readonly fixtures: readonly string[]; readonly version: string }[] = [
  { fixtures: ['parallel-tools', 'fork'], version: NEW },
  { fixtures: ['subagent-large-output', 'auto-compact'], version: NEW },
  { fixtures: ['manual-compact', 'parallel-tools'], version: OLD },
]

const two = limit(2)
let proven = 0
beforeAll(buildBundle)
afterAll(() => console.log(`surgery: ${proven} operations resumed, and what they keep is what was sent before`))

describe('what the client sends after an operation is what it sent before, and the planned words', () => {
  it.concurrent.for(CUTS)('$fixture, $version', { timeout: 240_000 }, async (cut, { skip, expect }) => {
    requireClaude(cut.version, skip)
    await two(() =>
      atBench(cut.version, async (bench, admit) => {
        const patient = await admit(cut.fixture)
        for (const name of cut.operations) {
          const outcome = await bench.operate(patient, named(name))
          expect(outcome, `${name}: ${outcome.why}`).toMatchObject({ verdict: 'exact' })
          proven++
        }
      }),
    )
  })

  it.concurrent.for(MERGES)('merge of $fixtures, $version', { timeout: 240_000 }, async (merge, { skip, expect }) => {
    requireClaude(merge.version, skip)
    await two(() =>
      atBench(merge.version, async (bench, admit) => {
        const patients = []
        for (const fixture of merge.fixtures) patients.push(await admit(fixture))
        const args = ['merge', ...patients.map((patient) => patient.path)]
        const merged = await bench.prove(args, patients, (sources) => [mergePromises(sources)])
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  it.concurrent.for(['manual-compact', 'branches'])(
    'a round of %s that is not sent any more is brought back',
    { timeout: 240_000 },
    async (fixture, { skip, expect }) => {
      requireClaude(NEW, skip)
      await two(async () => {
        const stet = openStet()
        try {
          const path = join(FIXTURES, `${fixture}-${NEW}.jsonl`)
          const { session } = (await stet.run('inscribe', path)).value.sessions[0]
          const rounds = (await stet.run('rounds', session)).value
          const { round, user_preview } = rounds.find((row: { active: boolean }) => !row.active)
          const { value } = await stet.run('split', session, '--to', `back=${round}`)
          expect(value.warnings).toEqual([expect.stringContaining('Brought back')])
          const ran = await resume(value.sessions[0].path, { version: NEW })
          expect(ran.ok, ran.stderr).toBe(true)
          const said = conversation(ran.messages!, ran.prompt).map((block) => block.text ?? '')
          expect(said.some((text) => text.startsWith(user_preview))).toBe(true)
          proven++
        } finally {
          stet.remove()
        }
      })
    },
  )

  it.concurrent('a merge of sessions whose calls have the same ids', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireClaude(NEW, skip)
    await two(() =>
      atBench(NEW, async (bench, admit, home) => {
        const patient = await admit('parallel-tools')
        const copy = await bench.admit(withOtherUuids(patient.path, join(home, 'copy.jsonl')), 'copy')
        const merged = await bench.prove(['merge', patient.path, copy.path], [patient, copy], (sources) => [
          mergePromises(sources),
        ])
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  it.concurrent('a session that was resumed by writing it again', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireClaude(NEW, skip)
    await two(() =>
      atBench(NEW, async (bench, admit, home) => {
        const { path } = await admit('parallel-tools')
        const copy = withOtherUuids(path, join(home, 'copy.jsonl'))
        const patient = await bench.admit(writtenTwice(copy, join(home, 'twice.jsonl')), 'twice')
        for (const operation of ['export', 'trim 20', 'compress-before', 'split']) {
          const outcome = await bench.operate(patient, named(operation))
          expect(outcome, outcome.why).toMatchObject({ verdict: 'exact' })
          proven++
        }
      }),
    )
  })

  it.concurrent('a session whose window was full is not compacted at once', { timeout: 240_000 }, async ({
    skip,
    expect,
  }) => {
    requireClaude(NEW, skip)
    await two(() =>
      atBench(NEW, async (bench, admit, home) => {
        const patient = await admit('parallel-tools')
        const full = withFullWindow(withOtherUuids(patient.path, join(home, 'copy.jsonl')), join(home, 'full.jsonl'))
        await expect(bench.admit(full, 'full')).rejects.toThrow('it did something of its own first')
        const filled = { ...patient, path: full, text: readFileSync(full, 'utf8') }
        const compressed = await bench.operate(filled, named('compress-before'))
        expect(compressed, compressed.why).toMatchObject({ verdict: 'exact' })
        proven++
      }),
    )
  })

  it.concurrent.for([NEW, OLD])(
    'lines that are no records are in the way of nobody, %s',
    { timeout: 240_000 },
    async (version, { skip, expect }) => {
      requireClaude(version, skip)
      await two(() =>
        atBench(version, async (bench, admit, home) => {
          const { path } = await admit('parallel-tools')
          const copy = withOtherUuids(path, join(home, 'copy.jsonl'))
          const patient = await bench.admit(withLooseLines(copy, join(home, 'loose.jsonl')), 'loose')
          const trimmed = await bench.operate(patient, named('trim 500'))
          expect(trimmed, trimmed.why).toMatchObject({ verdict: 'exact' })
          const lines = readFileSync(trimmed.paths[0]!, 'utf8').split('\n')
          for (const line of LOOSE) expect(lines).toContain(line)
          proven++
        }),
      )
    },
  )

  it.concurrent('a merge of a split', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireClaude(NEW, skip)
    await two(() =>
      atBench(NEW, async (bench, admit) => {
        const patient = await admit('manual-compact')
        const split = await bench.operate(patient, named('split'))
        expect(split, split.why).toMatchObject({ verdict: 'exact' })
        const whole = named('export').promises
        const merged = await bench.prove(['merge', ...split.paths], [patient], ([source]) => whole(source!))
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        proven += 2
      }),
    )
  })

  it.concurrent('a trim of a compression of a merge', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireClaude(NEW, skip)
    await two(() =>
      atBench(NEW, async (bench, admit) => {
        const patients = [await admit('parallel-tools'), await admit('subagent-large-output')]
        const merged = await bench.prove(['merge', ...patients.map(({ path }) => path)], patients, (sources) => [
          mergePromises(sources),
        ])
        expect(merged, merged.why).toMatchObject({ verdict: 'exact' })
        const compressed = await bench.prove(['compress-before', merged.paths[0]!, 'round:3'], patients, (sources) => [
          withoutTwo(sources, FULL, 2),
        ])
        expect(compressed, compressed.why).toMatchObject({ verdict: 'exact' })
        const cut = await bench.prove(['trim', compressed.paths[0]!], patients, (sources) => [
          withoutTwo(sources, trimmed(500), 3),
        ])
        expect(cut, cut.why).toMatchObject({ verdict: 'exact' })
        proven += 3
      }),
    )
  })

  it.concurrent('what hooks told the model goes along', { timeout: 240_000 }, async ({ skip, expect }) => {
    requireClaude(NEW, skip)
    if (!existsSync(HOOKS)) skip('the session with hooks (../shared/fixtures) is not beside this checkout')
    await two(() =>
      atBench(NEW, async (bench) => {
        const patient = await bench.admit(HOOKS, 'hooks')
        const outcome = await bench.operate(patient, named('drop thinking,tool_result,image'))
        expect(outcome, outcome.why).toMatchObject({ verdict: 'exact' })
        const sent = JSON.stringify((await resume(outcome.paths[0]!)).messages)
        expect(sent).toContain('PostToolUse:Bash hook additional context: CTX-POST')
        proven++
      }),
    )
  })
})

/** Runs in a home of its own; `admit` takes a fixture, with longer results than it was recorded with. */
async function atBench(
  version: string,
  run: (bench: Bench, admit: (fixture: string) => ReturnType<Bench['admit']>, home: string) => Promise<void>,
): Promise<void> {
  const stet = openStet()
  try {
    const bench = openBench(stet, version)
    const admit = (fixture: string) =>
      bench.admit(withLongResults(join(FIXTURES, `${fixture}-${version}.jsonl`), stet.home), fixture)
    await run(bench, admit, stet.home)
  } finally {
    stet.remove()
  }
}

/** A merge with its first two rounds as rows, after so many operations. */
function withoutTwo(sources: readonly Source[], form: Form, times: number): readonly Piece[] {
  const whole = mergePromises(sources)
  const legend = whole.findIndex((piece) => piece.kind === 'legend')
  const rest = whole.slice(legend + 3).map((piece) => ({ ...piece, form }))
  const told: readonly Piece[] = [{ kind: 'lineage', times }, whole[legend]!, { kind: 'index', rounds: [1, 2] }]
  return [...whole.slice(0, legend), ...told, ...rest]
}

function named(name: string): Operation {
  return OPERATIONS.find((operation) => operation.name === name)!
}

function requireClaude(version: string, skip: (note: string) => void): void {
  if (findClaude(version)) return
  if (process.env.CI === 'true') throw new Error(`Claude Code ${version} is not installed`)
  skip(`Claude Code ${version} is not installed: node tests/clients/install.mjs`)
}
