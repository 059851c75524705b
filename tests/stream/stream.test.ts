import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportStream } from '../../src/actions/export.ts'
import { inscribeStream } from '../../src/actions/inscribe-stream.ts'
import { closeWorkspace, openWorkspace } from '../../src/actions/open-workspace.ts'
import type { Workspace } from '../../src/actions/workspace.ts'
import { Failure } from '../../src/model/errors.ts'

const SESSION = '5e55a001-0000-4000-8000-00000000000a'
let home: string
let workspace: Workspace

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'stet-stream-'))
  workspace = await openWorkspace({ storeDir: home, user: 'me@here', machine: 'here', cwd: home, configDirs: {} })
})
afterEach(async () => {
  await closeWorkspace(workspace)
  rmSync(home, { recursive: true, force: true })
})

it('commits at the end of every turn, and the bytes are those of the stream', async () => {
  const lines = [init(), ...turn(1), ...turn(2), ...turn(3)]
  const { session, commits } = await inscribeStream(workspace, pieces(lines.join(''), 7))
  expect(commits).toBe(3)
  expect(await recorded(session)).toBe(lines.join(''))
  expect((await workspace.store.listRounds(session)).reduce((sum, row) => sum + row.toolCount, 0)).toBe(3)
})

it('commits every so many turns, or only at events', async () => {
  const text = [init(), ...turn(1), ...turn(2), ...turn(3), compaction(), ...turn(4)].join('')
  expect((await inscribeStream(workspace, pieces(text, 50), { every: 2 })).commits).toBe(3)
  expect((await inscribeStream(workspace, pieces(text, 50), { every: 'events' })).commits).toBe(2)
})

it('goes on when a commit fails, and its bytes go into the next', async () => {
  const lines = [init(), ...turn(1), ...turn(2)]
  const { store } = workspace
  let broken = true
  const append: typeof store.append = async (entry) => {
    if (!broken) return store.append(entry)
    broken = false
    throw new Failure('store-busy', 'Somebody else is writing.')
  }
  const failures: string[] = []
  const { session, commits } = await inscribeStream(
    { ...workspace, store: { ...store, append } },
    pieces(lines.join(''), 1000),
    { onFailed: (failure) => failures.push(failure.code) },
  )
  expect(failures).toEqual(['store-busy'])
  expect(commits).toBe(1)
  expect(await recorded(session)).toBe(lines.join(''))
})

it('keeps a torn end, and refuses what is no stream', async () => {
  const text = `${[init(), ...turn(1)].join('')}{"type":"assis`
  const { session } = await inscribeStream(workspace, pieces(text, 64))
  expect(await recorded(session)).toBe(text)
  await expect(inscribeStream(workspace, pieces('hello\n', 3))).rejects.toMatchObject({ code: 'file-not-a-session' })
})

function init(): string {
  return line({ type: 'system', subtype: 'init', session_id: SESSION, cwd: '/project' })
}

function turn(n: number): readonly string[] {
  return [
    line({
      type: 'assistant',
      uuid: `a${n}`,
      session_id: SESSION,
      message: {
        id: `m${n}`,
        role: 'assistant',
        model: 'm',
        content: [{ type: 'tool_use', id: `t${n}`, name: 'Bash', input: { command: 'ls' } }],
      },
    }),
    line({
      type: 'user',
      uuid: `u${n}`,
      session_id: SESSION,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'ok' }] },
    }),
    line({ type: 'result', subtype: 'success', session_id: SESSION, num_turns: n }),
  ]
}

function compaction(): string {
  return line({ type: 'system', subtype: 'compact_boundary', uuid: 'b', session_id: SESSION })
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

async function* pieces(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function recorded(id: string): Promise<string> {
  const session = (await workspace.store.findSession(id as never))!
  const all: Buffer[] = []
  for await (const piece of exportStream(workspace, session, 'raw')) all.push(piece)
  return Buffer.concat(all).toString()
}
