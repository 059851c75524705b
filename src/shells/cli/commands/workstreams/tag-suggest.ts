import { defineCommand } from '../../command.ts'
import { cut } from '../../display-width.ts'
import { plainLine } from '../../plain-text.ts'
import { shortRef } from '../../short-ref.ts'

export const tagSuggest = defineCommand({
  name: 'tag suggest',
  group: 'Workstreams',
  summary: 'rounds that may belong to an engagement; writes nothing',
  about:
    'With words, looks for rounds that are about them. Without, groups the rounds of the sessions of this folder by files, words and time, each group a workstream. Put the answer into a file, delete what is wrong, and give it to stet tag apply.',
  arguments: { text: { summary: 'what the engagement is about', optional: true, many: true } },
  options: {
    engagement: { summary: 'its name; made of the words unless given', value: 'ID' },
    session: { summary: 'only rounds of this session', value: 'SESSION' },
    project: { summary: 'only sessions of this folder', value: 'FOLDER', complete: 'file' },
  },
  examples: [
    { command: 'stet tag suggest console work > tags.txt', does: 'rounds about it, with scores, to be looked through' },
    { command: 'stet tag suggest --session latest', does: 'the workstreams that the newest session holds' },
  ],
  json: '{candidates:[{ref,score,preview,engagement}],engagements?:[{engagement,rounds,about,sessions}],split?}',
  async run({ args, options, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const opened = await workspace({ onlyLooks: true })
    const session = options.session === undefined ? undefined : await resolveSession(opened, options.session)
    const text = args.text.join(' ')
    const value = text === '' ? await clusters() : await byWords()
    return {
      value,
      text: (screen) => {
        if (value.candidates.length === 0) return 'No round was found.'
        const width = screen.lineColumns - 60
        const lines = value.candidates.map(
          ({ ref, score, preview, engagement }) =>
            `${shortRef(ref)}  ${engagement}  ${score}  ${cut(plainLine(preview), Math.max(30, width))}`,
        )
        const split = 'split' in value && value.split !== null ? [`# one session for each: ${value.split}`] : []
        return [...lines, ...split].join('\n')
      },
    }

    async function byWords() {
      const { suggestTags } = await import('../../../../actions/engagements/suggest-tags.ts')
      return suggestTags(opened, text, { session, project: options.project, engagement: options.engagement })
    }

    async function clusters() {
      const { suggestEngagements } = await import('../../../../actions/engagements/suggest-engagements.ts')
      return suggestEngagements(opened, { session, project: options.project ?? (session ? undefined : opened.cwd) })
    }
  },
})
