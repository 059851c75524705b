import { DROPPABLE } from '../../model/block.ts'
import { defineCommand } from '../kit/command.ts'
import { BLOCKS, range, session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, runCut } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const drop = defineCommand({
  name: 'drop',
  topic: 'cut',
  summary: 'Leave out rounds, or single blocks of them',
  about: 'Each round becomes a row of an index, and each block a reference; `stet inject` gives either back.',
  writes: true,
  arguments: {
    session: session(),
    range: range({ summary: 'rounds, such as 47 or 3-9,12, or all; or single blocks, such as 47:3,47:5' }),
  },
  options: {
    kinds: { ...BLOCKS, choices: DROPPABLE, most: DROPPABLE.length },
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet drop latest 3-9,12', does: 'replaces eight rounds by rows of an index' },
    {
      command: 'stet drop latest 7:4',
      does: 'drops one block, as `stet show` numbers it; a call goes with its result',
    },
    { command: 'stet drop latest all --kinds image,thinking', does: 'drops all pictures and all thinking' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Drop', key: 'd', on: 'rounds', needs: 'selection', form: ['kinds'] },
  },
  run: (call) =>
    runCut(call, call.input.session, { kind: 'drop', range: call.input.range, kinds: call.input.kinds ?? [] }),
})
