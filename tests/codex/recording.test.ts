import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compress as compressZstd } from '@cloudpss/zstd/napi'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { exportStream } from '../../src/read/export.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/codex')
const ROUNDS = join(FIXTURES, 'three-rounds-0.166.0.jsonl')

describe('sessions of Codex in the record', () => {
  let home: string
  let workspace: Workspace
  let bench: TestWorkspace

  beforeEach(async () => {
    bench = await openTestWorkspace()
    home = bench.home
    workspace = bench.workspace
  })
  afterEach(() => bench.close())

  /** Puts a fixture somewhere below the client's folder. */
  function put(name: string, fixture = ROUNDS): string {
    const path = join(home, '.codex', name)
    mkdirSync(dirname(path), { recursive: true })
    copyFileSync(fixture, path)
    return path
  }

  async function captureAll() {
    return (await inscribe(workspace, await findSessionFiles(workspace))).sessions
  }

  it('are not those of another client that calls its lines messages too', async () => {
    const path = join(home, 'other.jsonl')
    const said = { role: 'user', content: [{ type: 'text', text: 'List the files' }] }
    const lines = [
      { type: 'session', version: 3, id: 'a', timestamp: '2026-11-15T01:23:14.778Z', cwd: '/app' },
      { type: 'message', id: 'b', parentId: 'a', timestamp: '2026-11-15T01:23:14.925Z', message: said },
    ]
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { sessions } = await inscribe(workspace, [path])
    expect(sessions).toMatchObject([{ client: 'pi', rounds: 1 }])
  })

  it('finds those that are put away and those that are compressed, each once', async () => {
    put('sessions/2026/11/16/rollout-a.jsonl')
    put('archived_sessions/rollout-b.jsonl', join(FIXTURES, 'legacy-0.166.0.jsonl'))
    const packed = put('sessions/2026/11/15/rollout-c.jsonl', join(FIXTURES, 'compaction-0.166.0.jsonl'))
    compress(packed)
    const both = put('sessions/2026/11/14/rollout-d.jsonl', join(FIXTURES, 'image-and-interrupted-0.166.0.jsonl'))
    compress(both, { keeps: true })
    const found = await captureAll()
    expect(found.map(({ client, rounds }) => [client, rounds])).toEqual([
      ['codex', 3],
      ['codex', 5],
      ['codex', 3],
      ['codex', 3],
    ])
  })

  it('records a compressed file as what it holds, and being compressed later is nothing new', async () => {
    const path = put('sessions/2026/11/16/rollout-a.jsonl')
    const [first] = await captureAll()
    compress(path)
    const [again] = await captureAll()
    expect(again).toMatchObject({ session: first!.session, new_bytes: 0, rounds: 3 })
    const session = (await workspace.store.findSession(first!.session))!
    expect(session.source).toBe(`${path}.zst`)
    expect(await textOf(exportStream(workspace, session, 'raw'))).toBe(readFileSync(ROUNDS, 'utf8'))
    expect(await check(workspace, first!.session)).toMatchObject({ byte_exact: true, differences: [] })
  })

  it('refuses a compressed file that is not whole', async () => {
    const path = put('sessions/rollout-a.jsonl')
    compress(path)
    writeFileSync(`${path}.zst`, readFileSync(`${path}.zst`).subarray(0, 500))
    const { failed } = await inscribe(workspace, [`${path}.zst`])
    expect(failed).toMatchObject([{ code: 'file-unreadable' }])
  })

  it('says of a compressed file that it holds too much', async () => {
    const path = join(home, 'rollout-large.jsonl.zst')
    const small = Buffer.from(compressZstd(Buffer.alloc(5000, 'a'))) // says its size in two bytes after the fifth
    const size = Buffer.alloc(8)
    size.writeBigUInt64LE(2n ** 31n)
    writeFileSync(path, Buffer.concat([small.subarray(0, 4), Buffer.from([0xe0]), size, small.subarray(7)]))
    const { failed } = await inscribe(workspace, [path])
    expect(failed).toMatchObject([{ code: 'file-unreadable', message: expect.stringContaining('more than 1 GB') }])
  })

  it('is known by its content, whatever the file is called', async () => {
    const path = join(home, '01234567-89ab-4def-8123-456789abcdef.jsonl')
    copyFileSync(ROUNDS, path)
    const { sessions } = await inscribe(workspace, [path])
    expect(sessions).toMatchObject([{ client: 'codex', rounds: 3, tier: 'native' }])
  })

  it('links a fork to the session that it goes on from', async () => {
    const parent = put('sessions/rollout-a.jsonl', join(FIXTURES, 'fork-0.166.0.parent.jsonl'))
    const child = put('sessions/rollout-b.jsonl', join(FIXTURES, 'fork-0.166.0.jsonl'))
    const { sessions } = await inscribe(workspace, [child, parent])
    const links = await workspace.store.listLineage(sessions[0]!.session)
    expect(links).toMatchObject([
      { child: sessions[0]!.session, parent: sessions[1]!.session, kind: 'fork', detail: { bytes: 40434 } },
    ])
  })

  it('keeps a file of no known client as it is where somebody asks for it, and refuses it else', async () => {
    const path = join(home, '01234567-89ab-4def-8123-456789abcdef.jsonl')
    const text = '{"type":"session","version":3,"id":"x"}\n{"type":"message","id":"y"}\nno newline'
    writeFileSync(path, text)
    const named = [path]
    expect((await inscribe(workspace, [path], { named })).failed).toMatchObject([{ code: 'file-not-a-session' }])
    const { sessions } = await inscribe(workspace, [path], { named, raw: true })
    expect(sessions).toMatchObject([{ client: 'unknown', tier: 'raw', rounds: 0 }])
    const session = (await workspace.store.findSession(sessions[0]!.session))!
    expect(await textOf(exportStream(workspace, session, 'raw'))).toBe(text)
    expect(await check(workspace, path)).toMatchObject({ byte_exact: true })
  })

  it('puts a session right that was recorded under the wrong client', async () => {
    const path = join(home, '01a1e26b-9044-7101-95a2-b57246f6efa1.jsonl')
    const kept = join(home, 'kept.jsonl')
    copyFileSync(ROUNDS, kept)
    writeFileSync(path, 'not read yet\n')
    const { sessions: wrong } = await inscribe(workspace, [path], { named: [path] })
    renameSync(kept, path)
    const { sessions: right } = await inscribe(workspace, [path])
    expect(wrong).toMatchObject([{ client: 'claude-code', rounds: 0 }])
    expect(right).toMatchObject([{ client: 'codex', rounds: 3, session: `${wrong[0]!.session}~1` }])
    expect((await inscribe(workspace, [path])).sessions).toMatchObject([{ session: right[0]!.session, new_bytes: 0 }])
  })
})

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString('utf8')
}

/** As the client does it with files that have not been used for a while. */
function compress(path: string, { keeps = false } = {}): void {
  writeFileSync(`${path}.zst`, compressZstd(readFileSync(path)))
  if (!keeps) rmSync(path)
}
