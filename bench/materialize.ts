import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectGarbage } from '../src/care/collect.ts'
import type { Commit } from '../src/model/commit.ts'
import { checkpoint } from '../src/record/chain/checkpoint.ts'
import { compactFromFile } from '../src/record/chain/compact.ts'
import { materialize } from '../src/record/chain/materialize.ts'
import { resolveCommit } from '../src/record/chain/resolve-commit.ts'
import type { Workspace } from '../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { writeLongSession } from './data/long-session.ts'
import { inTurn } from './lib/in-turn.ts'
import { transcripts, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import { growAndCapture, piecesOf } from './lib/steps.ts'
import { runTool } from './lib/tool.ts'

// Figure 7: the context of 1 000 commits, 20 MB; from the nearest compaction; and from the cache.
const BYTES = 20e6
const COMMITS = 1000
const RUNS = 5

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const source = join(folder, 'long.jsonl')
    writeLongSession(source, transcripts(), BYTES)
    runTool('zstd', ['-3', '-q', source])
    const workspace = await openWorkspace({
      storeDir: join(folder, 'store'),
      user: 'bench',
      machine: 'bench',
      cwd: folder,
      configDirs: {},
    })
    try {
      await growAndCapture(
        workspace,
        join(folder, '5e55b001-0000-4000-8000-000000000003.jsonl'),
        piecesOf(source, COMMITS),
      )
      await collectGarbage(workspace)
      const tip = await tipOf(workspace)
      const short = await compactionAfter(workspace, folder, tip, 10)
      const long = await compactionAfter(workspace, folder, tip, 10_000)
      const runs = await inTurn(RUNS, {
        whole: () => fresh(workspace, tip),
        compacted: () => fresh(workspace, short),
        deep: () => fresh(workspace, long),
        cached: async () => {
          await materialize(workspace, tip, 'root')
          return timeOf(() => materialize(workspace, tip, 'root'))
        },
        reference: () =>
          runTool('zstd', ['-dc', '-q', `${source}.zst`]).wallMs - runTool('zstd', ['-q', '--version']).wallMs,
      })
      const { joined_bytes } = await materialize(workspace, tip, 'root')
      const best = least(runs.reference)
      report(
        `materialize: ${COMMITS} commits, ${(BYTES / 1e6).toFixed(0)} MB`,
        [
          figure('7: whole ÷ zstd -dc', runs.whole, runs.reference, 2, 1.3),
          figure('7: from a compaction ÷ zstd -dc', runs.compacted, runs.reference, 0.1),
          {
            ...figure('11: 10 000 commits before it ÷ 10', runs.deep, runs.compacted, 1.2),
            reference: ms(median(runs.compacted)),
          },
          {
            figure: `from the cache (${joined_bytes} bytes joined) ÷ zstd -dc`,
            ours: ms(median(runs.cached)),
            reference: ms(best),
            median: median(runs.cached) / best,
          },
        ],
        { 'zstd -dc': runs.reference },
      )
    } finally {
      await closeWorkspace(workspace)
    }
  })
}

/** A compaction with so many commits before it, and a few after. */
async function compactionAfter(workspace: Workspace, folder: string, tip: Commit, before: number): Promise<Commit> {
  const data = join(folder, 'one-line.jsonl')
  writeFileSync(
    data,
    `${JSON.stringify({ type: 'user', uuid: `b${before}`, parentUuid: null, timestamp: tip.createdAt, message: { role: 'user', content: 'x' } })}\n`,
  )
  const write = (parent: string | undefined) =>
    checkpoint(workspace, { type: 'delta', data, format: tip.format, parent })
  let { id } = await write(undefined)
  for (let n = 1; n < before; n++) ({ id } = await write(id))
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, `What ${before} commits were about.`)
  ;({ id } = await compactFromFile(workspace, await resolveCommit(workspace, id), summary))
  for (let n = 0; n < 5; n++) ({ id } = await write(id))
  return resolveCommit(workspace, id)
}

/** Without what an earlier run left in the cache. */
async function fresh(workspace: Workspace, tip: Commit): Promise<number> {
  await workspace.store.collect({ now: new Date().toISOString(), dryRun: false })
  return timeOf(() => materialize(workspace, tip, 'compaction'))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function tipOf({ store }: Workspace): Promise<Commit> {
  for await (const session of store.listSessions()) return (await store.findCommit(session.head!))!
  throw new Error('nothing was captured')
}

function figure(name: string, ours: readonly number[], reference: readonly number[], must: number, aim?: number) {
  return {
    figure: name,
    ours: ms(median(ours)),
    reference: ms(median(reference)),
    best: least(ours) / least(reference),
    median: median(ours) / median(reference),
    must: { atMost: must },
    ...(aim !== undefined && { aim: { atMost: aim } }),
  }
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`
}

main()
