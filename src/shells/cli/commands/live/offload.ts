import { join, resolve } from 'node:path'
import { Failure } from '../../../../model/errors.ts'
import { defineCommand } from '../../command.ts'
import { plainLine, plainText } from '../../plain-text.ts'

export const offload = defineCommand({
  name: 'offload',
  group: 'Live',
  summary: 'a long output into a file; where it is and a line about it instead',
  about:
    'Reads stdin. Up to 50 lines are printed as they are; more go into a file in tmp/scratch of this folder, or where --out says. For agents, so that what a command prints does not fill their context.',
  writes: true,
  arguments: {},
  options: {
    lines: { summary: 'how many lines are still printed; 50 unless given', value: 'N' },
    out: { summary: 'the file to write', value: 'FILE', complete: 'file' },
  },
  examples: [{ command: 'npm test 2>&1 | stet offload', does: 'prints a line, or all where it is short' }],
  json: '{path,lines,bytes,text}; path is null where all of it is in text',
  async run({ options, dryRun, environment }) {
    const { MOST_LINES, offloadOutput } = await import('../../../../actions/files/offload-output.ts')
    const most = options.lines === undefined ? MOST_LINES : Number(options.lines)
    if (!Number.isSafeInteger(most) || most < 0)
      throw new Failure('usage', `--lines takes a whole number, not ${JSON.stringify(options.lines)}.`, {
        hint: 'npm test 2>&1 | stet offload --lines 20',
      })
    const chunks: Uint8Array[] = []
    for await (const chunk of environment.stdin()) chunks.push(chunk)
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const path = resolve(environment.cwd, options.out ?? join('tmp', 'scratch', `output-${stamp}.txt`))
    const value = await offloadOutput(Buffer.concat(chunks), { path, most, dryRun })
    return {
      value,
      text: (screen) =>
        value.path === null ? plainText(value.text) : `${screen.path(value.path)}: ${plainLine(value.text)}`,
    }
  },
})
