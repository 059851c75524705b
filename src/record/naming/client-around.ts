import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { CLIENTS } from '../../clients/index.ts'
import type { Inside } from '../running/inside.ts'
import type { Workspace } from '../workspace.ts'
import { sessionPath } from './client-files.ts'
import { recorded } from './running-session.ts'

export interface ClientAround {
  readonly client: string
  /** Whether the client finds a session in this file when a person types that he goes on with it. */
  readonly finds: (path: string) => boolean
}

/** The client of the agent that runs this, and which sessions it finds: most look next to the session that runs only. */
export async function clientAround(
  workspace: Workspace,
  { client: name, session, transcript }: Inside & { readonly client: string },
): Promise<ClientAround> {
  const client = CLIENTS.find((one) => one.name === name)
  if (!client || client.files.findsEveryFolder) return { client: name, finds: () => true }
  const known = session === undefined ? undefined : await recorded(workspace, session, name)
  const file =
    transcript ?? known?.source ?? sessionPath(workspace, client, { cwd: workspace.cwd, sessionId: session ?? 'any' })
  const folder = realFolder(file)
  return { client: name, finds: (path) => realFolder(path) === folder }
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(dirname(path))
  } catch {
    return dirname(path)
  }
}
