import { join, resolve } from 'node:path'
import { defineTerminalCommand } from '../kit/command.ts'
import { file, int } from '../kit/field.ts'
import { number, object, orNull, string } from '../kit/shape.ts'
import { plainLine, plainText } from '../kit/text/plain-text.ts'

export const offload = defineTerminalCommand({
  name: 'offload',
  topic: 'live',
  summary: 'Move a long output into a file and print one line about it',
  about:
    'Reads standard input. A short output is printed as it is. Agents use it so that the output of a command does not fill their context.',
  writes: true,
  arguments: {},
  options: {
    lines: int('print outputs of up to this many lines', { default: 50 }),
    out: file('the file to write', { standard: 'a new file in tmp/scratch of this folder' }),
  },
  examples: [{ command: 'npm test 2>&1 | stet offload', does: 'prints one line, or a short output as it is' }],
  output: object({ path: orNull(string), lines: number, bytes: number, text: string }),
  outputNote: 'path is null where text holds the whole output.',
  async run({ input, dryRun, environment }) {
    const { offloadOutput } = await import('../../system/offload-output.ts')
    const chunks: Uint8Array[] = []
    for await (const chunk of environment.stdin()) chunks.push(chunk)
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const path = resolve(environment.cwd, input.out ?? join('tmp', 'scratch', `output-${stamp}.txt`))
    const value = await offloadOutput(Buffer.concat(chunks), { path, most: input.lines, dryRun })
    return {
      value,
      text: (screen, shown: typeof value) =>
        shown.path === null ? plainText(shown.text) : `${screen.path(shown.path)}: ${plainLine(shown.text)}`,
    }
  },
})
