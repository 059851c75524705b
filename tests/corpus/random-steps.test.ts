import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectGarbage } from '../../src/care/collect.ts'
import { verify } from '../../src/care/verify.ts'
import type { SessionId } from '../../src/model/id.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { CORPUS_ABSENT, fixtureFiles, someCorpusFiles } from './files.ts'

const corpus = someCorpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
const files = [...fixtureFiles(), ...corpus]

describe('a file that grows in random steps comes back after sealing and collecting', () => {
  let home: string
  const expected: { readonly session: SessionId; readonly bytes: Buffer; readonly name: string }[] = []
  const totals = { steps: 0, raw: 0 }
  let workspace: Workspace
  let bench: TestWorkspace

  beforeAll(async () => {
    bench = await openTestWorkspace()
    home = bench.home
    workspace = bench.workspace
  })
  afterAll(() => bench.close())

  it.each(files)('$name', async (file) => {
    const bytes = readFileSync(file.path)
    const path = join(mkdtempSync(join(home, 'file-')), basename(file.path))
    writeFileSync(path, '')
    let session: string | undefined
    for (let at = 0; at < bytes.length; ) {
      const next = Math.min(bytes.length, at + 1 + Math.floor((random() ** 2 * bytes.length) / 3))
      appendFileSync(path, bytes.subarray(at, next))
      at = next
      const { sessions, failed } = await inscribe(workspace, [path], { sideFiles: false })
      if (failed.length > 0) expect(failed[0]!.code).toBe('file-not-a-session') // its first line is not whole yet
      session = sessions[0]?.session ?? session
      totals.steps++
    }
    const found = (await workspace.store.findSession(session as SessionId))!
    const all = await exported(found.id)
    const end = file.isBeginning ? bytes.length : all.length // a copy from before is in the session that went on
    expect(all.subarray(0, end).equals(bytes)).toBe(true)
    if (file.isBeginning) return
    totals.raw += bytes.length
    expected.push({ session: found.id, bytes, name: file.name })
  })

  it('after sealing full segments, after sealing everything, and after collecting', async () => {
    const live = await workspace.store.sizes()
    for (const { session } of expected) await workspace.store.seal(session, { everything: false, limit: 1000 })
    await expectAll()
    const { sealed } = await collectGarbage(workspace)
    await expectAll()
    const after = await workspace.store.sizes()
    console.log(
      `random steps: ${totals.steps} steps, ${totals.raw} bytes, stored live ${live.storedBytes}, sealed ${after.storedBytes} in ${sealed} segments`,
    )
    expect(after.storedBytes).toBeLessThan(live.storedBytes)
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [] })
  })

  async function expectAll(): Promise<void> {
    for (const { session, bytes, name } of expected) expect((await exported(session)).equals(bytes), name).toBe(true)
  }

  async function exported(session: SessionId): Promise<Buffer> {
    const all: Buffer[] = []
    for await (const piece of exportStream(workspace, (await workspace.store.findSession(session))!, 'raw'))
      all.push(piece)
    return Buffer.concat(all)
  }
})

/** The same steps in every run. */
let state = 20260319
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 0) / 4294967296
}
