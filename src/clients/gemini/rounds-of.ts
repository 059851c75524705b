import type { Entry, EntryBlock } from '../../model/entry.ts'
import type { ContextMessage, Owned } from './context-message.ts'

/** Which round each message is of, and where its blocks are in that. */
export interface Rounds {
  /** The round of the first message of a part. */
  of(message: ContextMessage): number
  entryOf(message: ContextMessage, round: number): Entry
  /** The messages of a round as they were said, whether they are sent or not. */
  messagesOf(round: number): readonly ContextMessage[]
}

/**
 * A message that is repeated is of the round in which it was said, which owns its bytes there: by its id, or after a
 * compaction by its words. `all` are the messages in the order of the file.
 */
export function roundsOf(all: readonly ContextMessage[], roundAt: (at: number) => number): Rounds {
  const byId = new Map<string, number>()
  const byWords = new Map<string, number>()
  const said = new Map<number, Map<string, ContextMessage>>()
  const places = new Map<number, { count: number; readonly of: Map<string, number> }>()

  for (const message of all) {
    const owner = settle(message.owned, message.id)
    if (owner !== undefined && !byId.has(message.id)) byId.set(message.id, owner)
    if (owner !== undefined && message.words !== '') byWords.set(message.words, owner)
    const round = byId.get(message.id)
    if (round === undefined || round <= 0 || !message.isFirsthand) continue
    const known = said.get(round)
    if (known) known.set(message.id, message)
    else said.set(round, new Map([[message.id, message]]))
  }

  /** Asks who owns a record, or else what is inside of it; the first round is the record's. */
  function settle(owned: Owned, id: string): number | undefined {
    owned.owner = roundAt(owned.start)
    if (owned.owner >= 0) {
      place(owned.owner, owned.keys, id)
      return owned.owner
    }
    return owned.inner.map((inner) => settle(inner, id)).find((owner) => owner !== undefined)
  }

  function place(round: number, keys: readonly string[], id: string): void {
    const known = places.get(round) ?? { count: 0, of: new Map() }
    places.set(round, known)
    for (const key of keys) {
      for (const name of [key, `${id} ${key}`]) if (!known.of.has(name)) known.of.set(name, known.count)
      known.count++
    }
  }

  return {
    of: (message) => byId.get(message.id) ?? byWords.get(message.words) ?? Math.max(0, message.owned.owner),
    entryOf(message, round) {
      const known = places.get(round)
      const blocks = message.blocks.map((block, at): EntryBlock => {
        const key = message.owned.keys[at] ?? ''
        const found = known?.of.get(`${message.id} ${key}`) ?? known?.of.get(key)
        return { ...block, ordinal: found ?? (known?.count ?? 0) + at }
      })
      return { ...message.entry, round, blocks, skipped: message.skipped }
    },
    messagesOf: (round) => [...(said.get(round)?.values() ?? [])],
  }
}
