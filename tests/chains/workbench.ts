import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { materialize } from '../../src/record/chain/materialize.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import type { Stop } from '../../src/record/chain/walk-chain.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace } from '../workspace.ts'
import { jsonl, type Line } from './lines.ts'

export interface Chains {
  readonly home: string
  readonly workspace: Workspace
  /** Writes a commit of these lines and returns its id. */
  commit(lines: readonly Line[], options?: { parent?: string; type?: string; principal?: string }): Promise<string>
  /** The context a commit represents, as text. */
  context(commit: string, stop?: string): Promise<string>
  close(): Promise<void>
}

export async function openChains(): Promise<Chains> {
  const { home, workspace, close } = await openTestWorkspace()
  let files = 0
  return {
    home,
    workspace,
    async commit(lines, { parent, type = 'delta', principal } = {}) {
      const data = join(home, `delta-${++files}.jsonl`)
      writeFileSync(data, jsonl(lines))
      const { id } = await checkpoint(workspace, { type, data, format: 'claude-code-v1', parent, principal })
      return id
    },
    async context(commit, stop) {
      const made = await materialize(workspace, await resolveCommit(workspace, commit), await stopOf(workspace, stop))
      return (await workspace.store.artifacts.get(made.artifact_ref)).toString()
    },
    close,
  }
}

/** `compaction`, `root`, or a commit by its name. */
export async function stopOf(workspace: Workspace, text = 'compaction'): Promise<Stop> {
  return text === 'compaction' || text === 'root' ? text : (await resolveCommit(workspace, text)).id
}
