import { Failure } from '../../model/errors.ts'
import type { Ticket } from '../../model/ticket.ts'
import type { Sql } from '../../system/postgres/connect.ts'

export async function putTicket(sql: Sql, ticket: Ticket, expected: number | null): Promise<void> {
  const { id, version, created_at } = ticket
  const [found] = await sql<{ version: number }[]>`SELECT version FROM tickets WHERE ticket_id = ${id}`
  if ((found?.version ?? null) !== expected) {
    throw new Failure('ticket-moved', `Ticket ${id} was changed by somebody else at the same time.`, {
      facts: { ticket: id },
      hint: `Run \`stet ticket show ${id}\` to see it as it is now.`,
    })
  }
  await sql`
    INSERT INTO tickets (ticket_id, version, created_at, content)
    VALUES (${id}, ${version}, ${created_at}, ${JSON.stringify(ticket)})
    ON CONFLICT (ticket_id) DO UPDATE SET version = excluded.version, content = excluded.content`
}

export async function listTickets(sql: Sql): Promise<readonly Ticket[]> {
  const rows = await sql<{ content: string }[]>`SELECT content FROM tickets ORDER BY created_at, ticket_id`
  return rows.map(({ content }) => JSON.parse(content) as Ticket) // only putTicket writes it
}
