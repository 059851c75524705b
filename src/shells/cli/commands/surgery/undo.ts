import { shortId } from '../../../../model/id.ts'
import { defineCommand } from '../../command.ts'

export const undoCommand = defineCommand({
  name: 'undo',
  group: 'Surgery',
  summary: 'take an operation back, the last one unless named',
  about:
    'The session files it wrote go; what was said in them stays in the record, and a session that --force replaced is written there again. Its sources were never changed.',
  writes: true,
  arguments: { operation: { summary: 'the operation, such as op-1a2b3c4d', optional: true, complete: 'operation' } },
  options: { force: { summary: 'also where work went on in the new session' } },
  examples: [{ command: 'stet undo', does: 'takes the last operation back' }],
  json: '{undone,kind,removed:[path],restored:[session],brought_back:[path]}',
  async run({ args, options, dryRun, workspace }) {
    const { undo } = await import('../../../../actions/surgery/undo.ts')
    const value = await undo(await workspace(), args.operation, { force: options.force, dryRun })
    return {
      value,
      text: (screen) =>
        [
          `${dryRun ? 'Would undo' : 'Undid'} ${value.kind} ${value.undone}.`,
          ...value.removed
            .filter((path) => !value.brought_back.includes(path))
            .map((path) => `  ${dryRun ? 'removes' : 'removed'} ${screen.path(path)}`),
          ...value.brought_back.map((path) => `  ${dryRun ? 'brings back' : 'brought back'} ${screen.path(path)}`),
          ...value.restored.map((session) => `  go on with ${screen.cyan(shortId(session))}`),
        ].join('\n'),
    }
  },
})
