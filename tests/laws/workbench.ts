import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type fc from 'fast-check'
import type { Block } from '../../src/model/block.ts'
import type { Commit } from '../../src/model/commit.ts'
import type { SessionId } from '../../src/model/id.ts'
import type { Problem, RoundRow, Session, SessionFacts } from '../../src/model/session.ts'
import type { Span } from '../../src/model/span.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe, problemsOf } from '../../src/record/capture/inscribe.ts'
import type { SearchIndex } from '../../src/record/indexing/search-index.ts'
import { roundBlocks } from '../../src/record/reading/round-blocks.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openSqliteSearch } from '../../src/search/drivers/sqlite/open-sqlite-search.ts'
import { workspaceOf } from '../workspace.ts'
import { SESSION } from './lines.ts'

const WIDE = process.env.STET_WIDE === '1'

/** Runs of one law: the same files every time, or with STET_WIDE=1 many times more, different each time. */
export function runs(numRuns = 200): fc.Parameters<unknown> {
  return WIDE ? { numRuns: numRuns * 20 } : { numRuns, seed: 20_260_319 }
}

/** A store, and one session file whose bytes the test decides. */
export interface Bench {
  readonly workspace: Workspace & { readonly search: SearchIndex }
  readonly path: string
  /** Makes the file hold these bytes and captures it. */
  inscribe(bytes: Buffer): Promise<Session>
  close(): Promise<void>
}

const FOLDER = mkdtempSync(join(tmpdir(), 'stet-laws-'))

export function openBench({
  directory = ':memory:',
  clock = noon,
}: {
  directory?: string
  clock?: () => Date
} = {}): Bench {
  const store = openSqliteStore({ directory })
  const search = openSqliteSearch({ directory })
  const workspace = workspaceOf({ store, search, cwd: FOLDER, clock })
  const path = join(FOLDER, `${SESSION}.jsonl`)
  return {
    workspace,
    path,
    async inscribe(bytes) {
      writeFileSync(path, bytes)
      const { failed } = await inscribe(workspace, [path], { sideFiles: false })
      if (failed[0]) throw new Error(`${failed[0].code}: ${failed[0].message}`)
      const session = await store.findSession(SESSION as SessionId)
      if (!session) throw new Error('the session is not in the record')
      return session
    },
    async close() {
      await search.close()
      await store.close()
    },
  }
}

export async function onBench<T>(use: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = openBench()
  try {
    return await use(bench)
  } finally {
    await bench.close()
  }
}

/** Everything the record says of a session, apart from how it was cut into commits. */
export interface Meaning {
  readonly raw: string
  readonly bytes: number
  readonly tail: string
  readonly rounds: readonly RoundRow[]
  readonly spans: readonly Span[]
  readonly problems: readonly Problem[]
  readonly facts: SessionFacts
  readonly blocks: readonly Block[]
}

export async function meaningOf(workspace: Workspace, session: Session): Promise<Meaning> {
  const { store } = workspace
  const rounds = await store.listRounds(session.id)
  const blocks: Block[] = []
  for (const row of rounds) blocks.push(...(await roundBlocks(workspace, session, row)))
  return {
    raw: (await rawOf(workspace, session)).toString('latin1'),
    bytes: session.bytes,
    tail: Buffer.from(session.tail).toString('latin1'),
    rounds,
    spans: await store.listSpans(session.id),
    problems: await problemsOf(workspace, session),
    facts: session.facts,
    blocks,
  }
}

export async function rawOf(workspace: Workspace, session: Session): Promise<Buffer> {
  return Buffer.concat(await all(exportStream(workspace, session, 'raw')))
}

export async function commitsOf({ store }: Workspace, session: Session): Promise<readonly Commit[]> {
  return all(store.listChain(session.id))
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

function noon(): Date {
  return new Date('2026-03-19T12:00:00.000Z')
}
