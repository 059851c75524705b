import { defineCommand } from '../kit/command.ts'
import { boolean, number, object } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'

export const gc = defineCommand({
  name: 'gc',
  topic: 'care',
  summary: 'Make the record smaller: compress full segments, remove unreachable objects',
  about:
    'Never removes sessions or their commits. It removes objects that were marked ephemeral, caches, files that a killed Stet left unfinished next to sessions, and the words that forgotten sessions left in freed space.',
  writes: true,
  arguments: {},
  options: {},
  examples: [{ command: 'stet gc --dry-run', does: 'lists how much would be removed' }],
  output: object({
    removed: number,
    kept: number,
    bytes_freed: number,
    sealed: number,
    leftovers: number,
    words_left: boolean,
  }),
  offer: { cli: true },
  async run({ dryRun, progress, workspace }) {
    const { collectGarbage } = await import('../../care/collect.ts')
    const value = await collectGarbage(await workspace(), {
      dryRun,
      onSession: (done, total) => progress.update({ done, total, what: 'sessions' }),
    })
    return {
      value,
      text: (_, shown: typeof value) =>
        [
          dryRun
            ? `Would remove ${count(shown.removed, 'object')}, ${bytesOf(shown.bytes_freed)}. What stays is sealed, which may free more.`
            : `Removed ${count(shown.removed, 'object')}, kept ${shown.kept}; ${count(shown.sealed, 'segment')} sealed, ${bytesOf(shown.bytes_freed)} freed.`,
          ...(shown.leftovers > 0
            ? [`${dryRun ? 'Would remove' : 'Removed'} ${count(shown.leftovers, 'unfinished file')} next to sessions.`]
            : []),
          ...(shown.words_left && !dryRun
            ? [
                'Words of forgotten sessions are still in the file, because another process is reading it. Run stet gc again.',
              ]
            : []),
        ].join('\n'),
    }
  },
})
