import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workspace } from '../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'

export interface TestWorkspace {
  /** A temporary folder of its own; the record, the clients' folders and the working folder are in it. */
  readonly home: string
  readonly workspace: Workspace
  /** Closes the record and removes the folder. */
  close(): Promise<void>
}

type OpenOptions = Partial<Parameters<typeof openWorkspace>[0]> & {
  /** A folder that is there already and stays. */
  readonly home?: string
  /** What the folder of the record is called in it. */
  readonly storeName?: string
}

/** A workspace around a store that is open already. */
export function workspaceOf<T extends Partial<Workspace> & Pick<Workspace, 'store'>>(given: T): Workspace & T {
  return { user: 'me@here', machine: 'here', cwd: '/', configDirs: {}, clock: () => new Date(), ...given }
}

/** A workspace with a record of its own. What a test does not name is the same everywhere. */
export async function openTestWorkspace({
  home: given,
  storeName = 'store',
  ...options
}: OpenOptions = {}): Promise<TestWorkspace> {
  const home = given ?? mkdtempSync(join(realpathSync(tmpdir()), 'stet-test-'))
  const workspace = await openWorkspace({
    storeDir: join(home, storeName),
    user: 'me@here',
    machine: 'here',
    cwd: home,
    configDirs: {
      'claude-code': join(home, '.claude'),
      codex: join(home, '.codex'),
      pi: join(home, '.pi/agent'),
      'gemini-cli': join(home, '.gemini'),
      opencode: join(home, '.local/share/opencode/stet'),
    },
    ...options,
  })
  return {
    home,
    workspace,
    async close() {
      await closeWorkspace(workspace)
      if (given === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}
