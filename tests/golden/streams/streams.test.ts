import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inscribeStream } from '../../../src/record/capture/inscribe-stream.ts'
import { roundBlocks } from '../../../src/record/reading/round-blocks.ts'
import { openTestWorkspace, type TestWorkspace } from '../../workspace.ts'

let test: TestWorkspace
beforeEach(async () => {
  test = await openTestWorkspace()
})
afterEach(() => test.close())

/** `input.jsonl` is what the client printed, `rounds.json` what Stet makes of it. */
it.each(['claude-code', 'codex'])('what %s prints is read as it was', async (client) => {
  const { workspace } = test
  const folder = join(import.meta.dirname, client)
  const captured = await inscribeStream(workspace, createReadStream(join(folder, 'input.jsonl')))
  const session = (await workspace.store.findSession(captured.session))!
  const rounds = []
  for (const row of await workspace.store.listRounds(session.id)) {
    const { session: _session, engagement: _engagement, tokenCount: _tokens, ...plain } = row
    rounds.push({ ...plain, blocks: await roundBlocks(workspace, session, row) })
  }
  const { title, model, cwd, messages, blocks } = session.facts
  const read = {
    session: session.id,
    commits: captured.commits,
    facts: { title, model, cwd, rounds: session.facts.rounds, messages, blocks },
    lineage: (await workspace.store.listLineage(session.id)).map(({ parent, kind }) => ({ parent, kind })),
    rounds,
  }
  await expect(`${JSON.stringify(read, null, 2)}\n`).toMatchFileSnapshot(join(folder, 'rounds.json'))
})
