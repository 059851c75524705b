import { defineCommand } from '../command.ts'
import { bytesOf, count } from '../format.ts'

export const gc = defineCommand({
  name: 'gc',
  group: 'Maintain',
  summary: 'make the record smaller: seal what is full, remove what nothing reaches',
  about:
    'Sessions and their commits are never removed; what goes is what was marked ephemeral, caches, and files that a killed Stet left unfinished next to sessions.',
  writes: true,
  arguments: {},
  options: {},
  examples: [{ command: 'stet gc --dry-run', does: 'says what would be removed' }],
  json: '{removed,kept,bytes_freed,sealed,leftovers}',
  async run({ dryRun, progress, workspace }) {
    const { collectGarbage } = await import('../../../actions/ctx/collect.ts')
    const value = await collectGarbage(await workspace(), {
      dryRun,
      onSession: (done, total) => progress.update({ done, total, what: 'sessions' }),
    })
    return {
      value,
      text: () =>
        [
          dryRun
            ? `Would remove ${count(value.removed, 'object')}, ${bytesOf(value.bytes_freed)}. What stays is sealed, which may free more.`
            : `Removed ${count(value.removed, 'object')}, kept ${value.kept}; ${count(value.sealed, 'segment')} sealed, ${bytesOf(value.bytes_freed)} freed.`,
          ...(value.leftovers > 0
            ? [`${dryRun ? 'Would remove' : 'Removed'} ${count(value.leftovers, 'unfinished file')} next to sessions.`]
            : []),
        ].join('\n'),
    }
  },
})
