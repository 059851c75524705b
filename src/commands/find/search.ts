import type { Found, FoundRound } from '../../search/search.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, flag, int, list, text } from '../kit/field.ts'
import { BY, CLIENT, engagement, MACHINE, PROJECT, session, time } from '../kit/fields.ts'
import { boolean, list as listOf, number, object, orNull, string } from '../kit/shape.ts'
import { ROUND_SPAN } from '../kit/shapes.ts'
import { cut } from '../kit/text/display-width.ts'
import { ago } from '../kit/text/format.ts'
import { ownerOf } from '../kit/text/owner-of.ts'
import { plainLine, plainText } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { sessionNames } from '../kit/text/session-names.ts'

export const search = defineCommand({
  name: 'search',
  topic: 'find',
  summary: 'Find rounds by words, a question, code or an error message',
  about:
    'Takes a question, words, "a phrase", a prefix*, -without, code, a path or an error message, and lists the rounds that match best. It looks at what people and agents said in every session. With --in tools it looks at the inputs and results of tools, which are in no index, so it takes longer.',
  arguments: {
    words: list('text to look for', {
      joined: true,
      dashed: true,
      least: 1,
      most: 5,
      max: 4000,
      names: { mcp: 'query' },
    }),
  },
  options: {
    in: choice('where to look', ['text', 'tools', 'all'], { default: 'text' }),
    mode: choice('how to match', ['text', 'meaning', 'both'], {
      meant: (mode) => (mode === 'vector' ? 'meaning' : mode),
      standard: 'both where a model is installed, else text',
    }),
    session: session({ summary: 'only this session: the start of its id, its title, or latest' }),
    project: PROJECT,
    client: CLIENT,
    by: BY,
    machine: MACHINE,
    branch: text('only sessions on this git branch', { label: 'BRANCH', max: 1000 }),
    engagement: engagement({ summary: 'only rounds of this engagement' }),
    agent: text('only sessions of this agent', { label: 'AGENT', max: 200 }),
    role: text('only what this role said: user, assistant or tool; or only agents in this role', {
      label: 'ROLE',
      max: 200,
    }),
    after: time('only from this time on, such as 2026-03-19, 7d, yesterday or "last month"'),
    before: time('only up to this time'),
    group: flag('list the hits of a session together', { only: ['cli'] }),
    limit: int('rounds to list', { min: 1, max: 50, default: 10 }),
    response_format: choice('the form of the answer', ['markdown', 'json'], { default: 'markdown', only: ['mcp'] }),
  },
  examples: [
    { command: 'stet search why did we drop the zstd dictionary', does: 'lists rounds that answer it, the best first' },
    {
      command: 'stet search \'"connection refused"\' --in tools --after 7d',
      does: 'lists where a tool printed it last week',
    },
    { command: 'stet search migration --session latest --limit 3', does: 'lists the three best of the newest session' },
  ],
  output: object({
    mode: string,
    took_ms: number,
    'words?': string,
    hits: listOf(
      object({
        rank: number,
        ref: string,
        session: string,
        'origin?': orNull(string),
        client: string,
        title: orNull(string),
        transcript_gone: boolean,
        principal: orNull(string),
        machine: orNull(string),
        mine: boolean,
        round: number,
        round_id: string,
        score: number,
        started: orNull(string),
        engagement_id: orNull(string),
        snippet: string,
        marks: listOf(ROUND_SPAN),
      }),
    ),
    instead: listOf(object({ typed: string, words: listOf(string) })),
    newest_first: boolean,
  }),
  offer: {
    cli: true,
    http: true,
    mcp: {
      about:
        'Of several texts each must match. It answers references and snippets, the best first; `inject` gives one round back. Use it before you decide something again, or when earlier work is mentioned.',
      fields: [
        'words',
        'mode',
        'in',
        'limit',
        'after',
        'before',
        'project',
        'session',
        'engagement',
        'client',
        'by',
        'machine',
        'branch',
        'agent',
        'role',
        'response_format',
      ],
      aliases: { session_id: 'session', git_branch: 'branch' },
      text: (found: Found, { response_format }: { readonly response_format?: string }) =>
        response_format === 'json' ? JSON.stringify(found) : foundText(found),
    },
  },
  async run({ input, session: sessionNamed, workspace }) {
    const { search } = await import('../../search/search.ts')
    const opened = await workspace({ onlyLooks: true })
    const { words: texts, session: reference, in: where, group, response_format: _, ...filters } = input
    const session = reference === undefined ? undefined : await sessionNamed(reference)
    const found = await search(opened, texts, { ...filters, where, session })
    const { sessions: _sessions, ...value } = found
    const words = texts.join(' ')
    const hits = group ? grouped(found.hits) : found.hits
    const isByWordsOnly = input.mode === undefined && found.mode === 'text' && found.where !== 'tools'
    const notes = [...found.notes, ...(isByWordsOnly ? [WORDS_ONLY] : [])]
    const isNarrowed = NARROWING.some((name) => input[name] !== undefined)
    return {
      value,
      printed: { words, ...value, hits },
      text: (screen) =>
        hits.length === 0
          ? nothingText(words, { ...found, notes }, isNarrowed, screen)
          : hitsText({ ...found, notes, hits }, screen),
    }
  },
})

const NARROWING = [
  'session',
  'project',
  'client',
  'by',
  'machine',
  'branch',
  'engagement',
  'agent',
  'role',
  'after',
  'before',
] as const

const WORDS_ONLY = 'By words only; `stet search --mode both` says how to look by meaning, too.'

/** The hits of a session together, where its best was. */
function grouped(hits: readonly FoundRound[]): readonly FoundRound[] {
  const bySession = new Map<string, FoundRound[]>()
  for (const hit of hits) {
    const id = hit.origin ?? hit.session
    bySession.set(id, [...(bySession.get(id) ?? []), hit])
  }
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
    const gone = `${hit.mine ? '' : `${ownerOf(hit)}  `}${hit.transcript_gone ? 'transcript gone  ' : ''}`
    const title = cut(plainLine(hit.title ?? ''), screen.lineColumns - ref(hit).length - when.length - gone.length - 4)
    return `${`${screen.cyan(ref(hit))}  ${screen.dim(when)}  ${screen.yellow(gone)}${title}`.trimEnd()}
  ${markedSnippet(hit, screen)}`
  })
  return [...notes, ...lines, `${screen.dim('→')} stet inject ${ref(hits[0]!)}`].join('\n')
}

/** The snippet in one line, its words bold where anything can be. */
function markedSnippet({ snippet, marks }: FoundRound, screen: Screen): string {
  const printed = cut(plainLine(snippet), screen.lineColumns - 2)
  let text = ''
  let at = 0
  for (const [start, end] of marks) {
    if (end > printed.length || plainLine(snippet) !== snippet) break
    text += printed.slice(at, start) + screen.bold(printed.slice(start, end))
    at = end
  }
  return text + printed.slice(at)
}

function quoted(words: string): string {
  return /^[\w ]+$/.test(words) ? words : `'${plainLine(words).replaceAll("'", "'\\''")}'`
}

/** The hits for an agent: each reference, where it is from, and the words that match. */
function foundText(found: Omit<Found, 'sessions'>): string {
  if (found.hits.length === 0) return 'Nothing was found. Try other words, or `in: "all"`, which looks at tools too.'
  const notes = found.instead.map(({ typed, words }) => `Nobody said "${typed}"; looked for ${words.join(', ')}.`)
  return [...notes, ...found.notes, ...found.hits.map(hitText)].join('\n\n')
}

function hitText(hit: FoundRound): string {
  const { rank, ref, started, title, snippet, marks, engagement_id, transcript_gone } = hit
  const gone = transcript_gone && 'transcript gone'
  const facts = [started?.slice(0, 16).concat('Z'), title, engagement_id, !hit.mine && ownerOf(hit), gone].filter(
    (fact) => fact,
  )
  return `${rank}. **${ref}** ${plainLine(facts.join(' · '))}\n${plainText(markedText(snippet, marks))}`
}

/** Where the text has marks of its own, they would be doubled. */
function markedText(text: string, marks: FoundRound['marks']): string {
  if (text.includes('**')) return text
  let at = 0
  let marked = ''
  for (const [start, end] of marks) {
    marked += `${text.slice(at, start)}**${text.slice(start, end)}**`
    at = end
  }
  return marked + text.slice(at)
}
