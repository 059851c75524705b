import { afterEach, beforeEach, expect, it } from 'vitest'
import { addNote, createTicket, showTicket, updateTicket } from '../../src/work/tickets.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

it('a note that another process was faster than comes after its change; who comes second to take it is refused', async () => {
  const { workspace } = bench
  const { id } = await createTicket(workspace, { title: 'Sort the words' })
  let isFirst = true
  const late = {
    ...workspace,
    store: {
      ...workspace.store,
      listTickets: async () => {
        const listed = await workspace.store.listTickets()
        if (isFirst) {
          isFirst = false
          await updateTicket(workspace, id, { status: 'in_progress', assignee: 'ada' })
        }
        return listed
      },
    },
  }
  await addNote(late, id, { text: 'So it is.' })
  expect(await showTicket(workspace, id)).toMatchObject({
    version: 3,
    assignee: 'ada',
    notes: [{ text: 'So it is.' }],
  })
  await updateTicket(workspace, id, { status: 'open' })
  isFirst = true
  await expect(updateTicket(late, id, { status: 'in_progress', assignee: 'eve' })).rejects.toMatchObject({
    code: 'ticket-refused',
  })
})
