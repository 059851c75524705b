import type { Discussion } from '../../../../actions/tickets/discuss.ts'
import { type Answer, type Call, defineCommand } from '../../command.ts'
import { TICKET } from './look.ts'

const JSON_OF = '{ticket,session,path,resume,cwd,context,template,operation}'
const EXEC = { exec: { summary: 'start it at once' } } as const

export const ticketDiscuss = defineCommand({
  name: 'ticket discuss',
  group: 'Workstreams',
  summary: 'start an agent who knows what the author of a ticket knew',
  about:
    'Writes a session that goes on from the context of the ticket, and says how to resume it. Each discussion is a branch of its own. A ticket without a context has that of its author at the time it was written.',
  writes: true,
  arguments: { ticket: TICKET },
  options: EXEC,
  examples: [{ command: 'stet ticket discuss tkt-34cd', does: 'to ask the reviewer what was meant' }],
  json: JSON_OF,
  run: (call) => talk(call, { goesOn: false }),
})

export const ticketVerify = defineCommand({
  name: 'ticket verify',
  group: 'Workstreams',
  summary: 'start one who knows the last discussion of a ticket',
  about:
    'To look at what was done. It goes on from the end of the last discussion; without one, from the context of the ticket.',
  writes: true,
  arguments: { ticket: TICKET },
  options: EXEC,
  examples: [{ command: 'stet ticket verify tkt-34cd', does: 'the reviewer looks whether it is mended' }],
  json: JSON_OF,
  run: (call) => talk(call, { goesOn: true }),
})

type TicketCall = Call<{ readonly ticket: string }, { readonly exec: boolean }>

async function talk(
  { args, options, dryRun, workspace }: TicketCall,
  { goesOn }: { readonly goesOn: boolean },
): Promise<Answer> {
  const { discuss } = await import('../../../../actions/tickets/discuss.ts')
  const value: Discussion = await discuss(await workspace(), args.ticket, { goesOn, dryRun })
  return {
    value,
    text: () => `${dryRun ? 'Would write' : 'Wrote'} ${value.path}\n${value.resume}`,
    ...(options.exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
  }
}
