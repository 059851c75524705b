import { settingIn } from '../../model/settings.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { flag, folder, int, text } from '../kit/field.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'

export const condense = defineTerminalCommand({
  name: 'condense',
  topic: 'cut',
  summary: "Condense agents' output files before another agent reads them",
  about:
    'Reads the findings between markers in the .md files of a folder. Serious findings stay byte for byte, smaller ones keep less of their traces, nits become one line, and noise is folded. It writes to condensed/ in that folder, with a report; the originals stay.',
  writes: true,
  arguments: { dir: folder('the folder of the files') },
  options: {
    threshold: int('do nothing if all files together have fewer bytes', { standard: '25000' }),
    marker: text('the name in the markers', { label: 'NAME', standard: 'RUNE:FINDING' }),
    no_filter: flag('keep every finding, noise too'),
  },
  examples: [{ command: 'stet condense tmp/reviews', does: 'writes tmp/reviews/condensed' }],
  output: object({
    condensed: orNull(string),
    before_bytes: number,
    after_bytes: number,
    files: list(string),
    skipped: number,
    warnings: list(string),
  }),
  async run({ input, dryRun, environment }) {
    const { readSettings } = await import('../../record/settings/read-settings.ts')
    const { settings } = await readSettings(environment.settingSources())
    const { condense } = await import('../../brief/condense.ts')
    const value = await condense(input.dir, {
      cwd: environment.cwd,
      marker: input.marker ?? settingIn(settings, 'condense.marker'),
      filters: !input.no_filter && settingIn(settings, 'condense.filter'),
      threshold: input.threshold ?? settingIn(settings, 'condense.threshold_bytes'),
      dryRun,
    })
    return {
      value,
      text: (screen, shown: typeof value) =>
        shown.condensed === null
          ? `${bytesOf(shown.before_bytes)} is below the threshold of ${bytesOf(shown.threshold)}; nothing was written.`
          : `${count(shown.files.length, 'file')}: ${bytesOf(shown.before_bytes)} → ${bytesOf(shown.after_bytes)}  ${screen.path(shown.condensed)}`,
      failures: () => value.warnings.join('\n'),
      ...(value.condensed === null && { exit: 4 }),
    }
  },
})
