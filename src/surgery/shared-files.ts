import { isAbsolute, resolve } from 'node:path'
import { clientOf } from '../clients/client-of.ts'
import type { Session } from '../model/session.ts'
import { roundBlocks } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import type { SharedFile } from './merge.ts'

/** The files that more than one of the sessions changed, by what their tools did, in the order of the first change. */
export async function sharedFiles(workspace: Workspace, sessions: readonly Session[]): Promise<readonly SharedFile[]> {
  const changers = new Map<string, Set<string>>()
  for (const session of sessions) {
    for (const path of await changedFiles(workspace, session)) {
      if (!changers.has(path)) changers.set(path, new Set())
      changers.get(path)!.add(session.id)
    }
  }
  return [...changers].flatMap(([path, own]) => (own.size > 1 ? [{ path, sessions: [...own] }] : []))
}

async function changedFiles(workspace: Workspace, session: Session): Promise<ReadonlySet<string>> {
  const { tools } = clientOf(session)
  const files = new Set<string>()
  for (const row of await workspace.store.listRounds(session.id)) {
    if (!row.active || row.toolCount === 0) continue
    for (const block of await roundBlocks(workspace, session, row)) {
      if (block.type !== 'tool_use') continue
      for (const { path, change } of tools.act(block.name, block.content).files)
        if (change !== null) files.add(isAbsolute(path) ? path : resolve(session.facts.cwd ?? '/', path))
    }
  }
  return files
}
