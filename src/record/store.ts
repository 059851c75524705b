import type { SessionId } from '../model/id.ts'
import type { Ticket } from '../model/ticket.ts'
import type { Artifacts } from './artifacts.ts'
import type { SessionRecord } from './record.ts'

/** Artifacts and the record around them, opened together, and what is done to both. */
export interface Store extends SessionRecord, TicketRecord {
  readonly artifacts: Artifacts

  /**
   * Encodes the end of a session's chain again, smaller: its artifacts' bytes and ids stay. `everything` takes what is
   * left at the end too. At most `limit` frames; returns how many.
   */
  seal(session: SessionId, options: { readonly everything: boolean; readonly limit: number }): Promise<Sealed>

  /** Removes what no retained commit or side file reaches, and gives its space back. Safe while others write. */
  collect(options: { readonly now: string; readonly dryRun: boolean }): Promise<Collected>

  /**
   * Writes the store's file anew, so that nothing of forgotten sessions is left in free space; a server sees to its own.
   * False where somebody reads the record and something is left until the next time.
   */
  erase(): Promise<boolean>

  /** Writes the whole store as one file, while others may write to it; nothing may be there yet. */
  backup(path: string): Promise<void>

  /**
   * Runs `work` over one state of the store, which only reads: what others write meanwhile is not seen. Bytes that are
   * kept outside the database may be collected under it.
   */
  snapshot<T>(work: (state: Store) => Promise<T>): Promise<T>

  /** Makes again what is kept only to find things faster. */
  reindex(): Promise<void>

  /** What is wrong inside the store itself, below artifacts and chains: pages, rows that rotted or that lead to nothing. */
  listFaults(): Promise<readonly StoreFault[]>
  sizes(): Promise<StoreSizes>
  close(): Promise<void>
}

export interface Sealed {
  readonly segments: number
  readonly bytesBefore: number
  readonly bytesAfter: number
}

export interface Collected {
  readonly removed: number
  readonly kept: number
  readonly bytesFreed: number
  /** Whether sessions were forgotten whose words may still be in space that is free now: `erase` takes them out. */
  readonly leavesWords: boolean
}

export interface StoreFault {
  readonly where: string
  readonly what: string
}

export interface StoreSizes {
  readonly artifacts: number
  readonly artifactBytes: number
  readonly storedBytes: number
  readonly databaseBytes: number
  readonly commits: number
  readonly sessions: number
}

/** Keeps tickets. Each write is one transaction. */
interface TicketRecord {
  /**
   * Writes a ticket as it is after a change. Fails with `ticket-moved` and writes nothing where the version that is
   * there is not `expected` any more; null for one that is not there yet.
   */
  putTicket(ticket: Ticket, expected: number | null): Promise<void>

  /** Every ticket, in the order they were made. */
  listTickets(): Promise<readonly Ticket[]>
}
