import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import type { Session } from '../../src/model/session.ts'
import { openContext } from '../../src/record/chain/materialize.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { tag } from '../../src/work/tag.ts'
import { type SessionFile, sessionFile } from './generate.ts'
import { all, type Bench, commitsOf, type Meaning, meaningOf, onBench, openBench, rawOf, runs } from './workbench.ts'

/** Holds for every file that chance makes; fast-check prints the seed and the smallest file where it does not. */
function law(holds: (file: SessionFile) => Promise<void>, file = sessionFile()): Promise<void> {
  return fc.assert(fc.asyncProperty(file, holds), runs())
}

it('tiling: every byte has one owner', () =>
  law(({ bytes }) =>
    onBench(async (bench) => {
      const session = await bench.inscribe(bytes)
      const owners = new Uint8Array(bytes.length)
      for (const { start, end } of await bench.workspace.store.listSpans(session.id)) {
        for (let at = start; at < end; at++) owners[at]!++
      }
      const tailStart = bytes.length - session.tail.length
      for (let at = tailStart; at < bytes.length; at++) owners[at]!++
      expect(session.bytes).toBe(tailStart)
      expect([...new Set(owners)]).toEqual(bytes.length === 0 ? [] : [1])
      const rounds = new Set((await bench.workspace.store.listRounds(session.id)).map((row) => row.round))
      const spans = await bench.workspace.store.listSpans(session.id)
      expect(new Set(spans.map((span) => span.owner).filter((owner) => owner >= 0))).toEqual(rounds)
    }),
  ))

describe('steps', { timeout: 240_000 }, () => {
  /** Places in a file, half of them next to a newline, where cuts hurt most. */
  const cuts = fc.array(
    fc.oneof(fc.nat({ max: 20_000 }), fc.record({ line: fc.nat({ max: 40 }), by: fc.integer({ min: -2, max: 2 }) })),
    { minLength: 1, maxLength: 4 },
  )

  it('leave the same record as one step', () =>
    fc.assert(
      fc.asyncProperty(sessionFile(), cuts, async ({ bytes }, places) => {
        const ends = [...new Set(places.map((place) => placeIn(bytes, place)))].sort((a, b) => a - b)
        await onBench(async (stepwise) => {
          for (const end of ends) await stepwise.inscribe(bytes.subarray(0, end))
          const session = await stepwise.inscribe(bytes)
          expectSame(await rawOf(stepwise.workspace, session), bytes)
          expectSame(Buffer.concat([...(await artifactsOf(stepwise)), session.tail]), bytes)
          // A cut inside the last line may have taken it before it went on; when it is closed, nothing of that is left.
          const closed = bytes.at(-1) === 10 ? bytes : Buffer.concat([bytes, Buffer.from('\n')])
          expect(await recorded(stepwise, closed)).toEqual(await onBench((whole) => recorded(whole, closed)))
        })
      }),
      runs(),
    ))

  it('leave the same compactions, and the same context, as one step', () =>
    fc.assert(
      fc.asyncProperty(sessionFile({ compacted: true }), async ({ bytes }) => {
        const whole = await onBench(async (bench) => compactionsOf(bench, await bench.inscribe(bytes)))
        await onBench(async (stepwise) => {
          for (const end of bordersAround('"compact_boundary"', bytes)) {
            const session = await stepwise.inscribe(bytes.subarray(0, end))
            expectSame(await rawOf(stepwise.workspace, session), bytes.subarray(0, end))
          }
          expect(await compactionsOf(stepwise, await stepwise.inscribe(bytes))).toEqual(whole)
        })
      }),
      runs(80),
    ))

  /** Where compactions are, and what the client sees and what was ever said at the end of them all. */
  async function compactionsOf({ workspace }: Bench, session: Session) {
    const commits = await commitsOf(workspace, session)
    const head = commits.at(-1)
    const contexts: string[] = []
    for (const stop of head ? (['compaction', 'root'] as const) : []) {
      const { read } = await openContext(workspace, head!, stop)
      contexts.push((await read()).toString('latin1'))
    }
    const compactions = commits.filter(({ type }) => type === 'compaction').map(({ start, end }) => [start, end])
    return { compactions, contexts, tail: session.tail.toString() }
  }

  /** The ends of the lines close to those that hold the text. */
  function bordersAround(text: string, bytes: Buffer): readonly number[] {
    const lines = bytes.toString('latin1').split(/(?<=\n)/)
    let end = 0
    const ends = lines.map((line) => (end += line.length))
    return ends.filter((_, at) => lines.slice(Math.max(0, at - 4), at + 2).some((line) => line.includes(text)))
  }

  function placeIn(bytes: Buffer, place: number | { line: number; by: number }): number {
    if (typeof place === 'number') return place % (bytes.length + 1)
    const newlines: number[] = []
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) newlines.push(at)
    const at = (newlines[place.line % (newlines.length || 1)] ?? 0) + place.by
    return Math.min(Math.max(at, 0), bytes.length)
  }
})

it('exact: the record gives the file back', () =>
  law(({ bytes }) =>
    onBench(async (bench) => {
      const session = await bench.inscribe(bytes)
      expectSame(await rawOf(bench.workspace, session), bytes)
    }),
  ))

it('export and inscribe again is the same record', () =>
  law(({ bytes }) =>
    onBench(async (first) => {
      const before = await recorded(first, bytes)
      const raw = Buffer.from(before.raw, 'latin1')
      expect(await onBench((second) => recorded(second, raw))).toEqual(before)
    }),
  ))

describe('in a store on disk', () => {
  const FORGET = {
    rounds: 'DELETE FROM rounds',
    spans: 'DELETE FROM spans',
    problems: 'DELETE FROM problems',
    links: 'DELETE FROM graphs',
    tags: 'UPDATE rounds SET engagement_id = NULL',
    parser: "UPDATE sessions SET parser_state = ''",
    facts: `UPDATE sessions SET title = NULL, agent_id = NULL, role = NULL, model = NULL, version = NULL, cwd = NULL,
      started = NULL, ended = NULL, rounds = 0, messages = 0, blocks = 0, lines = 0, tokens = 0, largest_context = 0,
      spawned_by = NULL, spawned_by_tool_use = NULL`,
  }

  it('rebuild: what is derived comes back, tags too', () =>
    fc.assert(
      fc.asyncProperty(
        sessionFile(),
        fc.subarray(Object.values(FORGET), { minLength: 1 }),
        fc.nat({ max: 5 }),
        ({ bytes }, forgotten, tagged) =>
          onDisk(async (bench, database) => {
            const session = await bench.inscribe(bytes)
            const numbers = Array.from({ length: session.facts.rounds }, (_, at) => at + 1)
            for (const round of numbers.slice(0, tagged)) {
              await tag(bench.workspace, session, { range: String(round), engagement: `work-${round % 2}` })
            }
            const before = await everything(bench, database)
            for (const sql of forgotten) database.exec(sql)
            expect((await verify(bench.workspace, { rebuild: true })).damaged).toEqual([])
            expect(await everything(bench, database)).toEqual(before)
            expect(await verify(bench.workspace)).toMatchObject({ ok: true, damaged: [] })
          }),
      ),
      runs(),
    ))

  it('twice: inscribing again changes nothing', () =>
    law(({ bytes }) =>
      onDisk(async (bench, database) => {
        await bench.inscribe(bytes)
        const before = rowsIn(database)
        await bench.inscribe(bytes)
        utimesSync(bench.path, new Date(0), new Date(0)) // the file looks changed, and is read again
        await bench.inscribe(bytes)
        expect(rowsIn(database)).toEqual(before)
      }),
    ))

  async function onDisk(use: (bench: Bench, database: Database) => Promise<void>): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), 'stet-law-store-'))
    const bench = openBench({ directory })
    const database = new Database(join(directory, 'sessions.db'))
    try {
      await use(bench, database)
    } finally {
      database.close()
      await bench.close()
      rmSync(directory, { recursive: true, force: true })
    }
  }

  async function everything({ workspace }: Bench, database: Database) {
    const [session] = await all(workspace.store.listSessions())
    const graphs = database.prepare<{ data: Buffer }>('SELECT data FROM graphs ORDER BY start').all()
    const links = graphs.map(({ data }) => data.toString()).join('')
    return {
      ...(await meaningOf(workspace, session!)),
      links,
      parser: await workspace.store.findParserState(session!.id),
    }
  }

  /** Every row of every table but the clock's and the file's own times. */
  function rowsIn(database: Database): Record<string, unknown> {
    const tables = database.prepare<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = database.prepare<Record<string, unknown>>(`SELECT * FROM ${name}`).all()
        return [name, rows.map(({ recorded_at: _recorded, modified: _modified, ...row }) => row)]
      }),
    )
  }
})

/** A commit without any time in its lines takes the clock's, and so do the names of those after it. */
it('ids: two stores give the same names to the same bytes, whatever the clock says', () =>
  law(async ({ bytes }) => {
    const clocks = [1, 2].map((day) => () => new Date(Date.UTC(2026, 5, day)))
    const [first, second] = await Promise.all(clocks.map((clock) => named(bytes, clock)))
    expect(second).toEqual(first)
    async function named(file: Buffer, clock: () => Date) {
      const bench = openBench({ clock })
      try {
        const session = await bench.inscribe(file)
        const { rounds, blocks } = await meaningOf(bench.workspace, session)
        const commits = await commitsOf(bench.workspace, session)
        if (session.facts.ended !== null) expect(commits.at(-1)?.createdAt).not.toBe(clock().toISOString())
        const undated = commits.findIndex((commit) => commit.createdAt === clock().toISOString())
        return {
          commits: commits.slice(0, undated === -1 ? undefined : undated).map((commit) => commit.id),
          rounds: rounds.map((row) => row.roundId),
          blocks: blocks.map((block) => block.block_id),
        }
      } finally {
        await bench.close()
      }
    }
  }))

describe('blocks', () => {
  it('are as many as the facts say, each with its own id', () =>
    law(({ bytes }) =>
      onBench(async (bench) => {
        const { blocks, facts } = await recorded(bench, bytes)
        expect(blocks.length).toBe(facts.blocks)
        expect(new Set(blocks.map((block) => block.block_id)).size).toBe(blocks.length)
      }),
    ))

  it('pair every answer with its call in one round, where the file has both in order', () =>
    law(
      ({ bytes }) =>
        onBench(async (bench) => {
          const { blocks } = await recorded(bench, bytes)
          const calls = blocks.filter((block) => block.type === 'tool_use')
          const apart = blocks.filter(({ type, tool_use_id, round_seq }) => {
            const own = calls.filter((call) => type === 'tool_result' && call.tool_use_id === tool_use_id)
            return own.length > 0 && !own.some((call) => call.round_seq === round_seq)
          })
          expect(apart).toEqual([])
        }),
      sessionFile({ sound: true }),
    ))
})

it('active rounds are among the rounds, and round 0 is none of them', () =>
  law(({ bytes }) =>
    onBench(async (bench) => {
      const { rounds, facts } = await recorded(bench, bytes)
      expect(rounds.filter((row) => row.round > 0).map((row) => row.round)).toEqual(
        Array.from({ length: facts.rounds }, (_, at) => at + 1),
      )
      expect(rounds.filter((row) => row.round === 0 && row.active)).toEqual([])
    }),
  ))

/** Compares bytes; a difference is shown as text, where it begins. */
function expectSame(found: Buffer, wanted: Buffer): void {
  if (found.equals(wanted)) return
  expect(found.toString('latin1')).toBe(wanted.toString('latin1'))
}

async function recorded(bench: Bench, bytes: Buffer): Promise<Meaning> {
  return meaningOf(bench.workspace, await bench.inscribe(bytes))
}

async function artifactsOf({ workspace }: Bench): Promise<readonly Buffer[]> {
  const [session] = await all(workspace.store.listSessions())
  const commits = await commitsOf(workspace, session!)
  return Promise.all(commits.map((commit) => workspace.store.artifacts.get(commit.artifact)))
}
