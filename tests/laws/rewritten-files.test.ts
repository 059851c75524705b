import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { sessionBytes } from '../../src/record/reading/session-bytes.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const ID = uuidOf('a file that is rewritten')

let bench: TestWorkspace
beforeAll(async () => {
  bench = await openTestWorkspace()
})
afterAll(() => bench.close())

it('a file that is rewritten for the first time shares nine tenths of what is stored', async () => {
  const path = join(bench.home, `${ID}.jsonl`)
  const lines = transcript({ sessionId: ID, rounds: 2500 })
  const before = lines.join('')
  writeFileSync(path, before)
  await inscribe(bench.workspace, [path])
  const more = `${JSON.stringify({ type: 'summary', summary: 'put in', leafUuid: 'x' })}\n`
  writeFileSync(path, [lines[0], more, ...lines.slice(1)].join(''))
  const { sessions } = await inscribe(bench.workspace, [path])
  const [again] = sessions
  expect(again!.session).toBe(`${ID}~1`)
  expect(before.length).toBeGreaterThan(2_000_000)
  expect(again!.deduplicated_bytes / again!.new_bytes).toBeGreaterThan(0.9)
  const bytes: Buffer[] = []
  for await (const one of sessionBytes(
    bench.workspace.store,
    (await bench.workspace.store.findSession(again!.session))!,
  ))
    bytes.push(one)
  expect(Buffer.concat(bytes).toString()).toBe([lines[0], more, ...lines.slice(1)].join(''))
  expect(await verify(bench.workspace)).toMatchObject({ ok: true })
  for (const id of [ID, again!.session])
    await bench.workspace.store.seal(id as never, { everything: true, limit: 1000 })
  expect(await verify(bench.workspace)).toMatchObject({ ok: true })
})
