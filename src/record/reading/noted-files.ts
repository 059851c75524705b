import { clientOf } from '../../clients/client-of.ts'
import { linesOf } from '../../clients/lines.ts'
import type { Session } from '../../model/session.ts'
import type { NotedFile } from '../../model/tool-act.ts'
import type { Workspace } from '../workspace.ts'
import { createRoundReader } from './round-blocks.ts'

/** What the client noted of files in these rounds, by the call it is about. */
export async function notedFilesOf(
  workspace: Workspace,
  session: Session,
  rounds: readonly { readonly round: number }[],
): Promise<ReadonlyMap<string, NotedFile>> {
  const noted = new Map<string, NotedFile>()
  const { reader } = clientOf(session)
  if (!reader.notedFiles) return noted
  const read = createRoundReader(workspace, session)
  for (const { round } of rounds) {
    for (const stretch of await read.stretches(round)) {
      for (const line of linesOf(stretch, reader.lineEnd))
        for (const one of reader.notedFiles(line)) noted.set(one.call, one)
    }
  }
  return noted
}
