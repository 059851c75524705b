import { beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../src/model/errors.ts'
import type { Call, Values } from '../../src/shells/cli/command.ts'
import { inscribe } from '../../src/shells/cli/commands/inscribe.ts'
import { readEnvironment } from '../../src/shells/cli/environment.ts'
import { ERR, OUT } from '../../src/shells/cli/output.ts'
import { NO_PROGRESS } from '../../src/shells/cli/progress.ts'
import { openSqliteStore } from '../../src/store/drivers/sqlite/open-sqlite-store.ts'
import { workspaceOf } from '../workspace.ts'

const written = vi.hoisted(() => ({ text: new Map<number, string>(), isClosed: false }))
vi.mock(import('../../src/shells/cli/output.ts'), async (original) => {
  const { Closed, ...rest } = await original()
  return {
    ...rest,
    Closed,
    write(descriptor: number, data: string | Uint8Array) {
      if (written.isClosed) throw new Closed()
      written.text.set(descriptor, `${written.text.get(descriptor) ?? ''}${data}`)
    },
  }
})
beforeEach(() => {
  written.text.clear()
  written.isClosed = false
})

const NO_OPTIONS = { all: false, watch: false, stream: false, every: undefined }
const TURN = '{"type":"result","subtype":"success","session_id":"5e55a001-0000-4000-8000-00000000000a"}\n'

it.each([
  ['--dry-run', { dryRun: true }],
  ['paths', { args: { paths: ['a.jsonl'] } }],
  ['--all', { options: { all: true } }],
  ['--watch', { options: { watch: true } }],
])('--stream takes no %s', async (what, { options, ...rest }: Partial<Call<Values, Values>>) => {
  const call = { ...rest, options: { ...options, stream: true } }
  await expect(run(call)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(`no ${what}`) })
})

it('--every is of use only with --stream', async () => {
  await expect(run({ options: { every: '2' } })).rejects.toMatchObject({ code: 'usage' })
  await expect(run({ options: { every: '0', stream: true } })).rejects.toMatchObject({ code: 'usage' })
})

it.each([false, true])('a commit that fails is told on stderr (with --json: %j)', async (json) => {
  expect(await run({ json, options: { stream: true } })).toMatchObject({
    value: { commits: 1, bytes: 2 * TURN.length },
  })
  expect([...written.text]).toEqual([[ERR, 'Somebody else is writing.\n']])
  expect(written.text.has(OUT)).toBe(false)
})

it('goes on where nobody reads stderr', async () => {
  written.isClosed = true
  expect(await run({ options: { stream: true } })).toMatchObject({ value: { commits: 1 } })
})

/** Runs the command on a stream of two turns, of which the first cannot be written. */
async function run({ args = { paths: [] }, options, ...rest }: Partial<Call<Values, Values>>) {
  const store = openSqliteStore({ directory: ':memory:' })
  let isBusy = true
  const workspace = workspaceOf({
    store: {
      ...store,
      async append(entry) {
        if (!isBusy) return store.append(entry)
        isBusy = false
        throw new Failure('store-busy', 'Somebody else is writing.')
      },
    },
  })
  async function* stdin() {
    yield Buffer.from(TURN)
    yield Buffer.from(TURN)
  }
  try {
    return await inscribe.run({
      args,
      options: { ...NO_OPTIONS, ...options },
      dryRun: false,
      json: false,
      environment: { ...readEnvironment(), errIsTerminal: false, stdin },
      workspaceOptions: () => Promise.reject(new Error('not asked for')),
      storeDir: ':memory:',
      signal: new AbortController().signal,
      progress: NO_PROGRESS,
      workspace: async () => workspace,
      say: async (text) => void written.text.set(OUT, text({} as never)),
      ...rest,
    })
  } finally {
    await store.close()
  }
}
