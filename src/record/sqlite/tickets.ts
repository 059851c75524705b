import { Failure } from '../../model/errors.ts'
import type { Ticket } from '../../model/ticket.ts'
import type { Connection } from './connection.ts'

export function putTicket(connection: Connection, ticket: Ticket, expected: number | null): void {
  const { id, version, created_at } = ticket
  connection.write('put-ticket', 'durable', () => {
    const found = connection.get<{ version: number }>('SELECT version FROM tickets WHERE ticket_id = ?', [id])
    if ((found?.version ?? null) !== expected) {
      throw new Failure('ticket-moved', `Ticket ${id} was changed by somebody else at the same time.`, {
        facts: { ticket: id },
        hint: `Run \`stet ticket show ${id}\` to see it as it is now.`,
      })
    }
    connection.run(
      `INSERT INTO tickets (ticket_id, version, created_at, content) VALUES (?, ?, ?, ?)
         ON CONFLICT (ticket_id) DO UPDATE SET version = excluded.version, content = excluded.content`,
      [id, version, created_at, JSON.stringify(ticket)],
    )
  })
}

export function listTickets(connection: Connection): readonly Ticket[] {
  return connection
    .all<{ content: string }>('SELECT content FROM tickets ORDER BY created_at, ticket_id')
    .map(({ content }) => JSON.parse(content) as Ticket) // only putTicket writes it
}
