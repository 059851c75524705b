import type { SurgeryOptions } from '../../actions/surgery/operations.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Answer, Call, Values } from './command.ts'
import { OPERATION_OPTIONS, operationAnswer, refuseExecOfSeveral, surgeryOptions } from './operation.ts'

/** The operations as variants of an export for a client. */
export const VARIANTS = {
  'full-after': { summary: 'rounds from this time or round:N on whole, the rest an index', value: 'T', time: true },
  engagement: { summary: 'only the rounds of this engagement', value: 'ID' },
  'compress-engagement': { summary: 'the rounds of this engagement as an index', value: 'ID' },
  merge: { summary: 'together with this session; may be given several times', value: 'SESSION', many: true },
  split: { summary: 'as several sessions, as this map file says', value: 'MAP', complete: 'file' },
  ...OPERATION_OPTIONS,
} as const

interface Given {
  readonly 'full-after': string | undefined
  readonly engagement: string | undefined
  readonly 'compress-engagement': string | undefined
  readonly merge: readonly string[]
  readonly split: string | undefined
  readonly fidelity: readonly string[]
  readonly out: string | undefined
  readonly force: boolean
  readonly exec: boolean
}

/** Writes a session for its client, whole or as one of the variants says. */
export async function exportSession(
  call: Pick<Call<Values, Values>, 'dryRun' | 'workspace'>,
  reference: string,
  given: Given & { readonly to: string },
): Promise<Answer> {
  const wanted = variantsIn(given)
  if (wanted.length > 1) {
    throw new Failure('usage', `--${wanted.join(' and --')} do not go together.`, {
      hint: 'Do one, then the other on the session it makes.',
    })
  }
  const { resolveSession } = await import('../../actions/resolve-session.ts')
  const workspace = await call.workspace()
  const { targetClient } = await import('../../actions/surgery/target-client.ts')
  const session = await resolveSession(workspace, reference)
  const to = targetClient(session, given.to)
  const options = { ...(await surgeryOptions(given, call.dryRun)), to }
  const value = await operated(workspace, session, given, options)
  return operationAnswer(workspace, value, { exec: given.exec, dryRun: call.dryRun })
}

export function variantsIn(given: Partial<Given>): readonly string[] {
  return (['full-after', 'engagement', 'compress-engagement', 'merge', 'split'] as const).filter((name) => {
    const value = given[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })
}

async function operated(workspace: Workspace, session: Session, given: Given, options: SurgeryOptions) {
  const { cutSession, mergeSessions, splitSession } = await import('../../actions/surgery/operations.ts')
  if (given.merge.length > 0) {
    const { resolveSession } = await import('../../actions/resolve-session.ts')
    const sessions = [session]
    for (const reference of given.merge) sessions.push(await resolveSession(workspace, reference))
    return mergeSessions(workspace, sessions, options)
  }
  if (given.split !== undefined) {
    const { readSplitMap } = await import('../../actions/surgery/read-split-map.ts')
    const map = await readSplitMap(workspace, session, { map: given.split, to: [], shared: undefined })
    refuseExecOfSeveral(given.exec, map.children.length)
    return splitSession(workspace, session, map, options)
  }
  if (given['full-after'] !== undefined)
    return cutSession(workspace, session, { kind: 'compress-before', before: given['full-after'] }, options)
  if (given.engagement !== undefined)
    return cutSession(workspace, session, { kind: 'extract-engagement', engagement: given.engagement }, options)
  const compressed = given['compress-engagement']
  if (compressed !== undefined)
    return cutSession(workspace, session, { kind: 'compress-engagement', engagement: compressed }, options)
  return cutSession(workspace, session, { kind: 'export' }, options)
}
