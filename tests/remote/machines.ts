import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { addRemote, findRemote } from '../../src/record/remote/remotes.ts'
import { type Synced, type SyncOptions, sync } from '../../src/record/remote/sync.ts'
import { tag } from '../../src/work/tag.ts'
import { rawOf, sessionIds } from '../faults/record.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

/** A machine with a record of its own, in a home of its own. */
export interface TestMachine extends TestWorkspace {
  readonly put: (id: string, lines: readonly string[]) => string
  readonly capture: (path: string) => Promise<string>
  readonly sync: (options?: SyncOptions) => Promise<Synced>
  /** Every session with the bytes of its file. */
  readonly all: () => Promise<Readonly<Record<string, string>>>
  readonly tag: (session: string, round: number, engagement: string, at: string) => Promise<void>
}

export interface Machines {
  readonly drive: string
  readonly open: (name: string, user?: string) => Promise<TestMachine>
  readonly close: () => Promise<void>
}

/** Machines that have one folder together. */
export function openMachines(): Machines {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'stet-machines-'))
  const drive = join(root, 'drive')
  const opened: TestWorkspace[] = []
  return {
    drive,
    open: async (name, user = 'me') => {
      const home = join(root, name)
      mkdirSync(home)
      const bench = await openTestWorkspace({ home, storeName: '.stet', user: `${user}@${name}`, machine: name })
      opened.push(bench)
      const { workspace } = bench
      const storeDir = workspace.storeDir!
      await addRemote({ storeDir, cwd: home, dryRun: false }, 'drive', drive)
      return {
        ...bench,
        put: (id, lines) => {
          const path = join(home, '.claude/projects/-project', `${id}.jsonl`)
          mkdirSync(dirname(path), { recursive: true })
          writeFileSync(path, lines.join(''))
          return path
        },
        capture: async (path) => {
          const { sessions, failed } = await inscribe(workspace, [path])
          if (failed[0] || !sessions[0]) throw new Error(failed[0]?.message ?? 'nothing was captured')
          return sessions[0].session
        },
        sync: async (options) => sync(workspace, await findRemote(storeDir, 'drive'), options),
        all: async () => {
          const ids = await sessionIds(workspace)
          return Object.fromEntries(
            await Promise.all(ids.map(async (id) => [id, (await rawOf(workspace, id)).toString('utf8')] as const)),
          )
        },
        tag: async (session, round, engagement, at) => {
          const there = { ...workspace, clock: () => new Date(at) }
          await tag(there, session, { range: String(round), engagement })
        },
      }
    },
    close: async () => {
      for (const bench of opened) await bench.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
