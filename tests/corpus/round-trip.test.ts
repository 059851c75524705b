import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { CORPUS_ABSENT, type CorpusFile, corpusFiles, fixtureFiles } from './files.ts'
import { userLineClasses } from './user-line-classes.ts'

const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
const files = [...fixtureFiles(), ...corpus]

describe('every session file comes back', () => {
  let home: string
  const totals = { files: 0, bytes: 0, rounds: 0, toolUses: 0, blocks: 0, problems: 0 }
  let workspace: Workspace
  let bench: TestWorkspace

  beforeAll(async () => {
    bench = await openTestWorkspace()
    home = bench.home
    workspace = bench.workspace
  })
  afterAll(async () => {
    console.log(
      `round trip: ${Object.entries(totals)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    )
    await bench.close()
  })

  it.each(files)('$name', async (file) => {
    const original = readFileSync(file.path)
    const moved = copyToRead(file, home)
    const { sessions, failed } = await inscribe(workspace, [moved])
    expect(failed).toEqual([])
    rmSync(moved)

    const session = (await workspace.store.findSession(sessions[0]!.session))!
    const exported = await bytesOf(exportStream(workspace, session, 'raw'))
    const end = file.isBeginning ? original.length : exported.length // a copy from before is in the session that went on
    expect(exported.subarray(0, end).equals(original), 'the export differs from the file').toBe(true)

    const rows = await workspace.store.listRounds(session.id)
    const toolUses = rows.reduce((sum, row) => sum + row.toolCount, 0)
    if (file.counted && !file.isBeginning) {
      expect(toolUses).toBe(file.counted.toolUses)
      expectRounds(file, session.facts.rounds, original)
    }
    totals.files++
    totals.bytes += original.length
    totals.rounds += session.facts.rounds
    totals.toolUses += toolUses
    totals.blocks += session.facts.blocks
    totals.problems += sessions[0]!.problems.length
  })

  it.each(files)('check $name', async (file) => {
    expect(await check(workspace, file.path)).toMatchObject({ byte_exact: true, rerender_exact: true, differences: [] })
  })

  it('the store that holds them all verifies', async () => {
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [] })
  })
})

/** Human rounds agree with the index; where they do not, the lines that are a matter of opinion must explain it. */
function expectRounds(file: CorpusFile, rounds: number, original: Buffer): void {
  const wanted = file.counted!.userRounds
  if (rounds === wanted) return
  const classes = userLineClasses(original)
  console.log(
    `${file.name}: ${rounds} rounds, the index has ${wanted}; user lines by class: ${JSON.stringify(classes)}`,
  )
  const debatable = classes.injected + classes.command + classes.interrupt
  expect(Math.abs(rounds - wanted)).toBeLessThanOrEqual(debatable)
  expect(rounds).toBeGreaterThanOrEqual(Math.min(1, classes.plain))
}

function copyToRead(file: CorpusFile, home: string): string {
  const folder = mkdtempSync(join(home, 'source-'))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, basename(file.path))
  copyFileSync(file.path, path)
  return path
}

async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
