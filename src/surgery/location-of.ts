import type { Entry, EntryBlock } from '../model/entry.ts'
import { blockIdOf } from './block-id.ts'
import type { BlockLocation } from './notices.ts'
import type { Subject } from './subject.ts'

/** Where a block of a session is whole. */
export function locationOf({ session, source }: Subject, line: Entry, block: EntryBlock): BlockLocation {
  const round = `${session}:${line.round}`
  return { session, round, block: blockIdOf(session, line, block), line: line.number, file: source }
}
