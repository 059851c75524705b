import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import type { ConfigDir } from '../../model/config-dir.ts'
import { notSupported } from '../require-ability.ts'
import type { Workspace } from '../workspace.ts'

/** Each client's own folder by the client's name; `locate` knows the user's home and the environment. */
export function configDirsOf(locate: (folder: ConfigDir) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CLIENTS.flatMap(({ name, files }) => (files.configDir ? [[name, locate(files.configDir)]] : [])),
  )
}

/** Whether a file of this name may hold a session of some client. */
export function mayHoldSession(path: string): boolean {
  return CLIENTS.some(({ files }) => files.mayHold(path))
}

/** The sessions that clients keep next to a session's file, such as subagents. */
export async function sideSessions(path: string): Promise<readonly string[]> {
  const found = await Promise.all(CLIENTS.map(({ files }) => files.sideFiles?.(path)))
  return [...new Set(found.flatMap((one) => one?.sessions ?? []))]
}

/** Where a client looks for a session of a folder. */
export function sessionPath(
  { configDirs, cwd: here }: Workspace,
  client: Client,
  { cwd, sessionId }: { readonly cwd: string; readonly sessionId: string },
): string {
  if (!client.files.pathOf) throw notSupported(client, 'written')
  return client.files.pathOf(configDirs[client.name] ?? here, cwd, sessionId)
}

/** The command that resumes a session. */
export function resumeCommand(client: Client, session: string): string {
  if (!client.files.resumeCommand) throw notSupported(client, 'resumed')
  return client.files.resumeCommand(session)
}
