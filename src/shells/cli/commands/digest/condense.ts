import { settingIn } from '../../../../model/settings.ts'
import { defineCommand } from '../../command.ts'
import { bytesOf, count } from '../../format.ts'
import { wholeNumber } from '../../whole-number.ts'

export const condenseCommand = defineCommand({
  name: 'condense',
  group: 'Digest',
  summary: "agents' output files condensed before another agent reads them",
  about:
    'Reads the findings between markers in the .md files of a folder. Serious ones stay as they are, byte for byte; smaller ones keep less of their traces, nits become one line, noise moves into a fold. Writes to condensed/ in that folder, with a report; the originals stay.',
  writes: true,
  arguments: { dir: { summary: 'the folder with the files', complete: 'file' } },
  options: {
    threshold: { summary: 'bytes from which it is worth it; 25000 unless given', value: 'N' },
    marker: { summary: 'the name in the markers; RUNE:FINDING unless given', value: 'NAME' },
    'no-filter': { summary: 'keep every finding, noise too' },
  },
  examples: [{ command: 'stet condense tmp/reviews', does: 'writes tmp/reviews/condensed' }],
  json: '{condensed,before_bytes,after_bytes,files:[…],skipped,warnings:[]}',
  async run({ args, options, dryRun, environment }) {
    const { readSettings } = await import('../../../../actions/config/read-settings.ts')
    const { settings } = await readSettings(environment.settingSources())
    const { condense } = await import('../../../../actions/digest/condense.ts')
    const value = await condense(args.dir, {
      cwd: environment.cwd,
      marker: options.marker ?? settingIn(settings, 'condense.marker'),
      filters: !options['no-filter'] && settingIn(settings, 'condense.filter'),
      threshold:
        options.threshold === undefined
          ? settingIn(settings, 'condense.threshold_bytes')
          : wholeNumber(options.threshold, '--threshold'),
      dryRun,
    })
    return {
      value,
      text: (screen) =>
        value.condensed === null
          ? `${bytesOf(value.before_bytes)} is below the threshold of ${bytesOf(value.threshold)}; nothing was written.`
          : `${count(value.files.length, 'file')}: ${bytesOf(value.before_bytes)} → ${bytesOf(value.after_bytes)}  ${screen.path(value.condensed)}`,
      failures: () => value.warnings.join('\n'),
      ...(value.condensed === null && { exit: 4 }),
    }
  },
})
