import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectGarbage } from '../src/care/collect.ts'
import { inscribe } from '../src/record/capture/inscribe.ts'
import type { Workspace } from '../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { writeLongSession } from './data/long-session.ts'
import { transcripts, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { growAndCapture, piecesOf } from './lib/steps.ts'
import { hasTool, runTool } from './lib/tool.ts'

// Figures 3 and 4: how many bytes are kept, next to the best a compressor does with all of it at once.
const CHECKPOINTS = 200
const SESSION_BYTES = 20e6
const NAME = '5e55b001-0000-4000-8000-000000000001.jsonl'

interface Kept {
  readonly store: string
  readonly bytes: number
  readonly seconds: number
}

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const source = join(folder, 'long.jsonl')
    writeLongSession(source, transcripts(), SESSION_BYTES)
    const pieces = piecesOf(source, CHECKPOINTS)
    const best = runTool('zstd', ['-19', '-c', '-q', source]).stdout.length
    const { live, sealed, seconds } = await ourCheckpoints(folder, pieces)
    report(
      `storing ${CHECKPOINTS} checkpoints of one session of ${(SESSION_BYTES / 1e6).toFixed(0)} MB`,
      [
        row('3: live ÷ zstd -19 of the file', live, best, 1.5, 1.3),
        row('3: sealed ÷ zstd -19 of the file', sealed, best, 1.1, 1.05),
      ],
      {},
    )
    const peers = [git, restic, borg, casync].flatMap((peer) => peer(folder, pieces) ?? [])
    table(
      [{ store: 'stet, live', bytes: live, seconds }, { store: 'stet, sealed', bytes: sealed, seconds }, ...peers],
      best,
    )
    await wholeCorpus(folder)
  })
}

async function ourCheckpoints(
  folder: string,
  pieces: readonly Buffer[],
): Promise<{ live: number; sealed: number; seconds: number }> {
  return withStore(join(folder, 'stet'), async (workspace) => {
    const began = performance.now()
    await growAndCapture(workspace, join(folder, NAME), pieces)
    const seconds = (performance.now() - began) / 1000
    const live = (await workspace.store.sizes()).storedBytes
    await collectGarbage(workspace)
    return { live, sealed: (await workspace.store.sizes()).storedBytes, seconds }
  })
}

async function wholeCorpus(folder: string): Promise<void> {
  const files = transcripts()
  const raw = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const best = runTool('zstd', ['-3', '--long=27', '-c', '-q'], {
    input: Buffer.concat(files.map((file) => readFileSync(file))),
  }).stdout.length
  await withStore(join(folder, 'corpus'), async (workspace) => {
    await inscribe(workspace, files, { sideFiles: false })
    await collectGarbage(workspace)
    const { storedBytes, databaseBytes } = await workspace.store.sizes()
    report(
      `storing ${files.length} transcripts, ${(raw / 1e6).toFixed(1)} MB`,
      [
        row('4: sealed ÷ zstd -3 --long=27 of all', storedBytes, best, 1.1, 1),
        {
          ...row('   database beside the artifacts ÷ raw', databaseBytes - storedBytes, raw, 0.15),
          median: (databaseBytes - storedBytes) / raw,
        },
      ],
      {},
    )
  })
}

function git(folder: string, pieces: readonly Buffer[]): readonly Kept[] | undefined {
  if (!hasTool('git')) return absent('git')
  const repo = join(folder, 'git')
  mkdirSync(repo)
  const run = (...args: string[]) =>
    runTool('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: repo })
  run('init', '-q')
  const seconds = grow(repo, pieces, () => run('add', '.') && run('commit', '-q', '-m', 'x'))
  run('gc', '-q')
  return [{ store: 'git, after gc', bytes: sizeBelow(join(repo, '.git', 'objects')), seconds }]
}

function restic(folder: string, pieces: readonly Buffer[]): readonly Kept[] | undefined {
  if (!hasTool('restic')) return absent('restic')
  const repo = join(folder, 'restic')
  const files = join(folder, 'restic-files')
  mkdirSync(files)
  const env = { RESTIC_PASSWORD: 'x', RESTIC_CACHE_DIR: join(folder, 'restic-cache') }
  runTool('restic', ['-q', '-r', repo, 'init'], { env })
  const seconds = grow(files, pieces, () => runTool('restic', ['-q', '-r', repo, 'backup', files], { env }))
  return [{ store: 'restic', bytes: sizeBelow(repo), seconds }]
}

function borg(folder: string, pieces: readonly Buffer[]): readonly Kept[] | undefined {
  if (!hasTool('borg')) return absent('borg')
  const repo = join(folder, 'borg')
  const files = join(folder, 'borg-files')
  mkdirSync(files)
  const env = { BORG_BASE_DIR: join(folder, 'borg-base'), BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: 'yes' }
  runTool('borg', ['init', '-e', 'none', repo], { env })
  let n = 0
  const seconds = grow(files, pieces, () =>
    runTool('borg', ['create', '-C', 'zstd,3', `${repo}::${++n}`, files], { env }),
  )
  return [{ store: 'borg, zstd,3', bytes: sizeBelow(repo), seconds }]
}

function casync(folder: string, pieces: readonly Buffer[]): readonly Kept[] | undefined {
  if (!hasTool('casync')) return absent('casync')
  const files = join(folder, 'casync-files')
  const store = join(folder, 'casync.castr')
  mkdirSync(files)
  let n = 0
  const seconds = grow(files, pieces, () =>
    runTool('casync', ['make', `--store=${store}`, join(folder, `c${++n}.caidx`), files]),
  )
  return [{ store: 'casync', bytes: sizeBelow(store), seconds }]
}

function grow(folder: string, pieces: readonly Buffer[], checkpoint: () => unknown): number {
  const path = join(folder, NAME)
  writeFileSync(path, '')
  const began = performance.now()
  for (const piece of pieces) {
    appendFileSync(path, piece)
    checkpoint()
  }
  return (performance.now() - began) / 1000
}

function absent(name: string): undefined {
  console.log(`\n${name} is not installed; its row is left out.`)
}

function sizeBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function row(figure: string, ours: number, reference: number, must: number, aim?: number) {
  return {
    figure,
    ours: mb(ours),
    reference: mb(reference),
    median: ours / reference,
    must: { atMost: must },
    ...(aim !== undefined && { aim: { atMost: aim } }),
  }
}

function table(kept: readonly Kept[], best: number): void {
  console.log(`\n| store | bytes kept | ÷ zstd -19 | ${CHECKPOINTS} checkpoints |\n|---|---|---|---|`)
  for (const { store, bytes, seconds } of kept)
    console.log(`| ${store} | ${mb(bytes)} | ${(bytes / best).toFixed(2)} | ${seconds.toFixed(1)} s |`)
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`
}

async function withStore<T>(storeDir: string, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = await openWorkspace({ storeDir, user: 'bench', machine: 'bench', cwd: '/', configDirs: {} })
  try {
    return await work(workspace)
  } finally {
    await closeWorkspace(workspace)
  }
}

main()
