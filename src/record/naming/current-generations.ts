import { existsSync } from 'node:fs'
import { clientOf } from '../../clients/client-of.ts'
import { isOnlyPrompts } from '../../clients/prompts/index.ts'
import type { LineageLink, Session } from '../../model/session.ts'
import type { Store } from '../store.ts'
import { wentOnElsewhere } from './went-on-elsewhere.ts'

/**
 * A bare id means the generation that the client's file was last found to be, which need not be the newest: a file that
 * was cut short for a moment is what it was again. `<id>~N` names one, the first of them `~0`.
 */
export async function currentGenerations(store: Store, sessions: readonly Session[]): Promise<readonly Session[]> {
  const groups = new Map<string, Session[]>()
  for (const session of sessions) {
    const key = keyOf(session)
    const group = groups.get(key)
    if (group) group.push(session)
    else groups.set(key, [session])
  }
  const links = [...groups.values()].some(({ length }) => length > 1) ? await store.listLineage() : []
  const current: Session[] = []
  for (const group of groups.values()) current.push(await currentOf(store, group, links))
  return current
}

/**
 * The generations without those that say nothing more than the current one. Older states of a document do not: a client that
 * keeps a session as one writes it anew with every message. Nor does a file in which nobody said anything, which a client may
 * leave when it goes on in another.
 */
export function withoutOutgrown(sessions: readonly Session[], current: Iterable<Session>): readonly Session[] {
  const now = new Map([...current].map((session) => [keyOf(session), session]))
  return sessions.filter((session) => !hasGrownInto(session, now.get(keyOf(session))!))
}

function hasGrownInto(old: Session, now: Session): boolean {
  if (isOnlyPrompts(old)) return old !== now // the transcript came after all
  if (isSilent(old) && !isSilent(now) && old.source !== now.source) return true
  const isDocument = clientOf(old).reader.lineEnd !== undefined && old.facts.lines <= 1
  if (old === now || !isDocument || (old.source !== now.source && goesOnIn(old) !== now.source)) return false
  const { started, rounds, messages } = old.facts
  const isSame = started === null || started === now.facts.started
  return isSame && rounds <= now.facts.rounds && messages <= now.facts.messages
}

function isSilent({ facts }: Session): boolean {
  return facts.rounds === 0 && facts.surgery === null
}

/** The file that the client writes to now. */
function goesOnIn(session: Session): string {
  return clientOf(session).files.successor?.(session.source) ?? session.source
}

function keyOf({ client, clientId }: Session): string {
  return `${client}\0${clientId}`
}

/**
 * What the client's own file was last found to be: the file that the first generation came from in which somebody spoke, as long
 * as it is there, or the one in which the client goes on from it.
 * Copies elsewhere that went on differently have names of their own, and so has what another machine went on with: an id means the same
 * on all machines.
 */
export async function currentOf(
  store: Store,
  generations: readonly Session[],
  links?: readonly LineageLink[],
): Promise<Session> {
  if (generations.length === 1) return generations[0]!
  const apart = wentOnElsewhere(links ?? (await store.listLineage()))
  const [first, ...others] = [...generations]
    .sort((a, b) => a.generation - b.generation)
    .filter(({ id }, at) => at === 0 || !apart.has(id))
  if (others.length === 0) return first!
  const there = [first!, ...others].filter(({ source }) => existsSync(source))
  const own = there.find((session) => !isSilent(session)) ?? there[0] ?? others.at(-1)!
  const noted = (await store.findSource(goesOnIn(own))) ?? (await store.findSource(own.source))
  return [first!, ...others].find(({ id }) => id === noted?.session) ?? own
}
