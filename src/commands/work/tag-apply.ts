import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../model/errors.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { file } from '../kit/field.ts'
import { list, object, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'

export const tagApply = defineTerminalCommand({
  name: 'tag apply',
  topic: 'work',
  summary: 'Tag the rounds that a file names',
  writes: true,
  arguments: { file: file('the output of stet tag suggest, after you checked it', { optional: true }) },
  options: { from: file('the same file, as an option') },
  examples: [{ command: 'stet tag apply tags.txt', does: 'tags the rounds that are left in the file' }],
  output: object({ tagged: list(object({ ref: string, engagement: string })) }),
  async run({ input, dryRun, environment, workspace }) {
    const file = oneOf(input.file, input.from)
    const { applyTags, readSuggestions } = await import('../../work/suggest-tags.ts')
    const path = resolve(environment.cwd, file)
    const text = await readFile(path, 'utf8').catch((error) => {
      throw new Failure('file-not-found', `${path} cannot be read.`, {
        hint: 'stet tag suggest WORDS > FILE',
        cause: error,
      })
    })
    const value = await applyTags(await workspace(), readSuggestions(text), { dryRun })
    const rounds = dryRun
      ? count(value.tagged.length, 'round would be', 'rounds would be')
      : count(value.tagged.length, 'round is', 'rounds are')
    return { value, text: () => `${rounds} tagged.` }
  },
})

function oneOf(file: string | undefined, from: string | undefined): string {
  const given = file ?? from
  if (given !== undefined && (file === undefined || from === undefined)) return given
  throw new Failure('usage', 'Give exactly one file, as an argument or with --from.', {
    hint: 'stet tag apply tags.txt',
  })
}
