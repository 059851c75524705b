import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { history, resolveAt } from '../../src/brief/history.ts'
import { collectGarbage } from '../../src/care/collect.ts'
import { verify } from '../../src/care/verify.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { CommitId, SessionId } from '../../src/model/id.ts'
import { estimateTokens } from '../../src/model/tokens.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { compactFromFile, snapshot } from '../../src/record/chain/compact.ts'
import { materialize } from '../../src/record/chain/materialize.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { exchanges, jsonl } from './lines.ts'

const SEQUENCES = process.env.STET_WIDE ? 200 : 40
const STEPS = 60
const PRINCIPALS = ['ann@here', 'bob@here']
const NOW = '2026-06-01T00:00:00.000Z'

/** What the store should know, in the plainest form. */
interface ModelCommit {
  readonly parent: string | null
  readonly type: 'delta' | 'compaction' | 'snapshot'
  readonly text: string
  readonly at: string
  readonly order: number
  readonly principal: string
  summary: string | null
  ephemeral: boolean
}

class Crash extends Error {}

it(`${SEQUENCES * STEPS} random steps on chains answer as a plain model does`, { timeout: 600_000 }, async () => {
  const counts: Record<string, number> = {}
  for (let seed = 1; seed <= SEQUENCES; seed++) await runSequence(seed, counts)
  console.log(
    `chains against the model: ${Object.entries(counts)
      .map(([step, count]) => `${count} ${step}`)
      .join(', ')}`,
  )
  for (const step of STEP_NAMES) expect(counts[step], step).toBeGreaterThan(0)
})

const STEP_NAMES = [
  'checkpoint',
  'fork',
  'compact',
  'snapshot',
  'update',
  'grow',
  'seal',
  'gc',
  'ephemeral',
  'reopen',
  'crash',
] as const

async function runSequence(seed: number, counts: Record<string, number>): Promise<void> {
  const random = seededRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const home = mkdtempSync(join(tmpdir(), 'stet-model-'))
  const model = new Map<string, ModelCommit>()
  const sessionFile = join(home, '5e55c001-0000-4000-8000-00000000000f.jsonl')
  let sessionText = ''
  let session: string | undefined
  let exchangesWritten = 0
  let files = 0
  let order = 0
  let crashIn = Number.POSITIVE_INFINITY
  let workspace = open()

  function open(): Workspace {
    const onWrite = () => {
      if (--crashIn <= 0) throw new Crash('here the process dies')
    }
    const store = openSqliteStore({ directory: join(home, 'store'), onWrite })
    return { store, user: pick(PRINCIPALS), machine: 'here', cwd: home, configDirs: {}, clock: () => new Date(NOW) }
  }

  /** Free commits of the model; those of the session are checked by its bytes. */
  const ids = () => [...model.keys()]

  async function add(type: ModelCommit['type'], parent: string | null): Promise<void> {
    const first = 1 + Math.floor(random() * 50)
    const text = jsonl(exchanges(first, first + Math.floor(random() * 3), { branch: String(files), parent: null }))
    const data = join(home, `data-${files++}`)
    writeFileSync(data, text)
    const principal = pick(PRINCIPALS)
    const { id } = await checkpoint(workspace, {
      type,
      data,
      format: 'claude-code-v1',
      principal,
      ...(parent !== null && { parent }),
    })
    if (model.has(id)) return
    const at = (await workspace.store.findCommit(id))!.createdAt
    model.set(id, { parent, type, text, at, order: order++, principal, summary: null, ephemeral: false })
  }

  function growFile(): void {
    const more = 1 + Math.floor(random() * 4)
    const text = jsonl(
      exchanges(exchangesWritten + 1, exchangesWritten + more).map((line) => ({
        ...line,
        pad: 'x'.repeat(Math.floor(random() * 20_000)),
      })),
    )
    exchangesWritten += more
    sessionText += text
    appendFileSync(sessionFile, text)
  }

  const steps: Record<(typeof STEP_NAMES)[number], () => Promise<void>> = {
    checkpoint: () => {
      if (ids().length > 0 && random() < 0.8) return add('delta', ids().at(-1)!)
      return add(random() < 0.3 ? 'snapshot' : 'delta', null)
    },
    fork: () => add('delta', ids().length > 0 ? pick(ids()) : null),
    async compact() {
      if (ids().length === 0) return
      const parent = pick(ids())
      const file = join(home, `summary-${files++}`)
      writeFileSync(file, `Summary ${files} of it all.`)
      const { id } = await compactFromFile(workspace, await resolveCommit(workspace, parent), file)
      const commit = (await workspace.store.findCommit(id))!
      const text = (await workspace.store.artifacts.get(commit.artifact)).toString()
      expect(text).toContain(`Summary ${files} of it all.`)
      model.set(id, {
        parent,
        type: 'compaction',
        text,
        at: commit.createdAt,
        order: order++,
        principal: commit.principal,
        summary: commit.summary,
        ephemeral: false,
      })
    },
    async snapshot() {
      if (ids().length === 0) return
      const parent = pick(ids())
      const { id } = await snapshot(workspace, await resolveCommit(workspace, parent))
      if (model.has(id)) return
      const commit = (await workspace.store.findCommit(id))!
      model.set(id, {
        parent,
        type: 'snapshot',
        text: expected(parent, 'compaction'),
        at: commit.createdAt,
        order: order++,
        principal: commit.principal,
        summary: null,
        ephemeral: false,
      })
    },
    async update() {
      if (ids().length === 0) return
      const id = pick(ids())
      const summary = `about ${files++}`
      await workspace.store.setSummary(id as CommitId, summary)
      model.get(id)!.summary = summary
    },
    async grow() {
      growFile()
      const { sessions, failed } = await inscribe(workspace, [sessionFile])
      expect(failed).toEqual([])
      session = sessions[0]!.session
    },
    async seal() {
      if (session)
        await workspace.store.seal(session as SessionId, {
          everything: random() < 0.5,
          limit: 1 + Math.floor(random() * 3),
        })
    },
    async gc() {
      const dry = await workspace.store.collect({ now: NOW, dryRun: true })
      const { removed } = await workspace.store.collect({ now: NOW, dryRun: false })
      expect(removed).toBe(dry.removed)
      if (random() < 0.2) await collectGarbage(workspace)
      for (const id of collectable(model)) model.delete(id)
    },
    async ephemeral() {
      if (ids().length === 0) return
      const id = pick(ids())
      await workspace.store.setRetention(id as CommitId, { policy: 'ephemeral', until: '2026-01-01T00:00:00.000Z' })
      model.get(id)!.ephemeral = true
    },
    async reopen() {
      await workspace.store.close()
      workspace = open()
    },
    async crash() {
      const step = pick(['checkpoint', 'fork', 'compact', 'snapshot', 'grow', 'seal', 'gc'] as const)
      crashIn = 1 + Math.floor(random() * 6)
      const before = new Set(await storedIds())
      try {
        await steps[step]()
      } catch (error) {
        if (!(error instanceof Crash)) throw error
      }
      crashIn = Number.POSITIVE_INFINITY
      await workspace.store.close()
      workspace = open()
      await catchUp(before)
    },
  }

  /** After a crash a step happened whole or not at all; the model learns which from what is there. */
  async function catchUp(before: ReadonlySet<string>): Promise<void> {
    if (sessionText !== '') {
      const { sessions } = await inscribe(workspace, [sessionFile])
      session = sessions[0]!.session
    }
    const now = new Set(await storedIds())
    for (const id of [...model.keys()])
      if (!now.has(id)) {
        expect(collectable(model)).toContain(id)
        model.delete(id)
      }
    for (const id of now) {
      if (model.has(id)) continue
      expect(before.has(id)).toBe(false)
      const commit = (await workspace.store.findCommit(id as CommitId))!
      const text = (await workspace.store.artifacts.get(commit.artifact)).toString()
      model.set(id, {
        parent: commit.parent,
        type: commit.type,
        text,
        at: commit.createdAt,
        order: order++,
        principal: commit.principal,
        summary: commit.summary,
        ephemeral: false,
      })
    }
  }

  /** Every commit of the store that is not of the session's file. */
  async function storedIds(): Promise<readonly string[]> {
    const own = new Set<string>()
    if (session) for await (const commit of workspace.store.listChain(session as SessionId)) own.add(commit.id)
    return (await workspace.store.findCommits('ctx-', 100_000)).filter((id) => !own.has(id))
  }

  function chainOf(id: string): readonly ModelCommit[] {
    const chain: ModelCommit[] = []
    for (let at: string | null = id; at !== null; at = model.get(at)!.parent) chain.unshift(model.get(at)!)
    return chain
  }

  /** The commits whose texts are a context. A snapshot after others says again what they said. */
  function included(id: string, stop: string): readonly ModelCommit[] {
    const chain = chainOf(id)
    if (stop === 'root')
      return chain.filter((commit, at) => commit.type === 'delta' || (commit.type === 'snapshot' && at === 0))
    const from =
      stop === 'compaction' ? chain.findLastIndex((commit) => commit.type !== 'delta') : chain.indexOf(model.get(stop)!)
    return chain.slice(Math.max(0, from)).filter((commit, at) => commit.type !== 'snapshot' || at === 0)
  }

  function expected(id: string, stop: string): string {
    return included(id, stop)
      .map((commit) => commit.text)
      .join('')
  }

  async function compare(): Promise<void> {
    for (const id of ids().length > 0 ? [pick(ids()), pick(ids())] : []) {
      const commit = await resolveCommit(workspace, id)
      expect(commit).toMatchObject({
        parent: model.get(id)!.parent,
        type: model.get(id)!.type,
        summary: model.get(id)!.summary,
        principal: model.get(id)!.principal,
      })
      const chain: string[] = []
      for (let at: string | null = id; at !== null; at = model.get(at)!.parent) chain.push(at)
      for (const stop of ['compaction', 'root', pick(chain) as CommitId] as const) {
        const made = await materialize(workspace, commit, stop)
        expect((await workspace.store.artifacts.get(made.artifact_ref)).toString()).toBe(expected(id, stop))
        const parts = included(id, stop)
        expect(made.commit_count).toBe(parts.length)
        if (stop !== 'root') continue
        const counts = parts.map(({ text }) => claudeCode.reader.count(Buffer.from(text)))
        expect(made.message_count).toBe(counts.reduce((sum, { messages }) => sum + messages, 0))
        expect(made.token_count).toBe(counts.reduce((sum, { chars }) => sum + estimateTokens(chars), 0))
      }
      expect((await history(workspace, commit)).commits.map((one) => one.id)).toEqual(chain)
      const at = model.get(pick(ids()))!.at
      const principal = pick(PRINCIPALS)
      const { commit_id } = await resolveAt(workspace, principal, at)
      const [newest] = [...model]
        .filter(([, one]) => one.principal === principal && one.at <= at)
        .filter(([, one]) => one.type === 'delta' || one.parent === null)
        .sort(([, a], [, b]) => (a.at === b.at ? b.order - a.order : a.at < b.at ? 1 : -1))
      expect(commit_id).toBe(newest?.[0] ?? null)
    }
    if (session) {
      const recorded: Buffer[] = []
      const found = (await workspace.store.findSession(session as SessionId))!
      for await (const piece of exportStream(workspace, found, 'raw')) recorded.push(piece)
      expect(Buffer.concat(recorded).toString()).toBe(sessionText)
    }
  }

  try {
    for (let step = 0; step < STEPS; step++) {
      const name = pick(STEP_NAMES)
      counts[name] = (counts[name] ?? 0) + 1
      await steps[name]()
      await compare()
    }
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [] })
  } catch (error) {
    throw new Error(`sequence ${seed}: ${(error as Error).message}`, { cause: error })
  } finally {
    await workspace.store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Ephemeral commits that nothing kept descends from. */
function collectable(model: ReadonlyMap<string, ModelCommit>): readonly string[] {
  const kept = new Set<string>()
  for (const [id, commit] of model) {
    if (commit.ephemeral) continue
    for (let at: string | null = id; at !== null && !kept.has(at); at = model.get(at)!.parent) kept.add(at)
  }
  return [...model.keys()].filter((id) => !kept.has(id))
}

function seededRandom(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
