import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, runPlan } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const dropThinking = defineCommand({
  name: 'drop-thinking',
  topic: 'cut',
  summary: "Leave out the agent's thinking in every round",
  writes: true,
  arguments: { session: session() },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet drop-thinking latest', does: 'makes a session without thinking' }],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    mcp: { fields: ['session'] },
    viewer: { title: 'Drop thinking', key: 'y', on: 'rounds', needs: 'nothing', form: [] },
  },
  async run(call) {
    const { FULL } = await import('../../surgery/fidelity.ts')
    const { piecesOf } = await import('../../surgery/pieces.ts')
    const { planOf } = await import('../../surgery/plan-of.ts')
    return runPlan(call, call.input.session, (subject) => {
      const pieces = piecesOf(subject, (part) =>
        part.kind === 'round' ? [{ kind: 'round', ref: part.ref, fidelity: { ...FULL, thinking: 'omit' } }] : undefined,
      )
      return planOf('drop-thinking', [subject], pieces, {})
    })
  },
})
