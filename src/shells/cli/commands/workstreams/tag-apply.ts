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
  arguments: { file: { summary: 'what stet tag suggest printed, looked through', complete: 'file' } },
  options: {},
  examples: [{ command: 'stet tag apply tags.txt', does: 'tags the rounds that are left in the file' }],
  json: '{tagged:[{ref,engagement}]}',
  async run({ args, dryRun, environment, workspace }) {
    const { applyTags, readSuggestions } = await import('../../../../actions/engagements/suggest-tags.ts')
    const path = resolve(environment.cwd, args.file)
    const text = await readFile(path, 'utf8').catch((error) => {
      throw new Failure('file-not-found', `${path} cannot be read.`, {
        hint: 'stet tag suggest WORDS > FILE',
        cause: error,
      })
    })
    const value = await applyTags(await workspace(), readSuggestions(text), { dryRun })
    return { value, text: () => `${count(value.tagged.length, 'round')} ${dryRun ? 'would be' : 'are'} tagged.` }
  },
})
