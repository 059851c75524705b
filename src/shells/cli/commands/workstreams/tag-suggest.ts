import { defineCommand } from '../../command.ts'
import { cut } from '../../display-width.ts'
import { count } from '../../format.ts'
import { plainLine } from '../../plain-text.ts'
import { shortRef } from '../../short-ref.ts'

const NOTHING = 'No round was found.'

export const tagSuggest = defineCommand({
  name: 'tag suggest',
  group: 'Workstreams',
  summary: 'rounds that may belong to an engagement',
  about:
    'With words, looks for rounds that are about them. Without, groups the rounds of the sessions of this folder by files, words and time, each group a workstream. Put the answer into a file, delete what is wrong, and give it to stet tag apply. Nothing is written before, unless --yes says that all of it is right.',
  arguments: { text: { summary: 'what the engagement is about', optional: true, many: true } },
  options: {
    engagement: { summary: 'its name; made of the words unless given', value: 'ID' },
    session: { summary: 'only rounds of this session', value: 'SESSION' },
    project: { summary: 'only sessions of this folder', value: 'FOLDER', complete: 'file' },
    yes: { summary: 'tag them all, without a look through' },
  },
  examples: [
    { command: 'stet tag suggest console work > tags.txt', does: 'rounds about it, with scores, to be looked through' },
    { command: 'stet tag suggest --session latest', does: 'the workstreams that the newest session holds' },
  ],
  json: '{candidates:[{ref,score,preview,engagement}],engagements?:[{engagement,rounds,about,sessions}],split?,tagged?:[{ref,engagement}]}',
  async run({ args, options, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const opened = await workspace({ onlyLooks: !options.yes })
    const session = options.session === undefined ? undefined : await resolveSession(opened, options.session)
    const text = args.text.join(' ')
    const value = text === '' ? await clusters() : await byWords()
    if (options.yes) {
      const { applyTags } = await import('../../../../actions/engagements/suggest-tags.ts')
      const { tagged } = await applyTags(opened, value.candidates)
      return {
        value: { ...value, tagged },
        text: () => (tagged.length === 0 ? NOTHING : `${count(tagged.length, 'round is', 'rounds are')} tagged.`),
      }
    }
    return {
      value,
      text: (screen) => {
        if (value.candidates.length === 0) return NOTHING
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
