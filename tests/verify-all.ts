import { type Verified, verify } from '../src/actions/maintain/verify.ts'
import type { Workspace } from '../src/actions/workspace.ts'

/** Verifies the record, and compares what is derived of it; writes nothing. */
export function verifyAll(workspace: Workspace): Promise<Verified> {
  return verify(workspace, { rebuild: true, dryRun: true })
}
