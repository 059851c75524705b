import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { SurgeryOptions } from '../../surgery/operations.ts'
import type { Answer, Call } from './call.ts'
import { type Fields, file, type OptionValues } from './field.ts'
import { engagement, sessions, time } from './fields.ts'
import { OPERATION_OPTIONS, operationAnswer, refuseExecOfSeveral, surgeryOptions } from './operation.ts'

const OPERATIONS = {
  full_after: time('keep rounds from this time or round:N on whole, and make the others an index', { label: 'T' }),
  engagement: engagement({ summary: 'keep only the rounds of this engagement' }),
  compress_engagement: engagement({ summary: 'make the rounds of this engagement an index' }),
  merge: sessions({ summary: 'join this session to it; may be given several times' }),
  split: file('split it into several sessions, as this map file says', { label: 'MAP' }),
} as const satisfies Fields

/** The operations as variants of an export for a client. */
export const VARIANTS = { ...OPERATIONS, ...OPERATION_OPTIONS } as const satisfies Fields

type Given = OptionValues<typeof VARIANTS>

/** Writes a session for its client, whole or as one of the variants says. */
export async function exportSession(call: Call<Given>, reference: string, client: string): Promise<Answer> {
  const { input, dryRun } = call
  const wanted = variantsIn(input)
  if (wanted.length > 1) {
    throw new Failure('usage', `${wanted.join(' and ')} cannot be used together.`, {
      hint: 'Do one, then the other with the new session.',
    })
  }
  const workspace = await call.workspace()
  const { targetClient } = await import('../../surgery/target-client.ts')
  const session = await call.session(reference)
  const to = targetClient(session, client)
  const value = await operated(call, workspace, session, { ...(await surgeryOptions(input, dryRun)), to })
  return operationAnswer(workspace, value, { exec: input.exec, dryRun })
}

/** The variants that are given, as a user knows them. */
export function variantsIn(given: Given): readonly string[] {
  return (Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])
    .filter((name) => given[name] !== undefined)
    .map((name) => `--${name.replaceAll('_', '-')}`)
}

async function operated(call: Call<Given>, workspace: Workspace, session: Session, options: SurgeryOptions) {
  const { cutSession, mergeSessions, splitSession } = await import('../../surgery/operations.ts')
  const { full_after: before, engagement, compress_engagement: compressed, merge, split, exec } = call.input
  if (merge !== undefined) return mergeSessions(workspace, [session, ...(await call.sessions(merge))], options)
  if (split !== undefined) {
    const { readSplitMap } = await import('../../surgery/read-split-map.ts')
    const map = await readSplitMap(workspace, session, { map: split, to: [], shared: undefined })
    refuseExecOfSeveral(exec, map.children.length)
    return splitSession(workspace, session, map, options)
  }
  if (before !== undefined) return cutSession(workspace, session, { kind: 'compress-before', before }, options)
  if (engagement !== undefined)
    return cutSession(workspace, session, { kind: 'extract-engagement', engagement }, options)
  if (compressed !== undefined)
    return cutSession(workspace, session, { kind: 'compress-engagement', engagement: compressed }, options)
  return cutSession(workspace, session, { kind: 'export' }, options)
}
