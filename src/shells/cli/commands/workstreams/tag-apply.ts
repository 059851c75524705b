import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../../../model/errors.ts'
import { defineCommand } from '../../command.ts'
import { count } from '../../format.ts'

export const tagApply = defineCommand({
  name: 'tag apply',
  group: 'Workstreams',
  summary: 'put the rounds that a file names into its engagements',
  writes: true,
  arguments: { file: { summary: 'what stet tag suggest printed, looked through', optional: true, complete: 'file' } },
  options: { from: { summary: 'the same, as an option', value: 'FILE', complete: 'file' } },
  examples: [{ command: 'stet tag apply tags.txt', does: 'tags the rounds that are left in the file' }],
  json: '{tagged:[{ref,engagement}]}',
  async run({ args, options, dryRun, environment, workspace }) {
    const file = oneOf(args.file, options.from)
    const { applyTags, readSuggestions } = await import('../../../../actions/engagements/suggest-tags.ts')
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
  throw new Failure('usage', 'Give exactly one file, as it is or with --from.', { hint: 'stet tag apply tags.txt' })
}
