import { DROPPABLE, type Droppable } from '../../../../model/block.ts'
import { Failure } from '../../../../model/errors.ts'
import { defineCommand, RANGE, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, runCut } from '../../operation.ts'

export const dropCommand = defineCommand({
  name: 'drop',
  group: 'Surgery',
  summary: 'leave out rounds, or blocks in them',
  about:
    'Each round that is left out becomes a row of an index, each block a reference; stet inject gives either back.',
  writes: true,
  arguments: {
    session: SESSION,
    range: { ...RANGE, summary: 'rounds: 47, or 3-9,12, or all; single blocks as 47:3,47:5' },
  },
  options: {
    kinds: {
      summary: `only these blocks of the rounds: ${DROPPABLE.join(', ')}`,
      value: 'KIND,…',
      complete: DROPPABLE,
    },
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet drop latest 3-9,12', does: 'eight rounds become rows of an index' },
    { command: 'stet drop latest 7:4', does: 'one block, as stet show numbers it; a call takes its result along' },
    { command: 'stet drop latest all --kinds image,thinking', does: 'no pictures and no thinking any more' },
  ],
  json: OPERATION_JSON,
  run: async (call) =>
    runCut(
      call,
      call.args.session,
      { kind: 'drop', range: call.args.range, kinds: droppableIn(call.options.kinds) },
      call.options,
    ),
})

function droppableIn(text: string | undefined): readonly Droppable[] {
  if (text === undefined) return []
  return text.split(',').map((word) => {
    const kind = DROPPABLE.find((known) => known === word.trim())
    if (kind) return kind
    throw new Failure('usage', `${JSON.stringify(word.trim().slice(0, 40))} cannot be left out of a round.`, {
      hint: `Kinds are ${DROPPABLE.join(', ')}; what people and the agent said always stays.`,
    })
  })
}
