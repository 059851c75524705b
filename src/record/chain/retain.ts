import { Failure } from '../../model/errors.ts'
import type { Retention } from '../record.ts'
import type { Workspace } from '../workspace.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

/** Says how long a commit is kept. */
export async function retain(
  workspace: Workspace,
  reference: CommitRef,
  policy: string,
  ttl: string | undefined,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<{ readonly id: string; readonly context_id: string } & Retention> {
  const { store, clock } = workspace
  const { id } = await commitOf(workspace, reference)
  const retention: Retention = {
    policy: policy as Retention['policy'],
    until: ttl === undefined ? null : untilOf(clock(), ttl),
  }
  if (!dryRun) await store.setRetention(id, retention)
  return { id, context_id: id, ...retention }
}

function untilOf(now: Date, ttl: string): string {
  const match = /^(\d{1,9})([dhms])$/.exec(ttl)
  if (!match) {
    throw new Failure('usage', `${JSON.stringify(ttl.slice(0, 40))} is not a length of time.`, {
      hint: 'Write 30d, 12h, 90m or 60s.',
    })
  }
  return new Date(now.getTime() + Number(match[1]) * UNITS[match[2]!]!).toISOString()
}
