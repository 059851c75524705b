import type { Found, FoundRound } from '../../../actions/search/search.ts'
import { defineCommand } from '../command.ts'
import { cut } from '../display-width.ts'
import { ago } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'
import { sessionNames } from '../session-names.ts'
import { wholeNumber } from '../whole-number.ts'

export const search = defineCommand({
  name: 'search',
  group: 'Inspect',
  summary: 'the rounds in which something was said',
  about: `Takes what you would say: a question, some words, "a phrase", a prefix*, -without, code, a path, an error message. The more of it a round and its neighbours say, the better. Looks at what people and the agent said, in every session of the record; --in tools looks at what tools got and gave, too much to be kept in an index.`,
  arguments: { words: { summary: 'what to look for', many: true, dashed: true } },
  options: {
    in: { summary: 'where to look; what was said unless given', value: 'WHERE', choices: ['text', 'tools', 'all'] },
    mode: {
      summary: 'by words, by meaning, or by both; both where a model is installed',
      value: 'MODE',
      choices: ['text', 'meaning', 'both'],
    },
    session: { summary: 'only in this session: an id or the start of one, a title, or latest', value: 'SESSION' },
    project: { summary: 'only sessions of this folder, by its path or its name', value: 'FOLDER', complete: 'file' },
    client: { summary: 'only sessions of this client', value: 'CLIENT' },
    branch: { summary: 'only sessions on this branch', value: 'BRANCH' },
    engagement: { summary: 'only rounds of this engagement', value: 'ID' },
    agent: { summary: 'only sessions of this agent', value: 'AGENT' },
    role: { summary: 'only what user, assistant or tool said; or only sessions of agents in this role', value: 'ROLE' },
    after: { summary: 'only from then on: 2026-03-19, a time, or 7d for the last week', value: 'TIME', time: true },
    before: { summary: 'only up to then', value: 'TIME', time: true },
    group: { summary: 'show the hits of a session together' },
    limit: { summary: 'how many rounds at most, up to 50; 10 unless given', value: 'N' },
  },
  examples: [
    { command: 'stet search why did we drop the zstd dictionary', does: 'rounds that answer it, the best first' },
    {
      command: 'stet search \'"connection refused"\' --in tools --after 7d',
      does: 'where a tool printed it last week',
    },
    { command: 'stet search migration --session latest --limit 3', does: 'the three best of the newest session here' },
  ],
  json: '{mode,took_ms,words,hits:[{rank,ref,session,client,title,round,round_id,score,started,engagement_id,snippet,marks:[[start,end]]}],instead:[{typed,words}],newest_first}',
  async run({ args, options, workspace }) {
    const limit = options.limit === undefined ? undefined : wholeNumber(options.limit, '--limit')
    const { search } = await import('../../../actions/search/search.ts')
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const opened = await workspace({ onlyLooks: true })
    const { session: reference, in: where, mode, group, ...filters } = options
    const session = reference === undefined ? undefined : await resolveSession(opened, reference)
    const words = args.words.join(' ')
    const found = await search(opened, words, {
      ...filters,
      where: where as 'text',
      mode: mode as 'text',
      session,
      limit,
    })
    const { sessions: _sessions, ...value } = found
    const hits = group ? grouped(found.hits) : found.hits
    const isByWordsOnly = mode === undefined && found.mode === 'text' && found.where !== 'tools'
    const notes = [...found.notes, ...(isByWordsOnly ? [WORDS_ONLY] : [])]
    const isNarrowed = NARROWING.some((name) => options[name] !== undefined)
    return {
      value: { words, ...value, hits },
      text: (screen) =>
        hits.length === 0
          ? nothingText(words, { ...found, notes }, isNarrowed, screen)
          : hitsText({ ...found, notes, hits }, screen),
    }
  },
})

const NARROWING = ['session', 'project', 'client', 'branch', 'engagement', 'agent', 'role', 'after', 'before'] as const

const WORDS_ONLY = 'By words only; `stet search --mode both` says how to look by meaning, too.'

/** The hits of a session together, where its best was. */
function grouped(hits: readonly FoundRound[]): readonly FoundRound[] {
  const bySession = new Map<string, FoundRound[]>()
  for (const hit of hits) bySession.set(hit.session, [...(bySession.get(hit.session) ?? []), hit])
  return [...bySession.values()].flat()
}

function nothingText(words: string, { sessions, notes, where }: Found, isNarrowed: boolean, screen: Screen): string {
  if (sessions.length === 0) return `The record is empty.\n${screen.dim('→')} stet inscribe --all`
  const place = isNarrowed ? 'where these options look' : 'in what is recorded'
  const next = isNarrowed ? '' : where === 'text' ? ' --in all' : undefined
  return [
    ...notes.map((note) => screen.dim(note)),
    `Nobody said ${JSON.stringify(plainLine(words))} ${place}.`,
    ...(next === undefined ? [] : [`${screen.dim('→')} stet search ${quoted(words)}${next}`]),
  ].join('\n')
}

function hitsText(found: Found, screen: Screen): string {
  const { hits, sessions, instead, newest_first } = found
  const notes = [
    ...instead.map(({ typed, words: [near] }) => `Nobody said ${plainLine(typed)}; this is ${near}…`),
    ...(newest_first ? ['It is said everywhere; the newest come first.'] : []),
    ...found.notes,
  ].map((note) => screen.dim(note))
  const names = sessionNames(sessions.map((session) => ({ session })))
  const ref = ({ session, round }: FoundRound) => `${names.get(session)}:${round}`
  const lines = hits.map((hit) => {
    const when = ago(hit.started, screen.now)
    const title = cut(plainLine(hit.title ?? ''), screen.lineColumns - ref(hit).length - when.length - 4)
    return `${`${screen.cyan(ref(hit))}  ${screen.dim(when)}  ${title}`.trimEnd()}
  ${markedSnippet(hit, screen)}`
  })
  return [...notes, ...lines, `${screen.dim('→')} stet inject ${ref(hits[0]!)}`].join('\n')
}

/** The snippet in one line, its words bold, or between stars where nothing can be bold. */
function markedSnippet({ snippet, marks }: FoundRound, screen: Screen): string {
  const bold = screen.bold('x') === 'x' ? (text: string) => `**${text}**` : screen.bold
  const printed = cut(plainLine(snippet), screen.lineColumns - 2)
  let text = ''
  let at = 0
  for (const [start, end] of marks) {
    if (end > printed.length || plainLine(snippet) !== snippet) break
    text += printed.slice(at, start) + bold(printed.slice(start, end))
    at = end
  }
  return text + printed.slice(at)
}

function quoted(words: string): string {
  return /^[\w ]+$/.test(words) ? words : `'${plainLine(words).replaceAll("'", "'\\''")}'`
}
