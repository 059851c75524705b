import type { Ticket } from '../model/ticket.ts'

/** Keeps tickets. Each write is one transaction. */
export interface TicketRecord {
  /**
   * Writes a ticket as it is after a change. Fails with `ticket-moved` and writes nothing where the version that is
   * there is not `expected` any more; null for one that is not there yet.
   */
  putTicket(ticket: Ticket, expected: number | null): Promise<void>

  /** Every ticket, in the order they were made. */
  listTickets(): Promise<readonly Ticket[]>
}
