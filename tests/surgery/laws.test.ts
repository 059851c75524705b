import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type FailureCode, isFailure } from '../../src/model/errors.ts'
import type { Session } from '../../src/model/session.ts'
import { inject } from '../../src/read/inject.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { openSubject } from '../../src/surgery/open-subject.ts'
import { undo } from '../../src/surgery/undo.ts'
import { tag } from '../../src/work/tag.ts'
import { type SessionFile, sessionFile } from '../laws/generate.ts'
import { SESSION } from '../laws/lines.ts'
import { runs } from '../laws/workbench.ts'
import { frozen, openSurgeryBench, type Step, type SurgeryBench } from './bench.ts'
import { contentOf, differingPaths, faultsOf, type Json, linesIn } from './output.ts'
import { expectReferences } from './references.ts'

/** Why an operation may say no: there is nothing of the kind, or the client would not resume it either. */
const REFUSALS: readonly FailureCode[] = [
  'nothing-to-do',
  'round-not-found',
  'engagement-not-found',
  'not-resumable',
  'range-invalid',
]

const refused = new Map<string, number>()
const changed = new Map<string, number>()
let outputs = 0
let references = 0
afterAll(() => {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([what, count]) => `${count} ${what}`).join(', ')
  console.log(`${outputs} sessions written, ${references} references followed; refused: ${list(refused)}`)
  console.log(`paths that differ between a line kept whole and its source: ${list(changed)}`)
})

/** Every path at which a line kept whole may differ from its source. */
const ALLOWED = new Set([
  'uuid',
  'parentUuid',
  'sessionId',
  'entrypoint',
  'message.usage',
  'message.usage.input_tokens',
  'message.usage.output_tokens',
  'message.usage.cache_creation_input_tokens',
  'message.usage.cache_read_input_tokens',
  'timestamp', // of a line that had none
])

/** A session file in which tools say much. */
function wordyFile(options: { sound?: boolean } = {}): fc.Arbitrary<SessionFile> {
  return sessionFile(options).map(({ bytes }) => {
    const text = bytes.toString('latin1').replaceAll('"done"', JSON.stringify('much said '.repeat(200)))
    return { bytes: Buffer.from(text, 'latin1'), [fc.toStringMethod]: () => `\n${text.slice(0, 20_000)}\n` }
  })
}

const share = fc.nat({ max: 100 })
const kinds = fc.subarray(['image', 'tool_result', 'tool_use', 'thinking'] as const, { minLength: 1 })

/** An operation by chance; numbers are shares of the rounds there are. */
const step: fc.Arbitrary<(session: Session) => Step> = fc.oneof<fc.Arbitrary<(session: Session) => Step>[]>(
  fc
    .record({
      threshold: fc.constantFrom(0, 1, 3),
      toolInputs: fc.boolean(),
      images: fc.boolean(),
      duplicates: fc.boolean(),
    })
    .map(
      (options) => () =>
        ({ kind: 'trim', options: { ...options, tools: 'all', assistant: options.images ? -1 : 0 } }) as const,
    ),
  share.map((at) => (session) => ({ kind: 'compress-before', before: `round:${numberAt(session, at)}` })),
  fc.constant(() => ({ kind: 'compress-engagement', engagement: 'odd' })),
  fc.constant(() => ({ kind: 'extract-engagement', engagement: 'odd' })),
  fc.tuple(share, kinds).map(([at, which]) => (session) => ({
    kind: 'drop',
    range: `1-${numberAt(session, at)}`,
    kinds: which,
  })),
  share.map((at) => (session) => ({ kind: 'drop', range: `${numberAt(session, at)}`, kinds: [] })),
  fc.constant(() => ({ kind: 'export' })),
  fc.integer({ min: 1, max: 3 }).map((keepRecent) => () => ({ kind: 'revive', keepRecent })),
)

function numberAt({ facts }: Session, at: number): number {
  return 1 + (at % Math.max(1, facts.highestRound))
}

describe('operations on sessions made by chance, one on what the other made', () => {
  it('leave their sources alone, and write what resumes, whole where it says so, and leads back to everything', async () => {
    await fc.assert(
      fc.asyncProperty(wordyFile(), fc.array(step, { minLength: 1, maxLength: 3 }), async ({ bytes }, steps) => {
        await onBench(async (bench) => {
          const original = await bench.inscribe(bytes)
          if (original.facts.rounds > 0) await tagOdd(bench, original)
          let session = original
          for (const choose of steps) {
            const before = await frozen(bench, [session.source])
            const made = await operated(bench, session, choose(session))
            if (!made) break
            expect(await frozen(bench, [session.source])).toEqual(expect.arrayContaining([...before]))
            await expectWhole(bench, session, made)
            references += await expectReferences(bench, made)
            session = made
          }
        })
      }),
      runs(150),
    )
  }, 120_000)

  it('undone, leave no file and everything said in the record', async () => {
    await fc.assert(
      fc.asyncProperty(wordyFile({ sound: true }), step, async ({ bytes }, choose) => {
        await onBench(async (bench) => {
          const original = await bench.inscribe(bytes)
          const made = await operated(bench, original, choose(original))
          if (!made) return
          const written = readFileSync(made.source)
          const { removed, restored } = await undo(bench.workspace, undefined)
          expect({ removed, restored }).toEqual({ removed: [made.source], restored: [original.id] })
          expect(existsSync(made.source)).toBe(false)
          expect((await bench.raw(made)).equals(written)).toBe(true)
          await expect(undo(bench.workspace, undefined)).rejects.toMatchObject({ code: 'nothing-to-do' })
        })
      }),
      runs(40),
    )
  })

  it('done twice, have nothing more to do', async () => {
    await fc.assert(
      fc.asyncProperty(wordyFile({ sound: true }), share, async ({ bytes }, at) => {
        await onBench(async (bench) => {
          const original = await bench.inscribe(bytes)
          if (original.facts.rounds > 0) await tagOdd(bench, original)
          const cuts: readonly Step[] = [
            { kind: 'compress-before', before: `round:${numberAt(original, at)}` },
            { kind: 'compress-engagement', engagement: 'odd' },
            { kind: 'trim', options: { threshold: 1, tools: 'all' } },
          ]
          for (const cut of cuts) {
            const made = await operated(bench, original, cut)
            if (made) expect(await operated(bench, made, cut)).toBeUndefined()
          }
        })
      }),
      runs(40),
    )
  })
})

describe('merge', () => {
  it('of a split gives the plan of the original back', async () => {
    await fc.assert(
      fc.asyncProperty(
        wordyFile({ sound: true }),
        fc.array(fc.nat({ max: 2 }), { minLength: 1 }),
        async ({ bytes }, owners) => {
          await onBench(async (bench) => {
            const original = await bench.inscribe(bytes)
            const rounds = await shownRounds(bench, original)
            const of = (child: number) => rounds.filter((_, at) => owners[at % owners.length] === child).map(String)
            const children = [1, 2].map((child) => ({ id: `child-${child}`, ranges: of(child) }))
            if (children.some((child) => child.ranges.length === 0)) return
            if (original.facts.spawnedBy !== null) return
            const divided = await bench.operate(original, { kind: 'split', children })
            const [one, two] = [await bench.made(divided, 0), await bench.made(divided, 1)]
            const again = await bench.made(await bench.operate(one, { kind: 'merge', others: [two] }))
            outputs += 3
            expect(faultsOf(again.source)).toEqual([])
            expect(await planOfWhole(bench, again)).toEqual(await planOfWhole(bench, original))
          })
        },
      ),
      runs(50),
    )
  })

  it('of two sessions holds every round of both once, in order, and leads back to each', async () => {
    await fc.assert(
      fc.asyncProperty(wordyFile({ sound: true }), wordyFile({ sound: true }), async (a, b) => {
        await onBench(async (bench) => {
          const first = await bench.inscribe(a.bytes)
          const second = await bench.inscribe(renamed(b.bytes), OTHER)
          const merged = await operated(bench, first, { kind: 'merge', others: [second] })
          if (!merged) return
          expect(faultsOf(merged.source)).toEqual([])
          const rounds = (await Promise.all([first, second].map((one) => planOfWhole(bench, one)))).flat()
          expect((await planOfWhole(bench, merged)).toSorted()).toEqual(rounds.toSorted())
          for (const { round, roundId } of await bench.workspace.store.listRounds(merged.id)) {
            if (round === 0) continue
            references++
            const [origin] = (
              await inject(bench.workspace, await resolveRef(bench.workspace, `${merged.id}:${round}`, undefined))
            ).origins
            const [session, number] = origin!.split(':') as [string, string]
            const rows = await bench.workspace.store.listRounds((await bench.session(session)).id)
            expect(rows.find((row) => row.round === Number(number))?.roundId).toBe(roundId)
          }
        })
      }),
      runs(50),
    )
  })
})

const OTHER = '00000000-0000-4000-8000-000000000002'

/** Another session: lines of the same names would be copies. */
function renamed(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replaceAll(SESSION, OTHER)
  return Buffer.from(text.replaceAll('line-', 'other-').replaceAll('2026-01-01', '2026-01-02'), 'latin1')
}

/** The rounds a client would resume, in order, with how each is shown. */
async function planOfWhole(bench: SurgeryBench, session: Session): Promise<readonly string[]> {
  const { parts } = await openSubject(bench.workspace, session)
  return parts.flatMap((part) => {
    if (part.kind === 'round') return [`${part.ref.roundId} ${part.isPartial ? 'partial' : 'full'}`]
    return part.kind === 'index' ? part.rounds.map(({ ref }) => `${ref.roundId} indexed`) : []
  })
}

async function shownRounds(bench: SurgeryBench, session: Session): Promise<readonly number[]> {
  const { parts } = await openSubject(bench.workspace, session)
  return parts.flatMap((part) => (part.kind === 'round' ? [part.ref.round] : []))
}

async function onBench(use: (bench: SurgeryBench) => Promise<void>): Promise<void> {
  const bench = openSurgeryBench()
  try {
    await use(bench)
  } finally {
    await bench.close()
  }
}

async function tagOdd(bench: SurgeryBench, session: Session): Promise<void> {
  const odd = (await bench.workspace.store.listRounds(session.id)).filter((row) => row.round % 2 === 1)
  for (const { round } of odd) await tag(bench.workspace, session, { range: String(round), engagement: 'odd' })
}

/** What an operation made, or undefined where it said why it makes nothing. */
async function operated(bench: SurgeryBench, session: Session, step: Step): Promise<Session | undefined> {
  try {
    const done = await bench.operate(session, step)
    outputs++
    return await bench.made(done)
  } catch (error) {
    if (!isFailure(error, ...REFUSALS)) throw error
    refused.set(error.code, (refused.get(error.code) ?? 0) + 1)
    return undefined
  }
}

/** The session is one that a client resumes, and lines of rounds shown whole are the client's own. */
async function expectWhole(bench: SurgeryBench, source: Session, made: Session): Promise<void> {
  expect(faultsOf(made.source)).toEqual([])
  const sources = new Map<unknown, Json[]>()
  for (const line of (await bench.raw(source)).toString('utf8').split('\n')) {
    const record = parsed(line)
    if (record?.uuid !== undefined) sources.set(record.uuid, [...(sources.get(record.uuid) ?? []), record])
  }
  const partial = new Set(made.facts.surgery!.partial)
  const rounds = await roundsByLine(bench, made)
  for (const line of linesIn(made.source)) {
    const originals = sources.get(line.uuid)
    if (!originals || partial.has(rounds.get(line.uuid) ?? 0)) continue
    const paths = originals.map((original) => differingPaths(original, line)).sort((a, b) => a.length - b.length)[0]!
    const repaired = paths.filter((path) => !ALLOWED.has(path))
    if (repaired.length > 0) expectOnlyLeftOut(originals.at(-1)!, line)
    for (const path of paths) changed.set(path, (changed.get(path) ?? 0) + 1)
  }
}

/** What a client leaves out itself may be gone: calls without an answer, answers without a call, unsigned thinking. */
function expectOnlyLeftOut(original: Json, line: Json): void {
  const kept = contentOf(line).map((block) => JSON.stringify(block))
  const gone = contentOf(original).filter((block) => !kept.includes(JSON.stringify(block)))
  for (const { type } of gone) expect(['tool_use', 'tool_result', 'thinking']).toContain(type)
}

function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // a damaged line: no line of the output comes from it
  }
}

async function roundsByLine({ workspace }: SurgeryBench, session: Session): Promise<ReadonlyMap<unknown, number>> {
  const bytes = readFileSync(session.source)
  const rounds = new Map<unknown, number>()
  for (const { start, end, owner } of await workspace.store.listSpans(session.id)) {
    for (const line of bytes.subarray(start, end).toString('utf8').split('\n').filter(Boolean))
      rounds.set(parsed(line)?.uuid, owner)
  }
  return rounds
}
