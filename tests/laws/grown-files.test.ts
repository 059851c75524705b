import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { openTestWorkspace } from '../workspace.ts'

const GOLDEN = join(import.meta.dirname, '../golden/parse/claude-code')
const ID = '5e55a0e1-0000-4000-8000-000000000001'

/** What is known of a file that was captured when it had so many lines, for each number given. */
async function captured(lines: readonly Buffer[], counts: readonly number[]) {
  const { workspace, home, close } = await openTestWorkspace()
  try {
    const path = join(home, `${ID}.jsonl`)
    for (const count of counts) {
      writeFileSync(path, Buffer.concat(lines.slice(0, count)))
      expect((await inscribe(workspace, [path])).failed).toEqual([])
    }
    expect((await verify(workspace)).damaged).toEqual([])
    const { store } = workspace
    const facts = (await store.findSession(ID as never))!.facts
    return { rounds: await store.listRounds(ID as never), spans: await store.listSpans(ID as never), facts }
  } finally {
    await close()
  }
}

it.each(readdirSync(GOLDEN))('%s: captured line by line it means what it means captured at once', async (name) => {
  const lines = [...linesOf(readFileSync(join(GOLDEN, name, 'input.jsonl')))]
  const each = lines.map((_, at) => at + 1)
  expect(await captured(lines, each)).toEqual(await captured(lines, [lines.length]))
})
