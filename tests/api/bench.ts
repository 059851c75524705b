import { cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import type { SharedStore } from '../../src/workspace/open-shared-store.ts'
import { openTestWorkspace } from '../workspace.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The bundled sample, and a session with a compaction. */
export const SAMPLE = '74d1e164-ddd5-4de0-bd89-15866832b85f'
const COMPACTED = 'manual-compact-2.1.325'

export interface Bench {
  readonly home: string
  readonly workspace: Workspace
  readonly close: () => Promise<void>
}

/** A record of its own with real sessions in it, which lie where their client keeps them. */
export async function openBench(shared?: SharedStore): Promise<Bench> {
  const { home, workspace, close } = await openTestWorkspace({ storeName: '.stet', ...(shared && { shared }) })
  const projects = join(home, '.claude', 'projects', '-project')
  mkdirSync(projects, { recursive: true })
  cpSync(join(ROOT, 'sample'), projects, { recursive: true })
  const compacted = join(projects, 'c0c0c0c0-0000-4000-8000-000000000001.jsonl')
  cpSync(join(ROOT, `tests/fixtures/claude-code/${COMPACTED}.jsonl`), compacted)
  await inscribe(workspace, [join(projects, `${SAMPLE}.jsonl`), compacted])
  return { home, workspace, close }
}
