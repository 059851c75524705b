import type { RoundId } from '../../model/id.ts'
import { pathOn, splitMachinePath } from '../../model/machine-path.ts'
import type { Operation } from '../../model/operation.ts'
import { whereAvailable } from '../indexing/search-follower.ts'
import { sameUser } from '../naming/whose.ts'
import type { ForgottenMark } from '../record.ts'
import type { Store } from '../store.ts'
import type { Workspace } from '../workspace.ts'
import { type Entry, linkKey, operationKey, tagKey } from './journal.ts'

/**
 * Takes over what is said around sessions on another machine. What is said twice is there once, and of two things that
 * cannot both be so, the later one counts.
 */
export function createMerger(
  workspace: Workspace,
  { machine, isKnown }: { machine: string; isKnown: (key: string) => boolean },
) {
  const { store } = workspace
  let newest: Promise<Map<RoundId, string>> | undefined

  /** Returns under which key it is known then; undefined for what is merged elsewhere. */
  return async (entry: Entry, from: string): Promise<string | undefined> => {
    switch (entry.kind) {
      case 'tag': {
        const { round: roundId, engagement, at, by } = entry
        newest ??= newestTags(store)
        const times = await newest
        if (isKnown(tagKey(entry)) || at <= (times.get(roundId) ?? '')) return tagKey(entry)
        const previous = (await store.findTags([roundId])).get(roundId) ?? null
        await store.journal([{ roundId, engagement, previous, at, by }])
        times.set(roundId, at)
        return tagKey(entry)
      }
      case 'link':
        await store.link([entry.link])
        return linkKey(entry.link)
      case 'operation': {
        await mergeOperation(store, {
          ...entry.operation,
          outputs: entry.operation.outputs.map((output) => ({ ...output, path: pathOn(from, output.path, machine) })),
        })
        return operationKey(entry.operation)
      }
      case 'forget':
        await forgetLines(workspace, entry, from)
        return undefined
      default:
        return undefined
    }
  }
}

/**
 * What a user forgot on the machine that has its file is forgotten here, too; not what a client of this machine wrote, or somebody
 * else said in it: no other machine can have that removed.
 */
async function forgetLines(
  { store, search }: Workspace,
  { client, client_id, at, by }: ForgottenMark,
  from: string,
): Promise<void> {
  for (const line of await store.generations(client, client_id)) {
    if (splitMachinePath(line.source).machine !== from) continue
    const { ended } = line.facts
    if (line.by === null || !sameUser(line.by.principal, by) || (ended ?? '') > at) continue // it went on since
    await store.forget(line.id, { at, by })
    await whereAvailable(async () => search?.forget(line.id))
  }
}

async function newestTags(store: Store): Promise<Map<RoundId, string>> {
  const times = new Map<RoundId, string>()
  for await (const { roundId, at } of store.listTags()) times.set(roundId, at)
  return times
}

async function mergeOperation(store: Store, operation: Operation): Promise<void> {
  const there = (await store.listOperations()).find(({ id }) => id === operation.id)
  if (!there) await store.record({ ...operation, undoneAt: null })
  if (operation.undoneAt !== null && (there?.undoneAt ?? null) === null)
    await store.markUndone(operation.id, operation.undoneAt)
}
