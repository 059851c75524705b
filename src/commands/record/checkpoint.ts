import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { number, object, string } from '../kit/shape.ts'

export const checkpoint = defineCommand({
  name: 'checkpoint',
  topic: 'record',
  summary: 'Record the current state of a session as a commit that you can go back to',
  captures: true,
  arguments: {},
  options: {
    session: session({ default: 'latest' }),
    summary: text('the summary of the session up to this point', { max: 10_000 }),
  },
  examples: [
    { command: 'checkpoint {"summary":"words are counted"}', does: 'records the newest session with this summary' },
  ],
  output: object({ commit: string, session: string, new_bytes: number }),
  offer: { mcp: { hidden: true, about: 'It answers the id of the commit.', fields: ['session', 'summary'] } },
  async run({ input, session, workspace }) {
    const { inscribe } = await import('../../record/capture/inscribe.ts')
    const opened = await workspace()
    const known = await session(input.session)
    const { sessions, failed } = await inscribe(opened, [known.source])
    const head = sessions[0]?.head ?? known.head
    if (head === null || (failed.length > 0 && !sessions[0])) {
      throw new Failure(failed[0]?.code ?? 'file-not-found', failed[0]?.message ?? 'There is nothing to record yet.', {
        hint: failed[0]?.hint ?? 'Run `stet sessions` to see what is recorded.',
      })
    }
    if (input.summary !== undefined) await opened.store.setSummary(head as CommitId, input.summary)
    const value = { commit: head, session: known.id, new_bytes: sessions[0]?.new_bytes ?? 0 }
    return {
      value,
      text: (_, shown: typeof value) =>
        `${shown.commit}: session ${shown.session} is recorded, ${value.new_bytes} bytes of it new.`,
    }
  },
})
