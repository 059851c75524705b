import { defineCommand } from '../kit/command.ts'
import { flag, list } from '../kit/field.ts'
import { engagement, PROJECT, session } from '../kit/fields.ts'
import { list as listOf, number, object, orNull, string } from '../kit/shape.ts'
import { SUGGESTED } from '../kit/shapes.ts'
import { cut } from '../kit/text/display-width.ts'
import { count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import { shortRef } from '../kit/text/short-ref.ts'

const NOTHING = 'No round was found.'
const ONE_WORK = 'No workstreams with files of their own were found.'

export const tagSuggest = defineCommand({
  name: 'tag suggest',
  topic: 'work',
  summary: 'Suggest rounds for an engagement',
  about:
    'With words, it looks for rounds about them. Without, it groups the rounds of the sessions of this folder by files, words and time; each group is a workstream. Save the answer in a file, delete the wrong lines, and give the file to stet tag apply. Without --yes it writes nothing.',
  arguments: { text: list('words about the engagement', { optional: true }) },
  options: {
    engagement: engagement({ summary: 'its name', standard: 'made of the words' }),
    session: session({ summary: 'only rounds of this session' }),
    project: PROJECT,
    yes: flag('tag all of them now'),
  },
  examples: [
    { command: 'stet tag suggest console work > tags.txt', does: 'saves rounds about it, with scores, to be checked' },
    { command: 'stet tag suggest --session latest', does: 'lists the workstreams of the newest session' },
  ],
  output: object({
    'engagement?': string,
    'engagements?': listOf(SUGGESTED),
    candidates: listOf(object({ ref: string, score: number, preview: string, engagement: string })),
    'split?': orNull(string),
    'tagged?': listOf(object({ ref: string, engagement: string })),
  }),
  outputNote: 'engagement is there with words; engagements and split without words; tagged with --yes.',
  offer: { cli: true },
  async run({ input, session: sessionNamed, workspace }) {
    const { engagement, project, yes } = input
    const opened = await workspace({ onlyLooks: !yes })
    const session = input.session === undefined ? undefined : await sessionNamed(input.session)
    const text = input.text.join(' ')
    const nothing = text === '' ? ONE_WORK : NOTHING
    const value = text === '' ? await clusters() : await byWords()
    if (yes) {
      const { applyTags } = await import('../../work/suggest-tags.ts')
      const { tagged } = await applyTags(opened, value.candidates)
      return {
        value: { ...value, tagged },
        text: () => (tagged.length === 0 ? nothing : `${count(tagged.length, 'round is', 'rounds are')} tagged.`),
      }
    }
    return {
      value,
      text: (screen, shown: typeof value) => {
        if (shown.candidates.length === 0) return nothing
        const width = screen.lineColumns - 60
        const lines = shown.candidates.map(
          ({ ref, score, preview, engagement }) =>
            `${shortRef(ref)}  ${engagement}  ${score}  ${cut(plainLine(preview), Math.max(30, width))}`,
        )
        const split = 'split' in shown && shown.split !== null ? [`# one session for each: ${shown.split}`] : []
        return [...lines, ...split].join('\n')
      },
    }

    async function byWords() {
      const { suggestTags } = await import('../../work/suggest-tags.ts')
      return suggestTags(opened, text, { session, project, engagement })
    }

    async function clusters() {
      const { suggestEngagements } = await import('../../work/suggest-engagements.ts')
      return suggestEngagements(opened, { session, project: project ?? (session ? undefined : opened.cwd) })
    }
  },
})
