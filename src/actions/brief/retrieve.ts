import type { Brief } from '../../brief/brief.ts'
import type { Entry, EntryKind } from '../../brief/entries/entry.ts'
import type { FileVersion } from '../../brief/facts/versions.ts'
import { ofFile } from '../../brief/of-file.ts'
import { UNSOURCED, type Unsourced } from '../../brief/render/about.ts'
import { entryText } from '../../brief/render/entry-text.ts'
import { factSections, fileText } from '../../brief/render/fact-sections.ts'
import { type Line, line } from '../../brief/render/line.ts'
import { parseQuestion, RETRIEVALS, type RetrievalPattern } from '../../brief/retrieval.ts'
import { matches, topicWords } from '../../brief/topics.ts'
import { search } from '../search/search.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
import { compressionsOf } from './compressions.ts'
import { versionsOf } from './lossless.ts'
import { briefSession } from './session-brief.ts'

export interface Retrieved {
  readonly pattern: RetrievalPattern
  readonly question: string
  readonly about: string
  readonly answer: string
  /** The rounds it comes from, as `inject` takes them. */
  readonly refs: readonly string[]
  /** The least that an answer rests on. */
  readonly confidence: Basis | 'none'
}

/** What a call or result shows, what somebody wrote and the record bears out, what was said, what nobody checked. */
type Basis = (typeof BASES)[number]
const BASES = ['recorded', 'written and checked', 'said', 'unchecked'] as const

interface Finding extends Pick<Line, 'text' | 'round'> {
  readonly basis: Basis
}

/** Answers a question about a session from the record, in the words of those who wrote or said it. */
export async function retrieve(workspace: Workspace, reference: SessionRef, question: string): Promise<Retrieved> {
  const session = await sessionOf(workspace, reference)
  const { pattern, about } = parseQuestion(question)
  const found = pattern === 'version' ? await versions() : pattern === 'discussion' ? await discussed() : await known()
  const said = found.length > 0 || pattern === 'discussion' || about === '' ? [] : await discussed()
  const answer = found.length > 0 ? found : said
  return {
    pattern,
    question,
    about,
    answer: [
      ...(found.length === 0 ? [noneOf(pattern, about, session.id, said.length > 0)] : []),
      ...answer.map(({ text, basis }) => `- ${basis === 'unchecked' ? 'Speculative, checked by nobody: ' : ''}${text}`),
    ].join('\n'),
    refs: [...new Set(answer.map(({ round }) => `${session.id}:${round}`))],
    confidence: BASES.findLast((basis) => answer.some((one) => one.basis === basis)) ?? 'none',
  }

  async function known(): Promise<readonly Finding[]> {
    const brief = await briefSession(workspace, session)
    if (pattern === 'file') return changesOf(brief, about)
    const old = (await compressionsOf(workspace, session.id)).flatMap(({ unsourced }) => unsourced)
    return fitting(findingsOf(pattern, brief, session.facts.cwd, old), topicWords(about))
  }

  async function versions(): Promise<readonly Finding[]> {
    const files = await versionsOf(workspace, session, (await briefRounds(workspace, session)).rounds)
    return ofFile(files, about, ({ path }) => path).flatMap(({ path, versions: all }) =>
      all.map((one) => ({
        text: `${path}, version ${one.version} (round ${one.round}):\n${versionText(one)}`,
        round: one.round,
        basis: 'recorded' as const,
      })),
    )
  }

  async function discussed(): Promise<readonly Finding[]> {
    const { hits } = await search(workspace, about, { limit: 5, session })
    return hits.map(({ snippet, round }) => ({ ...line(`“${snippet}”`, [round]), basis: 'said' }))
  }
}

/** Says that there is nothing of what was asked for; what was said about it may follow. */
function noneOf(pattern: RetrievalPattern, about: string, session: string, hasMore: boolean): string {
  const { one } = RETRIEVALS.find((each) => each.pattern === pattern)!
  const topic = about === '' ? '' : ` about ${JSON.stringify(about)}`
  return `Session ${session} has no ${one}${topic} on record${hasMore ? '; this was said:' : '.'}`
}

const KINDS: Readonly<Partial<Record<RetrievalPattern, readonly EntryKind[]>>> = {
  decision: ['decision'],
  alternatives: ['decision'],
  constraints: ['rule'],
  errors: ['error'],
  open: ['next', 'open'],
}
const FACTS: Readonly<Partial<Record<RetrievalPattern, string>>> = {
  decision: 'choices',
  alternatives: 'choices',
  errors: 'errors',
  open: 'plan',
}

function findingsOf(
  pattern: RetrievalPattern,
  { entries, facts }: Brief,
  cwd: string | null,
  old: readonly Unsourced[],
): readonly Finding[] {
  const kinds = KINDS[pattern] ?? []
  const isMeant = ({ kind, rejected = [] }: Entry) =>
    kinds.includes(kind) && (pattern !== 'alternatives' || rejected.length > 0)
  const all = pattern === 'open' ? entries.current : [...entries.current, ...entries.over]
  const written = all.filter(isMeant)
  const isReplaced = ({ round }: Unsourced) => written.some(({ rounds }) => rounds.includes(round))
  const isDone = (text: string) => /^\[(?:done|dropped)\]/.test(text)
  const seen = factSections(facts, cwd).find(({ name }) => name === FACTS[pattern])?.lines ?? []
  return [
    ...written.map(
      (one): Finding => ({
        ...entryText(one),
        basis: one.tier === 'archive' ? 'unchecked' : 'written and checked',
      }),
    ),
    ...seen.filter(({ text }) => !isDone(text)).map((one): Finding => ({ ...one, basis: 'recorded' })),
    ...old
      .filter((one) => kinds.includes(one.kind) && pattern !== 'alternatives' && !isReplaced(one))
      .map(({ text, round }): Finding => ({ ...line(text, [round], [UNSOURCED]), basis: 'unchecked' })),
  ]
}

/** Each round that changed a file, and what became of it. */
function changesOf({ facts }: Brief, about: string): readonly Finding[] {
  return ofFile(facts.files, about, ({ path }) => path).flatMap((file) =>
    file.rounds.map((round): Finding => ({ ...line(`${file.path} ${fileText(file)}`, [round]), basis: 'recorded' })),
  )
}

function versionText({ content, changes, command }: FileVersion): string {
  if (content !== null) return content
  const told = changes.flatMap(({ before, after }) => [`- ${before ?? ''}`, `+ ${after}`])
  return ['(only the change is on record)', ...told, ...(command === undefined ? [] : [command])].join('\n')
}

/** Those that have most of the words; all of them where nothing particular was asked. */
function fitting(findings: readonly Finding[], words: readonly string[]): readonly Finding[] {
  if (words.length === 0) return findings
  const most = Math.max(0, ...findings.map((one) => matches(one.text, words)))
  return most === 0 ? [] : findings.filter((one) => matches(one.text, words) === most)
}
