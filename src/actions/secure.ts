import { resolve } from 'node:path'
import { type Inscribed, inscribeOne } from './inscribe.ts'
import type { Workspace } from './workspace.ts'

export interface SecuredFile {
  /** Of what is new in the file, as far as it is on disk now: all of it. */
  readonly new_bytes: number
  /** Settles when it is recorded and can be found; fails where that fails, and whoever comes next has to do it. */
  readonly recorded: Promise<Inscribed>
}

/**
 * Answers when what is new in a session's file is on disk; it is recorded when the caller waits for something else.
 * Closing the workspace waits for that. Should the process not come so far, whoever opens the store next does it.
 */
export async function secure(workspace: Workspace, path: string): Promise<SecuredFile> {
  const { underway = new Map<string, Promise<void>>() } = workspace
  const file = resolve(workspace.cwd, path)
  while (underway.has(file)) await underway.get(file)
  return new Promise((answer, fail) => {
    const recorded = inscribeOne(workspace, file, {
      sideFiles: false,
      trust: 'last-commit',
      onSecured: (new_bytes) => answer({ new_bytes, recorded }),
    })
    recorded.catch(fail) // no more than nothing where it was answered already
    const ended = recorded.then(nothing, nothing).then(() => void underway.delete(file))
    underway.set(file, ended)
  })
}

function nothing(): void {}
