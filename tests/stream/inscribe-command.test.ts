import { expect, it } from 'vitest'
import type { TerminalCall } from '../../src/commands/kit/call.ts'
import { inscribe } from '../../src/commands/record/inscribe.ts'
import { Failure } from '../../src/model/errors.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { NO_PROGRESS } from '../../src/shells/cli/progress.ts'
import { readEnvironment } from '../../src/shells/process/environment.ts'
import { workspaceOf } from '../workspace.ts'

const NOTHING_GIVEN = { paths: [], all: false, watch: false, stream: false, no_embed: false, every: undefined }
const TURN = '{"type":"result","subtype":"success","session_id":"5e55a001-0000-4000-8000-00000000000a"}\n'

it.each([
  ['--dry-run', { dryRun: true }],
  ['paths', { input: { paths: ['a.jsonl'] } }],
  ['--all', { input: { all: true } }],
  ['--watch', { input: { watch: true } }],
])('--stream takes no %s', async (what, { input, ...rest }: Given) => {
  const call = { ...rest, input: { ...input, stream: true } }
  await expect(run(call)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(what) })
})

it('--every is of use only with --stream', async () => {
  await expect(run({ input: { every: '2' } })).rejects.toMatchObject({ code: 'usage' })
  await expect(run({ input: { every: '0', stream: true } })).rejects.toMatchObject({ code: 'usage' })
})

it.each([false, true])('a commit that fails is printed on stderr (with --json: %j)', async (json) => {
  const warnings: string[] = []
  const given = { json, input: { stream: true }, warn: (text: string) => void warnings.push(text) }
  expect(await run(given)).toMatchObject({ value: { commits: 1, bytes: 2 * TURN.length } })
  expect(warnings).toEqual(['Somebody else is writing.\n'])
})

type Given = Partial<Omit<TerminalCall<unknown>, 'input'>> & { readonly input?: object }

/** Runs the command on a stream of two turns, of which the first cannot be written. */
async function run({ input, ...rest }: Given) {
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
    const call: Partial<TerminalCall<unknown>> = {
      input: { ...NOTHING_GIVEN, ...input },
      dryRun: false,
      json: false,
      environment: { ...readEnvironment(), errIsTerminal: false, stdin },
      storeDir: ':memory:',
      signal: new AbortController().signal,
      progress: NO_PROGRESS,
      workspace: async () => workspace,
      ...rest,
    }
    return await inscribe.run(call as never)
  } finally {
    await store.close()
  }
}
