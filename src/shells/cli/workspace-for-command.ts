import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from '../../commands/kit/call.ts'
import { Failure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import type { Settings } from '../../model/settings.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { WorkspaceOptions } from '../../workspace/open-workspace.ts'
import { readPrincipal } from '../process/environment.ts'
import { ERR, write } from '../process/output.ts'
import { startPush } from '../process/start-push.ts'
import { isAddress, namedStore, sharedStoreOf } from './shared-store.ts'

/** The record a command works with; one that is only looked at and is not there is empty. */
export async function openForCommand(
  environment: Environment,
  use: {
    readonly store: string | undefined
    readonly onlyLooks: boolean
    readonly mayMake: boolean
    /** Whether an undo that was killed is left to the command itself. */
    readonly leavesUndo?: boolean
  } & Pick<WorkspaceOptions, 'onRefresh'>,
): Promise<Workspace> {
  const workspace = await openedFor(environment, use)
  if (!use.leavesUndo && workspace.storeDir !== undefined && existsSync(join(workspace.storeDir, 'undoing'))) {
    const { finishInterruptedUndos } = await import('../../surgery/interrupted-undo.ts')
    await finishInterruptedUndos(workspace)
  }
  return workspace
}

async function openedFor(environment: Environment, use: Parameters<typeof openForCommand>[1]): Promise<Workspace> {
  const { openWorkspace } = await import('../../workspace/open-workspace.ts')
  const options = {
    ...(await workspaceOptions(environment, use.store)),
    ...(use.onRefresh !== undefined && { onRefresh: use.onRefresh }),
  }
  if (options.shared) return openWorkspace(options)
  const isThere = existsSync(options.storeDir)
  if (use.store !== undefined && !use.mayMake && !isThere) throw noRecord(options.storeDir)
  return openWorkspace({ ...options, storeDir: use.onlyLooks && !isThere ? ':memory:' : options.storeDir })
}

export async function workspaceOptions(environment: Environment, store: string | undefined): Promise<WorkspaceOptions> {
  const { configDirsOf } = await import('../../record/naming/client-files.ts')
  const { cwd, configDir, worker, trustedStores } = environment
  const settings = settingsOf(environment)
  const shared = await sharedStoreOf(environment, store, settings)
  const storeDir = storeDirOf(environment, store)
  return {
    ...readPrincipal(),
    inside: environment.inside,
    cwd,
    configDirs: configDirsOf(configDir),
    storeDir,
    shared,
    ...(!shared && { pushSoon: () => startPush(environment, storeDir) }),
    trustedStores,
    worker,
    settings,
  }
}

/** The folder of this machine's own record; with a shared store it has all that is not in that. */
export function storeDirOf(environment: Environment, given: string | undefined): string {
  const { cwd, storeDir } = environment
  const named = namedStore(environment, given)
  return named === undefined || isAddress(named) ? storeDir : resolve(cwd, named)
}

/** What was named and is not there is a mistake, not an empty record. */
function noRecord(path: string): Failure {
  return new Failure('store-unreadable', `There is no record in ${path}.`, {
    facts: { path },
    hint: `Name another with --store, or make one there: \`stet inscribe --all --store ${path}\`.`,
  })
}

/** What is set, read once and when it is first wanted. What is ignored is said on stderr. */
function settingsOf({ settingSources, storeDir, trustedStores }: Environment): () => Promise<Settings> {
  let read: Promise<Settings> | undefined
  return () => {
    read ??= (async () => {
      const sources = settingSources()
      if (sources.files.length === 0 && Object.keys(sources.variables).length === 0) return {} // as on most machines
      const { readSettings } = await import('../../record/settings/read-settings.ts')
      const { refuseForeign } = await import('../../system/refuse-foreign.ts')
      refuseForeign(storeDir, trustedStores)
      const { settings, warnings } = await readSettings(sources)
      for (const warning of warnings) write(ERR, ownWords(`${warning}\n`))
      return settings
    })()
    return read
  }
}

export async function closeAfterCommand(opened: Promise<Workspace>): Promise<void> {
  const workspace = await opened.catch(() => undefined) // why it did not open has been thrown already
  if (!workspace) return
  const { closeWorkspace } = await import('../../workspace/open-workspace.ts')
  await closeWorkspace(workspace)
}
