import type { RoundId } from '../../model/id.ts'
import { pathOn } from '../../model/machine-path.ts'
import type { Operation } from '../../model/operation.ts'
import type { Store } from '../store.ts'
import { type Entry, linkKey, operationKey, tagKey } from './journal.ts'

/**
 * Takes over what is said around sessions on another machine. What is said twice is there once, and of two things that
 * cannot both be so, the later one counts.
 */
export function createMerger(
  store: Store,
  { machine, isKnown }: { machine: string; isKnown: (key: string) => boolean },
) {
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
      default:
        return undefined
    }
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
