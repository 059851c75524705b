import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { list, object, string } from '../kit/shape.ts'

export const undo = defineCommand({
  name: 'undo',
  topic: 'cut',
  summary: 'Take an operation back',
  about:
    'Removes the session files that the operation wrote; what was said in them stays in the record. A session that --force replaced is written again. The sources were never changed.',
  writes: true,
  arguments: {
    operation: {
      kind: 'operation',
      summary: 'the operation, such as op-1a2b3c4d',
      optional: true,
      standard: 'the last one; inside an agent, the last one of its session',
    },
  },
  options: { force: flag('also undo where work continued in the new session') },
  examples: [{ command: 'stet undo', does: 'takes the last operation back' }],
  output: object({
    undone: string,
    kind: string,
    removed: list(string),
    restored: list(string),
    brought_back: list(string),
  }),
  offer: { cli: true, http: true },
  async run({ input, dryRun, workspace }) {
    const { undo } = await import('../../surgery/undo.ts')
    const value = await undo(await workspace(), input.operation, { force: input.force, dryRun })
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          `${dryRun ? 'Would undo' : 'Undid'} ${shown.kind} ${shown.undone}.`,
          ...value.removed
            .filter((path) => !shown.brought_back.includes(path))
            .map((path) => `  ${dryRun ? 'removes' : 'removed'} ${screen.path(path)}`),
          ...value.brought_back.map((path) => `  ${dryRun ? 'brings back' : 'brought back'} ${screen.path(path)}`),
          ...value.restored.map((session) => `  continue with ${screen.cyan(shortId(session))}`),
        ].join('\n'),
    }
  },
})
