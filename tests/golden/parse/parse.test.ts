import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inscribe, problemsOf } from '../../../src/record/capture/inscribe.ts'
import { roundBlocks } from '../../../src/record/reading/round-blocks.ts'
import type { Workspace } from '../../../src/record/workspace.ts'
import { linesOf } from '../../../src/clients/lines.ts'
import type { Block } from '../../../src/model/block.ts'
import type { Session } from '../../../src/model/session.ts'
import { MALFORMED, type Owner, SIDE, type Span } from '../../../src/model/span.ts'
import { openSqliteStore } from '../../../src/record/sqlite/open-sqlite-store.ts'
import { workspaceOf } from '../../workspace.ts'

const HERE = import.meta.dirname
const ID = '00000000-0000-4000-8000-000000000001'

const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

/** A folder is a case: `input.jsonl`, or `input.json`, is what the client wrote, `rounds.json` what Stet makes of it. */
for (const client of folders(HERE)) {
  describe(client, () => {
    it.each(folders(join(HERE, client)))('%s', async (example) => {
      const folder = join(HERE, client, example)
      const input = readdirSync(folder).find((name) => name.startsWith('input.'))!
      const parsed = await parse(readFileSync(join(folder, input)), extname(input))
      await expect(`${JSON.stringify(parsed, null, 2)}\n`).toMatchFileSnapshot(join(folder, 'rounds.json'))
    })
  })
}

async function parse(input: Buffer, ending: string) {
  const folder = mkdtempSync(join(tmpdir(), 'stet-golden-'))
  const store = openSqliteStore({ directory: ':memory:' })
  try {
    const path = join(folder, `${ID}${ending}`)
    writeFileSync(path, input)
    const clock = () => new Date(0)
    const workspace = workspaceOf({ store, cwd: folder, clock })
    const { sessions } = await inscribe(workspace, [path])
    return await meaningOf(workspace, (await store.findSession(sessions[0]!.session))!, input)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

async function meaningOf(workspace: Workspace, session: Session, input: Buffer) {
  const rounds = []
  for (const row of await workspace.store.listRounds(session.id)) {
    const { session: _session, engagement: _engagement, tokenCount: _tokens, ...plain } = row
    rounds.push({ ...plain, blocks: (await roundBlocks(workspace, session, row)).map(bare) })
  }
  const { title, agent, model, messages, blocks, tokens } = session.facts
  return {
    facts: { title, agent, model, rounds: session.facts.rounds, messages, blocks, tokens },
    rounds,
    lines: owners(await workspace.store.listSpans(session.id), input),
    problems: await problemsOf(workspace, session),
    spawned: (await workspace.store.listLineage(session.id)).map(({ child, detail }) => ({ child, ...detail })),
  }
}

function bare({ block_id: _id, session_id: _session, round_seq: _round, timestamp: _at, ...rest }: Block) {
  return rest
}

/** Whose each line is: several owners where several records share it, none for what is not yet a line. */
function owners(spans: readonly Span[], input: Buffer): readonly string[] {
  let at = 0
  return [...linesOf(input)].map((line) => {
    const [start, end] = [at, at + line.length]
    at = end
    return spans
      .filter((span) => span.start < end && span.end > start)
      .map((span) => nameOf(span.owner))
      .join(' + ')
  })
}

function nameOf(owner: Owner): string {
  return owner === SIDE ? 'side' : owner === MALFORMED ? 'malformed' : `round ${owner}`
}
