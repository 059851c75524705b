import { defineTerminalCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { number, object, orNull, string } from '../kit/shape.ts'
import { bytesOf } from '../kit/text/format.ts'

export const append = defineTerminalCommand({
  name: 'append',
  topic: 'record',
  summary: 'Capture what is new of one session, as inscribe does',
  writes: true,
  arguments: { session: session() },
  options: {},
  examples: [{ command: 'stet append latest', does: 'captures what the newest session of this folder has gained' }],
  output: object({ session: string, rounds: number, new_bytes: number, head: orNull(string) }),
  hidden: true,
  async run({ input, dryRun, session, workspace }) {
    const { inscribe } = await import('../../record/capture/inscribe.ts')
    const opened = await workspace()
    const { id, source, facts, head } = await session(input.session)
    const { sessions, failed } = dryRun ? { sessions: [], failed: [] } : await inscribe(opened, [source])
    const [grown] = sessions
    const value = {
      session: id,
      rounds: grown?.rounds ?? facts.rounds,
      new_bytes: grown?.new_bytes ?? 0,
      head: grown?.head ?? head,
    }
    return {
      value,
      text: (_, shown: typeof value) =>
        failed[0] ? failed[0].message : `${shown.session}: ${bytesOf(shown.new_bytes)} new, ${shown.rounds} rounds.`,
      exit: failed.length > 0 ? 1 : 0,
    }
  },
})
