import { afterEach, beforeEach, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { Failure } from '../../src/model/errors.ts'
import type { SessionId } from '../../src/model/id.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribeStream } from '../../src/record/capture/inscribe-stream.ts'
import type { Store } from '../../src/record/store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const SESSION = '5e55a001-0000-4000-8000-00000000000a'
let workspace: Workspace
let bench: TestWorkspace

beforeEach(async () => {
  bench = await openTestWorkspace()
  workspace = bench.workspace
})
afterEach(() => bench.close())

it('commits at the end of every turn, and the bytes are those of the stream', async () => {
  const lines = [init(), ...turn(1), ...turn(2), ...turn(3)]
  const { session, commits } = await inscribeStream(workspace, pieces(lines.join(''), 7))
  expect(commits).toBe(3)
  expect(await recorded(session)).toBe(lines.join(''))
  expect((await workspace.store.listRounds(session)).reduce((sum, row) => sum + row.toolCount, 0)).toBe(3)
})

it('a stream is linked to the session it is the output of, recorded or not', async () => {
  const { session } = await inscribeStream(workspace, pieces([init(), ...turn(1)].join(''), 50))
  expect(await workspace.store.listLineage(session as SessionId)).toMatchObject([
    { child: `stream-${SESSION}`, parent: SESSION, kind: 'stream' },
  ])
  expect(await verify(workspace)).toMatchObject({ ok: true })
})

it('commits every so many turns, or only at events', async () => {
  const text = [init(), ...turn(1), ...turn(2), ...turn(3), compaction(), ...turn(4)].join('')
  expect((await inscribeStream(workspace, pieces(text, 50), { every: 2 })).commits).toBe(3)
  expect((await inscribeStream(workspace, pieces(text, 50), { every: 'events' })).commits).toBe(2)
})

it('a compaction and what is said after it come in one piece, also at the end of the stream', async () => {
  const text = [init(), ...turn(1), compaction(), ...turn(2), compaction()].join('')
  const { session, commits, bytes } = await inscribeStream(workspace, pieces(text, 50))
  expect([commits, bytes]).toEqual([2, text.length])
  expect(await recorded(session)).toBe(text)
  const kinds: string[] = []
  for await (const { type } of workspace.store.listChain(session)) kinds.push(type)
  expect(kinds).toEqual(['delta', 'compaction', 'delta'])
  const { tail } = (await workspace.store.findSession(session))!
  expect(Buffer.from(tail).toString()).toBe(compaction())
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

it('goes on from what is in the record when a long commit fails half-way', async () => {
  const long = [init(), ...Array.from({ length: 40 }, (_, n) => turn(n, 'x'.repeat(200_000))).flat()]
  for (const text of [
    [...long, compaction(), ...turn(41), compaction(), ...turn(42)].join(''), // and the stream goes on
    [...long, '{"type":"assis'].join(''), // and the stream ends
  ]) {
    const store = failing(2, 3)
    const failures: string[] = []
    const { session, bytes } = await inscribeStream({ ...workspace, store }, pieces(text, 1 << 20), {
      every: 'events',
      onFailed: (failure) => failures.push(failure.code),
    })
    expect(failures).toEqual(['store-busy', 'store-busy'])
    expect(bytes).toBe(text.length)
    expect((await recorded(session)) === text).toBe(true)
    expect((await verify(workspace)).damaged).toEqual([])
  }
})

it('tries the last commit again, where that may help', async () => {
  const text = [init(), ...turn(1)].join('')
  const end = { every: 'events' as const }
  const { session } = await inscribeStream({ ...workspace, store: failing(1, 2, 3) }, pieces(text, 100), end)
  expect(await recorded(session)).toBe(text)
  const always = { ...workspace, store: failing(1, 2, 3, 4, 5, 6, 7, 8, 9) }
  await expect(inscribeStream(always, pieces(text, 100), end)).rejects.toMatchObject({ code: 'store-busy' })
  let tries = 0
  const append = async () => {
    tries++
    throw new Failure('store-full', 'There is no space left.')
  }
  const full = { ...workspace, store: { ...workspace.store, append } }
  await expect(inscribeStream(full, pieces(text, 100), end)).rejects.toMatchObject({ code: 'store-full' })
  expect(tries).toBe(1)
})

it('two streams of one id at once are two sessions', async () => {
  const [one, two] = [turn(1), turn(2)].map((lines) => [init(), ...lines].join(''))
  const { store } = workspace
  let met = 0
  let meet = (): void => undefined
  const both = new Promise<void>((done) => (meet = done))
  const generations: typeof store.generations = async (...of) => {
    const found = await store.generations(...of)
    if (++met === 2) meet()
    await both // both have seen that there is none
    return found
  }
  const shared = { ...workspace, store: { ...store, generations } }
  const failures: string[] = []
  const onFailed = (failure: Failure) => failures.push(failure.code)
  const found = await Promise.all([one, two].map((text) => inscribeStream(shared, pieces(text!, 100), { onFailed })))
  expect(failures).toEqual(['chain-moved'])
  expect(found.map(({ session }) => session).sort()).toEqual([`stream-${SESSION}`, `stream-${SESSION}~1`])
  expect([await recorded(found[0]!.session), await recorded(found[1]!.session)]).toEqual([one, two])
})

it('never goes on in a session that another stream of its id made', async () => {
  const text = [init(), ...turn(1), ...turn(2)].join('')
  const other = [init(), ...turn(3)].join('')
  const onFailed = () => void 0
  const { store } = workspace
  let first = true
  const append: typeof store.append = async (entry) => {
    if (!first) return store.append(entry)
    first = false
    await inscribeStream(workspace, pieces(other, 100))
    throw new Failure('store-busy', 'Somebody else is writing.')
  }
  const { session } = await inscribeStream({ ...workspace, store: { ...store, append } }, pieces(text, 100), {
    onFailed,
  })
  expect(session).toBe(`stream-${SESSION}~1`)
  expect(await recorded(session)).toBe(text)
  expect(await recorded(`stream-${SESSION}`)).toBe(other)
})

it('is named by the first line of the client, whatever comes before it', async () => {
  const text = ['Warning: no login\n', init(), ...turn(1)].join('')
  const { session } = await inscribeStream(workspace, pieces(text, 9))
  expect(session).toBe(`stream-${SESSION}`)
  expect(await recorded(session)).toBe(text)
})

/** The store, in which these appends fail, counted from 1. */
function failing(...which: readonly number[]): Store {
  const { store } = workspace
  let appends = 0
  return {
    ...store,
    async append(entry) {
      if (which.includes(++appends)) throw new Failure('store-busy', 'Somebody else is writing.')
      return store.append(entry)
    },
  }
}

function init(): string {
  return line({ type: 'system', subtype: 'init', session_id: SESSION, cwd: '/project' })
}

function turn(n: number, answer = 'ok'): readonly string[] {
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
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: answer }] },
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
