import type { BlockKind } from '../../model/block.ts'
import { Failure } from '../../model/errors.ts'
import { shortId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { resolveSession } from './resolve-session.ts'
import { refreshed } from './running-session.ts'

/** Parts of a round by the names people and index tables use. */
const PARTS: Readonly<Record<string, readonly BlockKind[]>> = {
  user: ['user-text'],
  assistant: ['assistant-text'],
  text: ['user-text', 'assistant-text'],
  thinking: ['thinking'],
  tools: ['tool_use', 'tool_result'],
  tool_use: ['tool_use'],
  tool_result: ['tool_result'],
  images: ['image'],
  notes: ['note'],
}

export interface RoundsRef {
  readonly session: Session
  readonly range: string
  /** One block of one round, by its place there. */
  readonly block?: number
  /** An output that was put next to the session, by the artifact that holds it. */
  readonly artifact?: string
  /** Only a part of them, by its name. */
  readonly part?: string
}

/** How a session's name is understood. */
type FindSession = (workspace: Workspace, reference: string) => Promise<Session>

/**
 * Reads `47`, `047`, `3-9,12` with the session given separately, `SESSION:47`, or a block as `SESSION:47:3`; with a part
 * after it, and all of it as it is in a context: `inject(SESSION:47, thinking)`.
 */
export async function resolveRef(
  workspace: Workspace,
  ref: string,
  session: string | undefined,
  find: FindSession = resolveSession,
): Promise<RoundsRef> {
  const bare = /^\s*inject\((.*)\)\s*$/.exec(ref)?.[1] ?? ref
  const [, rounds, part] = /^(.*?)\s*,\s*([a-z][\w-]*)\s*$/i.exec(bare) ?? [undefined, bare]
  const found = await resolveRounds(workspace, rounds!.trim(), session, find)
  if (part === undefined) return found
  kindsOfPart(part)
  return { ...found, part }
}

async function resolveRounds(
  workspace: Workspace,
  ref: string,
  session: string | undefined,
  find: FindSession,
): Promise<RoundsRef> {
  const kept = /^(.+):(art-[0-9a-f]{6,})$/.exec(ref)
  if (kept) return { session: await named(workspace, kept[1]!, find), range: '0', artifact: kept[2]! }
  const block = /^(.+):(\d{1,9}):(\d{1,9})$/.exec(ref)
  if (block) return { session: await named(workspace, block[1]!, find), range: block[2]!, block: Number(block[3]) }
  const split = /^(.+):([^:]*)$/.exec(ref)
  if (split) return { session: await named(workspace, split[1]!, find), range: split[2]! }
  if (session === undefined && !/^[\d,\s-]*$/.test(ref)) await refuseBareSession(workspace, ref, find)
  return { session: await find(workspace, session ?? 'latest'), range: ref }
}

/** A session alone names no round. */
async function refuseBareSession(workspace: Workspace, ref: string, find: FindSession): Promise<void> {
  if (ref === 'all') return
  const session = await find(workspace, ref).catch(() => undefined)
  if (!session) return
  throw new Failure('usage', `${JSON.stringify(ref.slice(0, 80))} names a session, but no round.`, {
    facts: { session: session.id },
    hint: `Name a round, such as ${shortId(session.id)}:1; \`stet rounds ${shortId(session.id)}\` lists them.`,
  })
}

/** A whole id is that of a notice or a row, and means what was recorded then, also where the file was rewritten since. */
async function named(workspace: Workspace, session: string, find: FindSession): Promise<Session> {
  const known = await workspace.store.findSession(session as Session['id'])
  return known ? refreshed(workspace, known) : find(workspace, session)
}

/** The block kinds of a part's name. */
export function kindsOfPart(part: string): readonly BlockKind[] {
  if (Object.hasOwn(PARTS, part)) return PARTS[part]!
  throw new Failure('usage', `A round has no part ${JSON.stringify(part.slice(0, 40))}.`, {
    hint: `The parts are ${Object.keys(PARTS).join(', ')}.`,
  })
}
