import type { Client } from '../../clients/client.ts'
import type { Parser } from '../../clients/parser.ts'
import type { Session } from '../../model/session.ts'
import type { SourceNote } from '../record.ts'
import type { Store } from '../store.ts'
import type { SourceFile } from './source-file.ts'

/** What a process that captures a file again and again keeps of it, so as not to ask the record for it each time. */
export interface WarmSession {
  readonly session: Session
  readonly client: Client
  /** What the file looked like. */
  readonly note: SourceNote
  /** At the end of the committed bytes. */
  readonly parser: Parser
  /** The bytes of the last commit and the tail, as they were in the file. */
  readonly last: Buffer
  /** Of what the record knew of the file when all this was so. */
  readonly mark: string
}

/** By path, the one used last at the end. */
export type WarmSessions = Map<string, WarmSession>

/** Each holds up to 256 KB of its file. */
const MOST = 16

/**
 * Takes out what is kept of this file, if the record is still as it was: another process, or another command
 * here, may have written since. Who goes on from it puts back what it has become.
 */
export async function takeWarm(warm: WarmSessions, store: Store, file: SourceFile): Promise<WarmSession | undefined> {
  const kept = warm.get(file.path)
  warm.delete(file.path)
  if (!kept) return undefined
  const known = await store.findSource(file.path)
  return known?.mark === kept.mark ? kept : undefined
}

export function keepWarm(warm: WarmSessions, kept: WarmSession): void {
  warm.set(kept.note.path, kept)
  if (warm.size > MOST) warm.delete(warm.keys().next().value!)
}
