import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

const { keep: _, ...OPTIONS } = OPERATION_OPTIONS

export const fork = defineCommand({
  name: 'fork',
  topic: 'cut',
  summary: 'Write a new session with the context up to a round',
  about:
    'The new session has what the client would have sent when the round ended, byte for byte, also of a round that was rewound or is before a compaction. You can continue both.',
  writes: true,
  arguments: { ref: { kind: 'ref', summary: 'the last round, with or without its session: 47, or 40e785a0:47' } },
  options: { session: session({ summary: 'the session of the round', standard: 'latest' }), ...OPTIONS },
  examples: [
    { command: 'stet fork 40e785a0:12', does: 'writes a session that ends with round 12 of that one' },
    { command: 'stet fork 12 --exec', does: 'forks the newest session of this folder, and resumes the fork' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Fork', key: 'f', on: 'rounds', needs: 'selection', form: ['ref'] },
  },
  async run(call) {
    const { resolveRef } = await import('../../record/naming/resolve-ref.ts')
    const { forkSession } = await import('../../surgery/fork-session.ts')
    const { ref, session, exec } = call.input
    const options = await surgeryOptions(call.input, call.dryRun)
    const workspace = await call.workspace()
    const round = await resolveRef(workspace, ref, session, (_, one) => call.session(one))
    return operationAnswer(workspace, await forkSession(workspace, round, options), { exec, dryRun: call.dryRun })
  },
})
