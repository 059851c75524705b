import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { notSupported } from '../../clients/require-ability.ts'
import type { ConfigDir } from '../../model/config-dir.ts'
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

/** How work goes on in a session: by a command, and by a line that is typed into the running client, if there is one. */
export interface Resuming {
  readonly resume: string
  readonly resume_inside: string | null
}

/** How a client resumes a session: by its id where the client keeps it, else by its file, which takes a command. */
export function resuming(client: Client, session: string, file?: string): Resuming {
  const typed = file === undefined ? client.files.typedResume?.(session) : undefined
  return { resume: resumeCommand(client, file ?? session), resume_inside: typed ?? null }
}

/** The command that resumes a session. */
export function resumeCommand(client: Client, session: string): string {
  if (!client.files.resumeCommand) throw notSupported(client, 'resumed')
  return client.files.resumeCommand(session)
}
