import type { Found, FoundRound } from '../../../actions/search.ts'
import { defineCommand } from '../command.ts'
import { cut } from '../display-width.ts'
import { ago } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'
import { sessionNames } from '../session-names.ts'
import { wholeNumber } from '../whole-number.ts'

export const search = defineCommand({
  name: 'search',
  group: 'Look',
  summary: 'the rounds in which something was said',
  about:
    'Looks for all the words in what people and the agent said, in every session of the record; not in thinking and not in what tools got and gave.',
  arguments: { words: { summary: 'the words to look for', many: true } },
  options: {
    session: { summary: 'only in this session: an id or the start of one, a title, or latest', value: 'SESSION' },
    limit: { summary: 'how many rounds at most, up to 50; 10 unless given', value: 'N' },
  },
  examples: [
    { command: 'stet search zstd dictionary', does: 'rounds that speak of both' },
    { command: 'stet search migration --session latest --limit 3', does: 'the three best of the newest session here' },
  ],
  json: '{words,hits:[{rank,ref,session,title,round,round_id,started,engagement_id,snippet}]}',
  async run(call) {
    const limit = call.options.limit === undefined ? undefined : wholeNumber(call.options.limit, '--limit')
    const { search } = await import('../../../actions/search.ts')
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const workspace = await call.workspace({ onlyLooks: true })
    const reference = call.options.session
    const session = reference === undefined ? undefined : await resolveSession(workspace, reference)
    const words = call.args.words.join(' ')
    const found = await search(workspace, words, { session, ...(limit !== undefined && { limit }) })
    return { value: { words, hits: found.hits }, text: (screen) => hitsText(words, found, screen) }
  },
})

function hitsText(words: string, { hits, sessions }: Found, screen: Screen): string {
  if (sessions.length === 0) return `The record is empty.\n${screen.dim('→')} stet inscribe --all`
  if (hits.length === 0) return `Nobody said ${JSON.stringify(plainLine(words))} in what is recorded.`
  const names = sessionNames(sessions)
  const ref = ({ session, round }: FoundRound) => `${names.get(session)}:${round}`
  const found = hits.map((hit) => {
    const when = ago(hit.started, screen.now)
    const title = cut(plainLine(hit.title ?? ''), screen.columns - ref(hit).length - when.length - 4)
    return `${`${screen.cyan(ref(hit))}  ${screen.dim(when)}  ${title}`.trimEnd()}
  ${cut(plainLine(hit.snippet), screen.columns - 2)}`
  })
  return [...found, `${screen.dim('→')} stet inject ${ref(hits[0]!)}`].join('\n')
}
