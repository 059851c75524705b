import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ArtifactId, artifactIdOf, type CommitId, commitIdOf, type SessionId } from '../../src/model/id.ts'
import type { RoundPatch } from '../../src/model/round-patch.ts'
import type { RoundRow, TagChange } from '../../src/model/session.ts'
import { MALFORMED, type Owner, pushSpan, SIDE, type Span } from '../../src/model/span.ts'
import type { WhichRounds } from '../../src/record/record.ts'
import type { Store } from '../../src/record/store.ts'
import { AT, collect, derived, draft, entry, facts, link, recorder, round, roundId, sessionId } from './builders.ts'
import { describeChains } from './chains.ts'
import { describeCollecting } from './collecting.ts'
import { describeOperating } from './operating.ts'
import { describeSealing } from './sealing.ts'

/** One empty store, and the ways to reach it that the interface does not offer. */
export interface StoreBench {
  /** Opens the store once more. What one connection wrote, every other one sees. */
  connect(): Promise<Store>
  /** Asks as a user would type it; absent where the driver has no SQL. */
  readonly query?: (sql: string) => Promise<readonly Record<string, unknown>[]>
  readonly damage: Damage
  /** Takes the store away with everything in it. */
  dispose(): Promise<void>
}

/** What time and bad disks do to a store. */
export interface Damage {
  /** Changes one stored byte of the artifact. */
  flipByte(artifact: ArtifactId, at: number): Promise<void>
  /** Takes away the stored bytes of the artifact. */
  dropBytes(artifact: ArtifactId): Promise<void>
  /** Changes a field of the commit that never changes. */
  rotCommit(commit: CommitId): Promise<void>
  /** Makes the commit one that a later version of Stet wrote. */
  makeCommitNewer(commit: CommitId): Promise<void>
  /** Changes an entry of the tag journal. */
  rotTags(): Promise<void>
  /** Makes the store one that a later version of Stet wrote. */
  makeNewer(): Promise<void>
}

const HOSTILE: readonly string[] = [
  "'; DROP TABLE rounds; --",
  '" OR 1=1',
  'before\0behind',
  '\0',
  '\ud800 alone',
  'alone \udfff',
  '\udc00\ud800',
  '👩‍👩‍👧‍👦 💾',
  '%_\\?@:$1',
  '﻿bom',
  'e\u0301 ≠ é',
  ' ',
  'null',
  '0012',
  'line\nline\r\n\t\u2028',
]

/** Found by search: two times that give commits of this artifact ids with the same first eight digits, and no ninth. */
const COLLIDING = { text: 'collision', times: ['2026-01-01T00:00:10.682Z', '2026-01-01T00:01:05.472Z'] } as const

/**
 * What every record must do, and the store around it. A new driver adds one call to this and nothing else; `seals` where
 * it encodes chains again.
 */
export function describeRecord(name: string, open: () => Promise<StoreBench>, { seals = false } = {}): void {
  describe(`record: ${name}`, () => {
    let bench: StoreBench
    let store: Store
    const opened: Store[] = []
    const a = sessionId('session-a')
    const b = sessionId('session-b')

    const connect = async () => {
      const connected = await bench.connect()
      opened.push(connected)
      return connected
    }
    beforeEach(async () => {
      bench = await open()
      store = await connect()
    })
    afterEach(async () => {
      for (const connected of opened.splice(0)) await connected.close()
      await bench.dispose()
    })

    const chains = { store: () => store, connect, damage: () => bench.damage }
    describeChains(chains)
    describeCollecting(chains)
    describeOperating(chains)
    if (seals) describeSealing(chains)

    describe('append', () => {
      it('returns every field of a session that was put', async () => {
        const known = facts({
          title: 'Title',
          agent: 'rune',
          role: 'lead',
          model: 'opus',
          version: '2.1.0',
          cwd: '/work',
          started: AT,
          ended: '2026-03-19T11:00:00.000Z',
          rounds: 3,
          messages: 9,
          blocks: 12,
          lines: 20,
          tokens: 5_000_000_000,
          largestContext: 150_000,
          charsAToken: 3,
          fixedTokens: null,
          contextWindow: 121_600,
          spawnedBy: { session: 'parent', toolUseId: null },
        })
        const create = { client: 'claude-code', clientId: 'client-id', generation: 2, format: 'claude-code-v1' }
        const tail = Buffer.from([0, 255, 10, 13])
        const appended = await store.append(
          entry(a, { create, tail, source: '/x/y.jsonl', derived: derived({ facts: known, parserState: '{"at":1}' }) }),
        )
        expect(appended).toEqual({ head: null, deduplicated: 0 })
        const session = await store.findSession(a)
        expect({ ...session, tail: Buffer.from(session?.tail ?? []) }).toEqual({
          earlier: null,
          damage: null,
          by: null,
          id: a,
          client: 'claude-code',
          clientId: 'client-id',
          generation: 2,
          format: 'claude-code-v1',
          head: null,
          bytes: 0,
          tail,
          source: '/x/y.jsonl',
          facts: known,
          worker: null,
          end: null,
        })
        expect(await store.findParserState(a)).toBe('{"at":1}')
        expect(await store.findParserState(b)).toBeNull()
      })

      it('returns every field of a commit that was put', async () => {
        const bytes = Buffer.from('line\n')
        const full = draft(a, {
          parent: 'ctx-0000ffff' as CommitId,
          type: 'compaction',
          artifact: artifactIdOf(bytes),
          template: 'T',
          checkpoint: 'compaction',
          ticket: 'bug-12',
          thread: 'thread',
          summary: 'what it was about',
          messageCount: 7,
          tokenCount: 4_294_967_299,
          recordedAt: '2026-03-20T00:00:00.000Z',
          end: 5,
        })
        const create = { client: 'test', clientId: a, generation: 0, format: 'test-v1' }
        const { head } = await store.append(entry(a, { create, commits: [{ draft: full, bytes }] }))
        expect(head).toBe(commitIdOf({ ...full, parent: null }))
        expect(await store.findCommit(head!)).toEqual({ ...full, id: head, parent: null })
        expect(await store.artifacts.get(full.artifact)).toEqual(bytes)
      })

      it('moves the head and the bytes with each commit', async () => {
        const record = recorder(store, a)
        await record.add({ text: 'one\n' })
        const { head } = await record.add({ text: 'two\n', tail: Buffer.from('thr') })
        const session = await store.findSession(a)
        expect([session?.head, session?.bytes, String(session?.tail)]).toEqual([head, 8, 'thr'])
        expect((await store.findCommit(head!))?.parent).toBe((await collect(store.listChain(a)))[0]?.id)
      })

      it('keeps the head without a commit and changes the rest', async () => {
        const record = recorder(store, a)
        const { head } = await record.add({ text: 'one\n', tail: Buffer.from('t') })
        const changed = {
          tail: Buffer.from('two'),
          derived: derived({ facts: facts({ title: 'late' }), parserState: 'p' }),
          source: '/moved',
        }
        expect((await record.add(changed)).head).toBe(head)
        expect(await store.findSession(a)).toMatchObject({
          head,
          bytes: 4,
          source: '/moved',
          facts: { title: 'late' },
        })
        expect(await store.findParserState(a)).toBe('p')
        expect(String((await store.findSession(a))?.tail)).toBe('two')
      })

      it('refuses a head that moved and writes nothing', async () => {
        const record = recorder(store, a)
        await record.add({ text: 'one\n' })
        const bytes = Buffer.from('other\n')
        const late = entry(a, {
          commits: [{ draft: draft(a, { end: 6 }), bytes }],
          derived: derived({ rounds: [round(1)], facts: facts({ title: 'late' }) }),
          tail: Buffer.from('late'),
          links: [link(a, 'x')],
        })
        const before = await everything(store)
        await expect(store.append(late)).rejects.toMatchObject({ code: 'chain-moved' })
        await expect(store.append({ ...late, from: 'ctx-12345678' as CommitId })).rejects.toMatchObject({
          code: 'chain-moved',
        })
        expect(await everything(store)).toEqual(before)
        expect(await store.artifacts.has(artifactIdOf(bytes))).toBe(false)
      })

      it('refuses to create a session twice', async () => {
        const create = { client: 'test', clientId: 'x', generation: 0, format: 'test-v1' }
        await store.append(entry(a, { create }))
        const before = await everything(store)
        await expect(store.append(entry(a, { create: { ...create, clientId: 'y' } }))).rejects.toMatchObject({
          code: 'chain-moved',
        })
        await expect(store.append(entry(b, { create }))).rejects.toMatchObject({ code: 'chain-moved' })
        expect(await everything(store)).toEqual(before)
      })

      it('never cuts a tail for who saw less of the file', async () => {
        const first = recorder(store, a)
        await first.add({ text: 'one', tail: Buffer.from('{"torn') })
        for (const tail of ['', '{"to'])
          await expect(first.add({ tail: Buffer.from(tail) })).rejects.toMatchObject({ code: 'chain-moved' })
        for (const tail of ['{"torn on', 'other', '{"torn on']) await first.add({ tail: Buffer.from(tail) })
        await first.add({ text: 'two', tail: Buffer.alloc(0) })
        expect((await store.findSession(a))?.tail).toHaveLength(0)
      })

      it('refuses to append to a session that is not there', async () => {
        await expect(store.append(entry(a))).rejects.toMatchObject({ code: 'session-not-found' })
        expect(await store.findSession(a)).toBeUndefined()
      })

      it('refuses a commit that does not continue the record', async () => {
        const record = recorder(store, a)
        await record.add({ text: 'one\n' })
        const before = await everything(store)
        await expect(record.add({ text: 'two\n', draft: { start: 3 } })).rejects.toThrow('bytes after 4')
        expect(await everything(store)).toEqual(before)
      })

      it('stores an artifact once and says what it saved', async () => {
        expect(await recorder(store, a).add({ text: 'same bytes\n' })).toMatchObject({ deduplicated: 0 })
        const stored = (await store.sizes()).storedBytes
        expect(await recorder(store, b).add({ text: 'same bytes\n', draft: { template: 'other' } })).toMatchObject({
          deduplicated: 11,
        })
        expect(await store.sizes()).toMatchObject({
          artifacts: 1,
          artifactBytes: 11,
          storedBytes: stored,
          commits: 2,
          sessions: 2,
        })
      })

      it('gives the same four inputs the same commit, in the chain of each session', async () => {
        const first = await recorder(store, a).add({ text: 'shared\n', draft: { machine: 'one' } })
        const second = await recorder(store, b).add({ text: 'shared\n', draft: { machine: 'two' } })
        expect(second.head).toBe(first.head)
        expect((await store.sizes()).commits).toBe(1)
        expect((await store.findCommit(first.head!))?.machine).toBe('one')
        expect((await collect(store.listChain(b))).map((commit) => commit.id)).toEqual([first.head])
        expect((await store.findSession(b))?.bytes).toBe(7)
      })

      it('makes the id one digit longer where eight are taken', async () => {
        const [early, late] = COLLIDING.times
        const inputs = { parent: null, artifact: artifactIdOf(Buffer.from(COLLIDING.text)), template: '' }
        expect(commitIdOf({ ...inputs, createdAt: early })).toBe(commitIdOf({ ...inputs, createdAt: late }))

        const first = await recorder(store, a).add({ text: COLLIDING.text, draft: { createdAt: early } })
        const second = await recorder(store, b).add({ text: COLLIDING.text, draft: { createdAt: late } })
        const again = await recorder(store, sessionId('c')).add({ text: COLLIDING.text, draft: { createdAt: late } })
        expect(first.head).toBe(commitIdOf({ ...inputs, createdAt: early }, 8))
        expect(second.head).toBe(commitIdOf({ ...inputs, createdAt: late }, 9))
        expect(again.head).toBe(second.head)
        expect((await store.findCommit(first.head!))?.createdAt).toBe(early)
        expect((await store.findCommit(second.head!))?.createdAt).toBe(late)
      })

      it('replaces what was derived when told that this covers everything', async () => {
        const record = recorder(store, a)
        await store.journal([tag('r1', null, 'console-work')])
        const old = derived({
          rounds: [round(1, { roundId: roundId('r1'), chars: 10 }), round(2)],
          spans: [{ start: 0, end: 4, owner: 1 }],
          problems: [{ line: 1, problem: 'old' }],
          graph: Buffer.from('old'),
        })
        await record.add({ text: 'one\n', derived: old })
        const whole = derived({
          rounds: [round(1, { roundId: roundId('r1'), chars: 20 })],
          spans: [{ start: 0, end: 8, owner: 1 }],
          graph: Buffer.from('new'),
        })
        await record.add({ text: 'two\n', derived: whole, replaces: true })
        expect(await store.listRounds(a)).toMatchObject([
          { round: 1, chars: 20, engagement: 'console-work', active: true },
        ])
        expect(await store.listSpans(a)).toEqual([{ start: 0, end: 8, owner: 1 }])
        expect(await store.listProblems(a)).toEqual([])
        expect((await collect(store.listGraphs(a))).map(String)).toEqual(['new'])
      })

      it('writes the links it is given', async () => {
        await recorder(store, a).add({ links: [link(a, 'before', 'rewrite')] })
        expect(await store.listLineage(a)).toEqual([link(a, 'before', 'rewrite')])
      })
    })

    describe('chain', () => {
      it('lists commits in file order, from the one that holds a byte', async () => {
        const record = recorder(store, a)
        for (const text of ['0123', '4567', '89']) await record.add({ text })
        const starts = async (from?: number) => (await collect(store.listChain(a, from))).map((commit) => commit.start)
        expect(await starts()).toEqual([0, 4, 8])
        expect(await starts(3)).toEqual([0, 4, 8])
        expect(await starts(4)).toEqual([4, 8])
        expect(await starts(9)).toEqual([8])
        expect(await starts(10)).toEqual([])
        expect(await collect(store.listChain(b))).toEqual([])
      })

      it('keeps a commit without bytes in its place', async () => {
        const record = recorder(store, a)
        const heads: (CommitId | null)[] = []
        for (const text of ['', 'abc', '', 'def', '']) heads.push((await record.add({ text })).head)
        const ids = async (from?: number) => (await collect(store.listChain(a, from))).map((commit) => commit.id)
        expect(await ids()).toEqual(heads)
        expect(await ids(3)).toEqual(heads.slice(2))
      })

      it('lists more commits than fit a page, each once', async () => {
        const record = recorder(store, a)
        for (let i = 0; i < 1101; i++) await record.add({ text: `${i}\n` })
        const commits = await collect(store.listChain(a))
        expect(commits).toHaveLength(1101)
        expect(commits.every((commit, i) => i === 0 || commit.parent === commits[i - 1]?.id)).toBe(true)
      })
    })

    describe('rounds', () => {
      it('returns every field, and estimates tokens from the characters', async () => {
        const patch: RoundPatch = {
          round: 1,
          roundId: roundId('r1'),
          started: AT,
          ended: AT,
          userPreview: 'do it',
          agentPreview: 'done',
          toolCount: 1,
          thinkingCount: 2,
          thinkingChars: 3,
          chars: 41,
        }
        await recorder(store, a).add({ derived: derived({ rounds: [patch] }) })
        expect(await store.listRounds(a)).toEqual([
          { ...patch, session: a, active: true, engagement: null, tokenCount: 14 },
        ])
      })

      it('lists some of the rounds: after a number, the first or the last of them', async () => {
        await recorder(store, a).add({ derived: derived({ rounds: [0, 1, 2, 3, 4, 5].map((nth) => round(nth)) }) })
        const numbers = async (which?: WhichRounds) => (await store.listRounds(a, which)).map((row) => row.round)
        expect(await numbers()).toEqual([0, 1, 2, 3, 4, 5])
        expect(await numbers({ after: 2 })).toEqual([3, 4, 5])
        expect(await numbers({ after: 0, first: 2 })).toEqual([1, 2])
        expect(await numbers({ last: 2 })).toEqual([4, 5])
        expect(await numbers({ after: 4, last: 3 })).toEqual([5])
        expect(await numbers({ after: 0, last: 4, first: 2 })).toEqual([2, 3])
        expect(await numbers({ after: 9 })).toEqual([])
      })

      it('estimates the tokens of all rounds anew when the session tells more of them', async () => {
        const record = recorder(store, a)
        await record.add({ derived: derived({ rounds: [round(1, { chars: 300 }), round(2, { chars: 90 })] }) })
        const { facts } = derived({ rounds: [] })
        await record.add({
          derived: { ...derived({ rounds: [round(3, { chars: 50 })] }), facts: { ...facts, charsAToken: 2.5 } },
        })
        expect((await store.listRounds(a)).map((row) => row.tokenCount)).toEqual([120, 36, 20])
      })

      it('adds counts, fills what is empty, and takes the later end', async () => {
        const record = recorder(store, a)
        const later = '2026-03-19T12:00:00.000Z'
        const step = (changes: Partial<RoundPatch>) => record.add({ derived: derived({ rounds: [round(1, changes)] }) })
        await step({ chars: 2, toolCount: 1, ended: null })
        await step({ chars: 3, thinkingCount: 1, thinkingChars: 9, started: AT, ended: later, userPreview: 'first' })
        await step({ chars: 4, toolCount: 2, started: later, ended: AT, userPreview: 'second', agentPreview: 'answer' })
        await step({ ended: null })
        expect(await store.listRounds(a)).toMatchObject([
          {
            chars: 9,
            tokenCount: 3,
            toolCount: 3,
            thinkingCount: 1,
            thinkingChars: 9,
            started: AT,
            ended: later,
            userPreview: 'first',
            agentPreview: 'answer',
          },
        ])
      })

      it('keeps round 0, never active', async () => {
        const record = recorder(store, a)
        await record.add({ derived: derived({ rounds: [round(1), round(0)] }) })
        expect((await store.listRounds(a)).map((row) => [row.round, row.active])).toEqual([
          [0, false],
          [1, true],
        ])
        await record.add({ active: [0, 1] })
        expect((await store.listRounds(a)).map((row) => row.active)).toEqual([false, true])
      })

      it('sets exactly the listed rounds active, and leaves them so when unchanged', async () => {
        const record = recorder(store, a)
        const active = async () => (await store.listRounds(a)).filter((row) => row.active).map((row) => row.round)
        await record.add({ derived: derived({ rounds: [1, 2, 3].map((n) => round(n)) }) })
        expect(await active()).toEqual([1, 2, 3])
        await record.add({ derived: derived({ rounds: [round(4)] }), active: [1, 4] })
        expect(await active()).toEqual([1, 4])
        await record.add({ derived: derived({ rounds: [round(2, { chars: 1 }), round(5)] }) })
        expect(await active()).toEqual([1, 4, 5])
        await record.add({ active: [] })
        expect(await active()).toEqual([])
      })

      it('finds a round by its identity in every session, oldest session first', async () => {
        const shared = derived({ rounds: [round(2, { roundId: roundId('x') }), round(7, { roundId: roundId('y') })] })
        await recorder(store, b).add({ derived: shared })
        await recorder(store, a).add({ derived: derived({ rounds: [round(1, { roundId: roundId('x') })] }) })
        expect(await store.findRounds([roundId('y'), roundId('x'), roundId('x'), roundId('none')])).toEqual([
          { roundId: 'x', session: b, round: 2 },
          { roundId: 'y', session: b, round: 7 },
          { roundId: 'x', session: a, round: 1 },
        ])
        expect(await store.findRounds([])).toEqual([])
        const places = [
          { session: a, round: 1 },
          { session: b, round: 3 },
          { session: b, round: 7 },
          { session: b, round: 2 },
        ]
        expect((await store.readRounds(places)).map(({ session, round }) => ({ session, round }))).toEqual(
          places.filter(({ round }) => round !== 3),
        )
        expect((await store.readRounds(places))[0]).toEqual(
          (await store.listRounds(a)).find(({ round }) => round === 1),
        )
        expect(await store.readRounds([])).toEqual([])
      })
    })

    describe('derived', () => {
      it('joins the first span with the stored one it continues', async () => {
        const record = recorder(store, a)
        const spans = (...list: Span[]) => record.add({ derived: derived({ spans: list }) })
        await spans({ start: 0, end: 10, owner: 0 }, { start: 10, end: 20, owner: 1 })
        await spans({ start: 20, end: 30, owner: 1 }, { start: 30, end: 31, owner: SIDE })
        await spans({ start: 31, end: 40, owner: 1 }, { start: 40, end: 50, owner: MALFORMED })
        await spans()
        expect(await store.listSpans(a)).toEqual([
          { start: 0, end: 10, owner: 0 },
          { start: 10, end: 30, owner: 1 },
          { start: 30, end: 31, owner: SIDE },
          { start: 31, end: 40, owner: 1 },
          { start: 40, end: 50, owner: MALFORMED },
        ])
        expect(await store.listSpans(a, 1)).toEqual([
          { start: 10, end: 30, owner: 1 },
          { start: 31, end: 40, owner: 1 },
        ])
        expect(await store.listSpans(a, SIDE)).toHaveLength(1)
        expect(await store.listSpans(b)).toEqual([])
        expect(await store.readSpans(a, -1, 2)).toEqual((await store.listSpans(a)).slice(0, 2))
        expect(await store.readSpans(a, 10, 9)).toEqual((await store.listSpans(a)).slice(2))
        expect(await store.readSpans(b, -1, 9)).toEqual([])
      })

      it('leaves the same rows however often the file was cut', async () => {
        let runs = 0
        await fc.assert(
          fc.asyncProperty(
            fc.array(aLine, { minLength: 1, maxLength: 30 }),
            fc.array(fc.nat(29), { maxLength: 8 }),
            async (lines, cuts) => {
              const [whole, cut] = [sessionId(`whole-${runs}`), sessionId(`cut-${runs++}`)]
              await recorder(store, whole).add({ derived: meaning(lines, 0) })
              const record = recorder(store, cut)
              const edges = [0, ...new Set(cuts.filter((at) => at > 0 && at < lines.length)), lines.length].sort(
                (x, y) => x - y,
              )
              for (const [i, from] of edges.slice(0, -1).entries()) {
                const before = lines.slice(0, from).reduce((sum, line) => sum + line.length, 0)
                await record.add({ derived: meaning(lines.slice(from, edges[i + 1]), before) })
              }
              expect(await store.listSpans(cut)).toEqual(await store.listSpans(whole))
              const rows = async (session: SessionId) =>
                (await store.listRounds(session)).map((row) => ({ ...row, session: null }))
              expect(await rows(cut)).toEqual(await rows(whole))
              expect(await store.countRounds(cut)).toBe((await rows(cut)).length)
            },
          ),
          { numRuns: 40 },
        )
      })

      it('keeps problems and graphs in file order', async () => {
        const record = recorder(store, a)
        await record.add({
          text: 'aaaa',
          derived: derived({ graph: Buffer.from('g1'), problems: [{ line: 3, problem: 'bad' }] }),
        })
        await record.add({ text: 'bb', derived: derived() })
        await record.add({
          text: 'cc',
          derived: derived({ graph: Buffer.from('g2'), problems: [{ line: 9, problem: 'worse' }] }),
        })
        await record.add({
          derived: derived({ graph: Buffer.from([0, 255]), problems: [{ line: 9, problem: 'also' }] }),
        })
        await record.add({ text: 'dd', derived: derived({ graph: Buffer.from('g4') }) })
        const graphs = (await collect(store.listGraphs(a))).map((graph) => Buffer.from(graph).toString('latin1'))
        expect(graphs).toEqual(['g4', '\0\xff', 'g2', 'g1'])
        const inOrder = (await collect(store.listGraphs(a, 'file order'))).map((graph) =>
          Buffer.from(graph).toString('latin1'),
        )
        expect(inOrder).toEqual(graphs.toReversed())
        expect(await store.listProblems(a)).toEqual([
          { line: 3, problem: 'bad' },
          { line: 9, problem: 'worse' },
          { line: 9, problem: 'also' },
        ])
      })

      it('is replaced as a whole, the tags kept, the record untouched', async () => {
        const record = recorder(store, a)
        const patch = derived({
          rounds: [round(1, { chars: 5 }), round(2)],
          spans: [{ start: 0, end: 4, owner: 1 }],
          problems: [{ line: 1, problem: 'p' }],
          graph: Buffer.from('g'),
          facts: facts({ title: 'T' }),
          parserState: 'S',
        })
        await record.add({ text: 'one\n', derived: patch, tail: Buffer.from('tail') })
        await recorder(store, b).add({ derived: patch })
        await store.journal([
          tag('round-1', null, 'console-work'),
          tag('round-2', null, 'x'),
          tag('round-2', 'x', null),
        ])
        const before = await everything(store)

        await store.replaceDerived({
          session: a,
          from: record.head,
          stretches: [{ start: 0, derived: patch }],
          active: 'unchanged',
        })
        expect(await everything(store)).toEqual(before)

        const other = derived({
          rounds: [round(1, { roundId: roundId('round-2') }), round(3, { roundId: roundId('round-1') })],
        })
        await store.replaceDerived({
          session: a,
          from: record.head,
          stretches: [{ start: 0, derived: other }],
          active: [1],
        })
        expect((await store.listRounds(a)).map((row) => [row.round, row.engagement, row.active])).toEqual([
          [1, null, true],
          [3, 'console-work', false],
        ])
        expect(await store.listSpans(a)).toEqual([])
        expect(await collect(store.listGraphs(a))).toEqual([])
        expect(await store.findSession(a)).toMatchObject({
          head: record.head,
          bytes: 4,
          facts: { title: null },
        })
        expect(await store.findParserState(a)).toBe('')
        expect(await store.listSpans(b)).toHaveLength(1)
      })

      it('is not replaced when the chain moved', async () => {
        const record = recorder(store, a)
        await record.add({ text: 'one\n', derived: derived({ rounds: [round(1)] }) })
        const replace = (from: CommitId | null) =>
          store.replaceDerived({ session: a, from, stretches: [{ start: 0, derived: derived() }], active: [] })
        await expect(replace(null)).rejects.toMatchObject({ code: 'chain-moved' })
        expect(await store.listRounds(a)).toHaveLength(1)
      })
    })

    describe('tags', () => {
      const engagements = async (session: SessionId) => (await store.listRounds(session)).map((row) => row.engagement)

      it('move with the journal, in every session that has the round', async () => {
        for (const session of [a, b])
          await recorder(store, session).add({ derived: derived({ rounds: [round(1), round(2)] }) })
        await store.journal([tag('round-1', null, 'console-work')])
        expect([await engagements(a), await engagements(b)]).toEqual([
          ['console-work', null],
          ['console-work', null],
        ])
        await store.journal([tag('round-1', 'console-work', null), tag('round-2', null, 'x')])
        expect(await engagements(a)).toEqual([null, 'x'])
      })

      it('of a session are named once each, by name', async () => {
        await recorder(store, a).add({ derived: derived({ rounds: [1, 2, 3, 4].map((n) => round(n)) }) })
        await store.journal([
          tag('round-3', null, 'a-work'),
          tag('round-1', null, 'b-work'),
          tag('round-2', null, 'b-work'),
        ])
        expect(await store.listEngagements(a)).toEqual(['a-work', 'b-work'])
        expect(await store.listEngagements(b)).toEqual([])
      })

      it('reach rounds that come later', async () => {
        await store.journal([tag('round-2', null, 'old'), tag('round-2', 'old', 'new')])
        const record = recorder(store, a)
        await record.add({ derived: derived({ rounds: [round(1), round(2)] }) })
        expect(await engagements(a)).toEqual([null, 'new'])
        await store.journal([tag('round-2', 'new', null)])
        await record.add({ derived: derived({ rounds: [round(2, { chars: 4 })] }) })
        expect(await engagements(a)).toEqual([null, null])
      })

      it('are compared before they move, all or none', async () => {
        await recorder(store, a).add({ derived: derived({ rounds: [round(1), round(2)] }) })
        await store.journal([tag('round-1', null, 'mine')])
        await expect(store.journal([tag('round-2', null, 'x'), tag('round-1', null, 'theirs')])).rejects.toMatchObject({
          code: 'tag-moved',
          facts: { round: 'round-1', expected: '', found: 'mine' },
        })
        await expect(store.journal([tag('round-2', 'never', 'x')])).rejects.toMatchObject({ code: 'tag-moved' })
        expect(await engagements(a)).toEqual(['mine', null])
        expect(await collect(store.listTags())).toHaveLength(1)
      })

      it('are listed as they were written', async () => {
        const changes = Array.from({ length: 600 }, (_, i) =>
          tag('round-1', i === 0 ? null : `tag-${i - 1}`, `tag-${i}`),
        )
        await store.journal(changes)
        await store.journal([])
        expect(await collect(store.listTags())).toEqual(changes)
      })

      it('answer the canonical query as written', async () => {
        if (!bench.query) return
        const started = (hour: string) => ({ started: `2026-03-19T${hour}:00:00.000Z` })
        await recorder(store, a).add({
          derived: derived({ rounds: [round(1, started('11')), round(2, started('13'))] }),
        })
        await recorder(store, b).add({
          derived: derived({ rounds: [round(1, { ...started('12'), roundId: roundId('b1'), chars: 9 })] }),
        })
        await store.journal(['round-1', 'round-2', 'b1'].map((id) => tag(id, null, 'console-work')))
        const rows = await bench.query("SELECT * FROM rounds WHERE engagement_id = 'console-work' ORDER BY started")
        expect(rows.map((row) => [row.session_id, Number(row.round)])).toEqual([
          [a, 1],
          [b, 1],
          [a, 2],
        ])
        expect(rows[1]).toMatchObject({
          engagement_id: 'console-work',
          token_count: 3,
          user_preview: '',
          round_file: null,
        })
        for (const column of ['agent_preview', 'tool_count', 'thinking_count', 'thinking_chars'])
          expect(rows[1]).toHaveProperty(column)
      })
    })

    describe('a snapshot', () => {
      it('sees nothing of what is written meanwhile, by itself or by others', async () => {
        const added = await recorder(store, a).add({ text: 'one\n', derived: derived({ rounds: [round(1)] }) })
        await store.journal([tag('round-1', null, 'before')])
        const other = await connect()
        await store.snapshot(async (state) => {
          await store.journal([tag('round-1', 'before', 'after')])
          await recorder(other, b).add({ text: 'two\n', derived: derived({ rounds: [round(2)] }) })
          await other.forget(a)
          await other.collect({ now: AT, dryRun: false })
          expect(await state.findTags([roundId('round-1'), roundId('round-9')])).toEqual(
            new Map([['round-1', 'before']]),
          )
          expect((await state.listRounds(a)).map(({ engagement }) => engagement)).toEqual(['before'])
          expect((await collect(state.listSessions())).map(({ id, head }) => [id, head])).toEqual([[a, added.head]])
          expect(await state.listFaults()).toEqual([])
        })
        await store.snapshot(async (state) => {
          expect((await collect(state.listSessions())).map(({ id }) => id)).toEqual([b])
          expect(await state.findTags([roundId('round-1')])).toEqual(new Map([['round-1', 'after']]))
        })
      })

      it('writes nothing', async () => {
        await expect(store.snapshot((state) => state.journal([tag('round-1', null, 'x')]))).rejects.toThrow()
        expect((await store.findTags([roundId('round-1')])).size).toBe(0)
      })

      it('is ended by what fails in it, and the next one is another', async () => {
        await expect(store.snapshot(() => Promise.reject(new Error('stop')))).rejects.toThrow('stop')
        await store.journal([tag('round-1', null, 'x')])
        expect(await store.snapshot((state) => state.findTags([roundId('round-1')]))).toEqual(
          new Map([['round-1', 'x']]),
        )
      })
    })

    describe('lineage', () => {
      it('has each link once, found from both ends', async () => {
        const links = [link(b, a, 'fork'), link(b, a, 'rewrite'), link(a, 'elsewhere', 'spawn')]
        await store.link(links)
        await store.link([{ ...links[0]!, at: '2030-01-01T00:00:00.000Z' }])
        await store.link([])
        expect(await store.listLineage()).toEqual(links)
        expect(await store.listLineage(b)).toEqual(links.slice(0, 2))
        expect(await store.listLineage(a)).toEqual(links)
        expect(await store.listLineage(sessionId('none'))).toEqual([])
      })

      it('adds what a detail did not say, and keeps what it said', async () => {
        await store.link([{ ...link(b, a, 'spawn'), detail: { round: 3, tool_use_id: null } }])
        await store.link([{ ...link(b, a, 'spawn'), detail: { round: 4, tool_use_id: 'toolu_1', commit: 'ctx-1' } }])
        await store.link([{ ...link(b, a, 'spawn'), detail: { tool_use_id: null } }])
        expect(await store.listLineage()).toEqual([
          { ...link(b, a, 'spawn'), detail: { round: 3, tool_use_id: 'toolu_1', commit: 'ctx-1' } },
        ])
      })
    })

    describe('sessions and what is next to them', () => {
      it('are listed in the order they came, more than fit a page', async () => {
        const ids = Array.from({ length: 230 }, (_, i) => sessionId(`s-${(i * 7919) % 230}`))
        for (const id of ids) await recorder(store, id).add({})
        await store.append(entry(ids[0]!))
        expect((await collect(store.listSessions())).map((session) => session.id)).toEqual(ids)
      })

      it('have generations, oldest first', async () => {
        const create = (generation: number, client = 'test') => ({
          client,
          clientId: 'x',
          generation,
          format: 'test-v1',
        })
        await store.append(entry(sessionId('x~1'), { create: create(1) }))
        await store.append(entry(sessionId('x'), { create: create(0) }))
        await store.append(entry(sessionId('y'), { create: create(0, 'other') }))
        expect((await store.generations('test', 'x')).map((session) => session.id)).toEqual(['x', 'x~1'])
        expect(await store.generations('test', 'none')).toEqual([])
      })

      it('have side files, every version kept', async () => {
        const put = (path: string, text: string, at = AT) =>
          store.putSideFile({ session: a, path, content: Buffer.from(text), at })
        expect(await put('tool-results/b.txt', 'one')).toEqual({ deduplicated: 0 })
        expect(await put('tool-results/b.txt', 'one', '2027-01-01T00:00:00.000Z')).toEqual({ deduplicated: 3 })
        await put('tool-results/b.txt', 'four')
        await put('tool-results/a.txt', 'one')
        const of = (path: string, text: string) => ({
          path,
          artifact: artifactIdOf(Buffer.from(text)),
          size: text.length,
          at: AT,
        })
        expect(await store.listSideFiles(a)).toEqual([
          of('tool-results/a.txt', 'one'),
          of('tool-results/b.txt', 'one'),
          of('tool-results/b.txt', 'four'),
        ])
        expect(String(await store.artifacts.get(of('', 'four').artifact))).toBe('four')
        expect(await store.listSideFiles(b)).toEqual([])
        await put('tool-results/b.txt', 'one')
        expect((await store.listSideFiles(a)).at(-1)).toEqual(of('tool-results/b.txt', 'one'))
      })

      it('have sources, the newest look kept', async () => {
        const note = {
          path: '/a',
          session: a,
          size: 5_000_000_000,
          modified: '1753900000123456789',
          inode: '18446744073709551615',
          proven: true,
        }
        await store.noteSource({ ...note, size: 1 })
        await store.noteSource(note)
        expect(await store.findSource('/a')).toEqual({ ...note, mark: expect.any(String) })
        await recorder(store, a).add({ note: { ...note, size: 6, proven: false } })
        expect(await store.findSource('/a')).toMatchObject({ ...note, size: 6, proven: false })
        expect(await store.findSource('/b')).toBeUndefined()
      })

      it('carry a mark, another one once anybody changed what a capture goes on from', async () => {
        const other = await bench.connect()
        const note = { path: '/a', session: a, size: 1, modified: '1', inode: '1', proven: true }
        const ours = recorder(store, a)
        const marks = new Set<string | undefined>()
        const expectMoved = async () => {
          const { mark } = (await store.findSource('/a'))!
          expect(marks).not.toContain(mark)
          marks.add(mark)
        }
        const { mark } = await ours.add({ text: 'one\n', note })
        expect((await other.findSource('/a'))?.mark).toBe(mark)
        await expectMoved()
        await recorder(other, b).add({ text: 'two\n', note: { ...note, path: '/b', session: b } })
        await other.journal([{ roundId: roundId('x'), engagement: 'e', previous: null, at: AT, by: 'me' }])
        expect((await store.findSource('/a'))?.mark).toBe(mark)
        await ours.add({ text: 'three\n' })
        await expectMoved()
        await ours.add({ tail: Buffer.from('torn') })
        await expectMoved()
        await other.noteSource({ ...note, modified: '2' })
        await expectMoved()
        await other.replaceDerived({
          session: a,
          from: ours.head,
          stretches: [{ start: 0, derived: derived({ parserState: 'elsewhere' }) }],
          active: 'unchanged',
        })
        await expectMoved()
        await other.close()
      })
    })

    it('keeps hostile text exactly as it is', async () => {
      for (const [i, text] of HOSTILE.entries()) {
        const id = sessionId(`${text}${i}`)
        const patch = derived({
          rounds: [round(1, { roundId: roundId(text), userPreview: text, agentPreview: text })],
          problems: [{ line: 1, problem: text }],
          facts: facts({ title: text, agent: text, cwd: text, spawnedBy: { session: text, toolUseId: text } }),
          parserState: text,
        })
        const record = recorder(store, id)
        const { head } = await record.add({
          text: `${i}`,
          draft: { template: text, principal: text, thread: text },
          derived: patch,
          source: text,
        })
        await store.journal([{ roundId: roundId(text), engagement: text, previous: null, at: AT, by: text }])
        await store.link([{ child: id, parent: text, kind: 'fork', at: AT, detail: { [text]: text } }])
        await store.noteSource({ path: text, session: id, size: 1, modified: '1', inode: '1', proven: true })
        await store.putSideFile({ session: id, path: text, content: Buffer.from('x'), at: AT })

        expect(await store.findSession(id)).toMatchObject({ id, source: text, facts: patch.facts })
        expect(await store.findParserState(id)).toBe(text)
        expect(await store.findCommit(head!)).toMatchObject({
          template: text,
          principal: text,
          thread: text,
          session: id,
        })
        expect((await collect(store.listChain(id))).map((commit) => commit.id)).toEqual([head])
        expect(await store.listRounds(id)).toMatchObject([
          { roundId: text, userPreview: text, agentPreview: text, engagement: text },
        ])
        expect(await store.findRounds([roundId(text)])).toEqual([{ roundId: text, session: id, round: 1 }])
        expect(await store.listProblems(id)).toEqual([{ line: 1, problem: text }])
        expect(await store.listLineage(id)).toEqual([
          { child: id, parent: text, kind: 'fork', at: AT, detail: { [text]: text } },
        ])
        expect(await store.findSource(text)).toMatchObject({ path: text, session: id })
        expect(await store.listSideFiles(id)).toMatchObject([{ path: text }])
        await expect(record.add({ draft: {}, from: null })).rejects.toMatchObject({ code: 'chain-moved' })
      }
      expect((await collect(store.listTags())).map((change) => change.engagement)).toEqual(HOSTILE)
      expect(await store.listFaults()).toEqual([])
    })

    it('keeps any text exactly as it is', async () => {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'binary' }),
          fc.array(fc.integer({ min: 0, max: 0xffff })),
          async (text, units) => {
            const any = text + String.fromCharCode(...units)
            const id = sessionId(`any-${runs++}`)
            await recorder(store, id).add({
              derived: derived({ parserState: any, rounds: [round(1, { userPreview: any })] }),
            })
            expect(await store.findParserState(id)).toBe(any)
            expect((await store.listRounds(id))[0]?.userPreview).toBe(any)
          },
        ),
      )
    })

    describe('connections', () => {
      it('find everything again after closing', async () => {
        const record = recorder(store, a)
        await record.add({
          text: 'one\n',
          derived: derived({ rounds: [round(1)], spans: [{ start: 0, end: 4, owner: 1 }] }),
        })
        await store.journal([tag('round-1', null, 'x')])
        const before = await everything(store)
        await store.close()
        store = await connect()
        expect(await everything(store)).toEqual(before)
      })

      it('may be closed twice', async () => {
        await store.close()
        await store.close()
      })

      it('see what the other wrote, and sort out who was first', async () => {
        const stores = [store, await connect()]
        await recorder(store, a).add({})
        const writes = stores.flatMap((own, who) =>
          Array.from({ length: 20 }, async (_, i) => {
            const bytes = Buffer.from(`${who}:${i}\n`)
            for (;;) {
              const session = await own.findSession(a)
              const [from, start] = [session!.head, session!.bytes]
              await new Promise(setImmediate)
              const next = draft(a, { parent: from, start, end: start + bytes.length })
              try {
                return await own.append(entry(a, { from, commits: [{ draft: next, bytes }] }))
              } catch (error) {
                expect(error).toMatchObject({ code: 'chain-moved' })
              }
            }
          }),
        )
        await Promise.all(writes)
        for (const own of stores) {
          const commits = await collect(own.listChain(a))
          const texts = await Promise.all(
            commits.map(async (commit) => String(await own.artifacts.get(commit.artifact))),
          )
          expect(new Set(texts).size).toBe(40)
          expect(commits.every((commit, i) => commit.parent === (commits[i - 1]?.id ?? null))).toBe(true)
          expect(commits.every((commit, i) => commit.start === (commits[i - 1]?.end ?? 0))).toBe(true)
        }
      })

      it('write while another reads', async () => {
        const other = await connect()
        for (let i = 0; i < 1200; i++) await recorder(store, sessionId(`s-${i}`)).add({ text: `${i}` })
        const seen: string[] = []
        for await (const { id } of store.artifacts.list()) {
          seen.push(id)
          if (seen.length % 300 !== 0) continue
          await recorder(store, sessionId(`same-${seen.length}`)).add({ text: 'x' })
          await recorder(other, sessionId(`other-${seen.length}`)).add({ text: `new ${seen.length}` })
        }
        expect(new Set(seen).size).toBe(seen.length)
        for (let i = 0; i < 1200; i++) expect(seen).toContain(artifactIdOf(Buffer.from(`${i}`)))
      })

      it('let a walk stop early', async () => {
        const record = recorder(store, a)
        for (let i = 0; i < 10; i++) await record.add({ text: `${i}` })
        for await (const commit of store.listChain(a)) if (commit.start === 3) break
        await record.add({ text: 'more' })
        expect(await collect(store.listChain(a))).toHaveLength(11)
      })
    })

    describe('damage', () => {
      it('is not found in a sound store', async () => {
        await recorder(store, a).add({ text: 'one\n'.repeat(1000), derived: derived({ rounds: [round(1)] }) })
        await store.journal([tag('round-1', null, 'x')])
        expect(await store.listFaults()).toEqual([])
      })

      it('is named where the bytes of an artifact are gone', async () => {
        const { id } = await store.artifacts.put(Buffer.from('gone'))
        await bench.damage.dropBytes(id)
        expect(await store.listFaults()).toMatchObject([{ where: expect.stringContaining(id) }])
      })

      it('of a commit is found when it is read and when all is looked at', async () => {
        const record = recorder(store, a)
        const { head } = await record.add({ text: 'one\n' })
        await record.add({ text: 'two\n' })
        await bench.damage.rotCommit(head!)
        await expect(store.findCommit(head!)).rejects.toMatchObject({ code: 'record-corrupt', facts: { commit: head } })
        await expect(collect(store.listChain(a))).rejects.toMatchObject({ code: 'record-corrupt' })
        const tip = record.head!
        expect((await collect(store.listAncestors(tip, 1))).map((commit) => commit.id)).toEqual([tip])
        await expect(collect(store.listAncestors(tip, 2))).rejects.toMatchObject({
          code: 'record-corrupt',
          facts: { commit: head },
        })
        expect(await store.listFaults()).toMatchObject([{ where: expect.stringContaining(head!) }])
      })

      it('of the tag journal is found when it is read and when all is looked at', async () => {
        await store.journal([tag('round-1', null, 'x')])
        await bench.damage.rotTags()
        await expect(collect(store.listTags())).rejects.toMatchObject({ code: 'record-corrupt' })
        expect(await store.listFaults()).toHaveLength(1)
      })

      it('is not done to a store of a newer Stet', async () => {
        await bench.damage.makeNewer()
        await expect(bench.connect()).rejects.toMatchObject({ code: 'store-too-new', hint: expect.any(String) })
      })
    })
  })
}

function tag(round: string, previous: string | null, engagement: string | null): TagChange {
  return { roundId: roundId(round), engagement, previous, at: AT, by: 'me' }
}

interface Line {
  readonly owner: Owner
  readonly length: number
  readonly preview: string
  readonly time: string | null
}

const aLine: fc.Arbitrary<Line> = fc.record({
  owner: fc.integer({ min: -2, max: 4 }),
  length: fc.integer({ min: 1, max: 50 }),
  preview: fc.constantFrom('', 'one', 'two'),
  time: fc.constantFrom(null, '2026-03-19T10:00:00.000Z', '2026-03-19T11:00:00.000Z'),
})

/** What a parser would say of these lines, beginning at byte `start`. */
function meaning(lines: readonly Line[], start: number) {
  const spans: { start: number; end: number; owner: Owner }[] = []
  const rounds: RoundPatch[] = []
  let at = start
  for (const { owner, length, preview, time } of lines) {
    pushSpan(spans, at, at + length, owner)
    at += length
    if (owner < 0) continue
    rounds.push(round(owner, { chars: length, toolCount: 1, userPreview: preview, started: time, ended: time }))
  }
  return derived({ rounds, spans })
}

/** All a store says, to compare before and after. */
async function everything(store: Store) {
  const { databaseBytes: _, ...sizes } = await store.sizes()
  const sessions = await collect(store.listSessions())
  const rounds: RoundRow[] = []
  const rest: unknown[] = []
  for (const { id } of sessions) {
    rounds.push(...(await store.listRounds(id)))
    rest.push(
      await store.listSpans(id),
      await store.listProblems(id),
      await collect(store.listGraphs(id)),
      await collect(store.listChain(id)),
    )
  }
  return { sizes, sessions, rounds, rest, tags: await collect(store.listTags()), lineage: await store.listLineage() }
}
