import type { FileVersion } from '../../brief/facts/versions.ts'
import { ofFile } from '../../brief/of-file.ts'
import { parseQuestion, RETRIEVALS, type RetrievalPattern } from '../../brief/retrieval.ts'
import { matches, topicWords } from '../../brief/topics.ts'
import { settle, type View } from '../../digest/settle.ts'
import { tierName, tierOf } from '../../digest/tier.ts'
import { briefRounds } from '../brief/brief-rounds.ts'
import { search } from '../search/search.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { digestState } from './digest-state.ts'
import { versionsOf } from './lossless.ts'

export interface Retrieved {
  readonly pattern: RetrievalPattern
  readonly question: string
  readonly about: string
  readonly answer: string
  /** The rounds it comes from, as `inject` takes them. */
  readonly refs: readonly string[]
  readonly confidence: 'fact' | 'prior experience' | 'speculative' | 'none'
}

interface Finding {
  readonly text: string
  readonly round: number
  readonly tier?: number
}

/** Answers a question about a session from the record, always from the originals. */
export async function retrieve(workspace: Workspace, reference: SessionRef, question: string): Promise<Retrieved> {
  const session = await sessionOf(workspace, reference)
  const { pattern, about } = parseQuestion(question)
  const { rounds } = await briefRounds(workspace, session)
  const view = settle(await digestState(rounds))
  const words = topicWords(about)
  const found =
    pattern === 'version'
      ? await versions()
      : pattern === 'discussion'
        ? await discussed()
        : pattern === 'file'
          ? changesOf(view, about)
          : fitting(findingsOf(pattern, view), words)
  const said = found.length > 0 || pattern === 'discussion' || about === '' ? [] : await discussed()
  const answer = found.length > 0 ? found : said
  return {
    pattern,
    question,
    about,
    answer: [
      ...(found.length === 0 ? [noneOf(pattern, about, session.id, said.length > 0)] : []),
      ...answer.map(lineOf),
    ].join('\n'),
    refs: [...new Set(answer.map(({ round }) => `${session.id}:${round}`))],
    confidence: confidenceOf(answer),
  }

  async function versions(): Promise<readonly Finding[]> {
    const files = await versionsOf(workspace, session, rounds)
    return ofFile(files, about, ({ path }) => path).flatMap(({ path, versions: all }) =>
      all.map((one) => ({ text: `${path}, version ${one.version}:\n${versionText(one)}`, round: one.round })),
    )
  }

  async function discussed(): Promise<readonly Finding[]> {
    const { hits } = await search(workspace, about, { limit: 5, session })
    return hits.map((hit) => ({ text: hit.snippet, round: hit.round }))
  }
}

/** Says that there is nothing of what was asked for; what was said about it may follow. */
function noneOf(pattern: RetrievalPattern, about: string, session: string, hasMore: boolean): string {
  const { one } = RETRIEVALS.find((each) => each.pattern === pattern)!
  const topic = about === '' ? '' : ` about ${JSON.stringify(about)}`
  return `Session ${session} has no ${one}${topic} on record${hasMore ? '; this was said:' : '.'}`
}

function findingsOf(pattern: RetrievalPattern, view: View): readonly Finding[] {
  switch (pattern) {
    case 'decision':
    case 'alternatives': {
      const asked = view.decisions.filter((one) => pattern === 'decision' || (one.rejected ?? []).length > 0)
      const current = asked.map((one) => ({
        text: `${one.text}${rejectedText(one.rejected)}`,
        round: one.round,
        tier: tierOf(one, view),
      }))
      const past = view.over.flatMap(({ entry, by }) =>
        entry.kind === 'decision' ? [{ text: `${entry.text} (reversed in round ${by})`, round: entry.round }] : [],
      )
      return [...current, ...past]
    }
    case 'constraints':
      return [
        ...view.constraints.map((one) => ({ text: one.text, round: one.round })),
        ...view.over.flatMap(({ entry, by }) =>
          entry.kind === 'constraint' ? [{ text: `${entry.text} (lifted in round ${by})`, round: entry.round }] : [],
        ),
      ]
    case 'errors':
      return [
        ...view.errors.open.map((one) => ({ text: `open: ${one.text}`, round: one.round })),
        ...view.errors.resolved.map(({ entry, by }) => ({
          text: `resolved in round ${by}: ${entry.text}`,
          round: entry.round,
        })),
      ]
    case 'open':
      return view.threads.map((one) => ({ text: one.text, round: one.round }))
    default:
      return []
  }
}

/** Each change of a file, those that were taken back included. */
function changesOf({ files: { changed, undone } }: View, about: string): readonly Finding[] {
  const all = [
    ...changed.map(({ path, rounds, change, symbols }) => ({
      path,
      rounds,
      what: symbols.length === 0 ? change : `${change}: ${symbols.join(', ')}`,
    })),
    ...undone.map(({ path, rounds }) => ({ path, rounds, what: 'changed and put back' })),
  ]
  return ofFile(all, about, ({ path }) => path).flatMap(({ path, rounds, what }) =>
    rounds.map((round) => ({ text: `${path} ${what}`, round })),
  )
}

function versionText({ content, changes, command }: FileVersion): string {
  if (content !== null) return content
  const told = changes.flatMap(({ before, after }) => [`- ${before ?? ''}`, `+ ${after}`])
  return ['(only the change is on record)', ...told, ...(command === undefined ? [] : [command])].join('\n')
}

function rejectedText(rejected: readonly string[] | undefined): string {
  return rejected && rejected.length > 0 ? ` [turned down: ${rejected.join(', ')}]` : ''
}

/** Those that have most of the words; all of them where nothing particular was asked. */
function fitting(findings: readonly Finding[], words: readonly string[]): readonly Finding[] {
  if (words.length === 0) return findings
  const most = Math.max(0, ...findings.map((one) => matches(one.text, words)))
  return most === 0 ? [] : findings.filter((one) => matches(one.text, words) === most)
}

function lineOf({ text, round, tier }: Finding): string {
  const mark =
    tier !== undefined && tierName(tier) === 'speculative'
      ? 'SPECULATIVE: '
      : tier !== undefined && tierName(tier) === 'heuristic'
        ? 'Based on prior experience: '
        : ''
  return `- ${mark}${text} (round ${round})`
}

function confidenceOf(found: readonly Finding[]): Retrieved['confidence'] {
  const tiers = found.flatMap((one) => (one.tier === undefined ? [] : [one.tier]))
  if (found.length === 0) return 'none'
  if (tiers.length === 0) return 'fact'
  const name = tierName(Math.min(...tiers))
  return name === 'validated' ? 'fact' : name === 'heuristic' ? 'prior experience' : 'speculative'
}
