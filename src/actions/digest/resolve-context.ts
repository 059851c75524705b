import { clustersOf, topicWords } from '../../brief/topics.ts'
import { merge } from '../../digest/merge.ts'
import type { Inherited } from '../../digest/render/about.ts'
import type { SessionState } from '../../digest/state.ts'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { briefRounds } from '../brief/brief-rounds.ts'
import type { Workspace } from '../workspace.ts'
import type { Compression } from './compressions.ts'
import { digestState } from './digest-state.ts'

export interface ResolvedContext extends Pick<Inherited, 'source' | 'description'> {
  readonly state: SessionState
  readonly tag: string | null
}

/**
 * What `--context` means: a tag; else a compression of the session whose tag has the words; else its rounds outside the
 * range that speak of them; the last two together where both are there; else a compression of another session of the
 * folder. Several compressions that fit are listed, none is guessed.
 */
export async function resolveContext(
  workspace: Workspace,
  session: Session,
  query: string,
  { known, from, to }: { readonly known: readonly Compression[]; readonly from: number; readonly to: number },
): Promise<ResolvedContext> {
  const exact = known.find((one) => one.tag.toLowerCase() === query.toLowerCase())
  if (exact) return { source: 'exact tag', description: exact.tag, state: exact.state, tag: exact.tag }
  const words = topicWords(query)
  const fitting = known.filter((one) => {
    const parts = topicWords(one.tag.replaceAll('_', ' '))
    return (
      words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word) || word.startsWith(part)))
    )
  })
  const own = fitting.filter((one) => one.session === session.id)
  if (own.length > 1) throw several(query, own)
  const rounds = await spokenOf(workspace, session, query, from, to)
  if (own.length === 0 && !rounds && fitting.length > 1) throw several(query, fitting)
  const tagged = own[0] ?? (rounds ? undefined : fitting[0])
  if (tagged && rounds) {
    return {
      source: 'hybrid',
      description: `${tagged.tag} and ${rounds.description}`,
      state: merge(tagged.state, rounds.state),
      tag: tagged.tag,
    }
  }
  if (tagged) return { source: 'keyword match', description: tagged.tag, state: tagged.state, tag: tagged.tag }
  if (rounds) return { source: 'keyword match', description: rounds.description, state: rounds.state, tag: null }
  const isWhole = from <= 1 && to >= session.facts.highestRound
  throw new Failure(
    'reference-not-found',
    `Nothing before or outside these rounds is about ${JSON.stringify(query.slice(0, 80))}.`,
    {
      facts: { context: query.slice(0, 200), tags: known.map((one) => one.tag).slice(0, 20) },
      hint: known.length > 0 ? tagsHint(known) : isWhole ? WHOLE : 'Leave --context out, or use other words.',
    },
  )
}

const WHOLE = 'All rounds are compressed, and none is left to take over from; add --turns recent.'

function tagsHint(known: readonly Compression[]): string {
  const tags = known.map((one) => one.tag).slice(0, 5)
  return `Tags there are: ${tags.join(', ')}.`
}

/** The rounds outside the range that speak of the words, and what they came to. */
async function spokenOf(workspace: Workspace, session: Session, query: string, from: number, to: number) {
  const { rounds } = await briefRounds(workspace, session, (round) => round < from || round > to)
  const clusters = clustersOf(rounds, query).filter((one, _, all) => one.weight * 3 >= all[0]!.weight)
  if (clusters.length === 0) return undefined
  const within = rounds.filter(({ round }) => clusters.some((one) => round >= one.from && round <= one.to))
  const places = [...clusters]
    .sort((a, b) => a.from - b.from)
    .map((one) => (one.from === one.to ? `${one.from}` : `${one.from}-${one.to}`))
  return { state: await digestState(within), description: `rounds ${places.join(',')} on "${query}"` }
}

function several(query: string, fitting: readonly Compression[]): Failure {
  const candidates = fitting.map((one) => `${one.tag}  rounds ${one.range.join('-')} of ${one.session}`)
  return new Failure(
    'reference-ambiguous',
    `${fitting.length} compressions fit ${JSON.stringify(query.slice(0, 80))}.`,
    {
      facts: { context: query.slice(0, 200), candidates },
      hint: `Name one by its tag: --context ${fitting[0]!.tag}`,
    },
  )
}
