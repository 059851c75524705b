import type { Entry } from '../../brief/entries/entry.ts'
import type { Before } from '../../brief/inherit.ts'
import type { Inherited } from '../../brief/render/about.ts'
import type { BriefRound } from '../../brief/round.ts'
import { clustersOf, topicWords } from '../../brief/topics.ts'
import type { Word } from '../../brief/words/word.ts'
import { wordsOf } from '../../brief/words/words-of.ts'
import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
import type { Compression } from './compressions.ts'
import { entriesOf } from './entries-of.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface ResolvedContext extends Before, Pick<Inherited, 'source' | 'description'> {
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
  if (exact) return { ...(await held(workspace, exact)), source: 'exact tag' }
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
    const isNew = ({ id }: Entry) => !tagged.entries.some((one) => one.id === id)
    return {
      source: 'hybrid',
      description: `${tagged.tag} and ${rounds.description}`,
      entries: [...tagged.entries, ...rounds.entries.filter(isNew)],
      words: rounds.words,
      unsourced: tagged.unsourced,
      tag: tagged.tag,
    }
  }
  if (tagged) return { ...(await held(workspace, tagged)), source: 'keyword match' }
  if (rounds) return { ...rounds, source: 'keyword match', unsourced: [], tag: null }
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

/** The rounds outside the range that speak of the words, and the entries of them. */
async function spokenOf(workspace: Workspace, session: Session, query: string, from: number, to: number) {
  const { rounds } = await briefRounds(workspace, session, (round) => round < from || round > to)
  const clusters = clustersOf(rounds, query).filter((one, _, all) => one.weight * 3 >= all[0]!.weight)
  if (clusters.length === 0) return undefined
  const isMeant = (round: number) => clusters.some((one) => round >= one.from && round <= one.to)
  const { current } = await entriesOf(workspace, session)
  const places = [...clusters]
    .sort((a, b) => a.from - b.from)
    .map((one) => (one.from === one.to ? `${one.from}` : `${one.from}-${one.to}`))
  return {
    entries: current.filter((entry) => entry.rounds.some(isMeant)),
    words: await saidIn(rounds.filter(({ round }) => isMeant(round))),
    description: `rounds ${places.join(',')} on "${query}"`,
  }
}

/** What a compression has to take over; where nobody had written entries, what was said in its rounds. */
async function held(workspace: Workspace, { session: id, range, tag, entries, unsourced }: Compression) {
  const session = entries.length > 0 ? undefined : await workspace.store.findSession(id as SessionId)
  const isMeant = (round: number) => round >= range[0] && round <= range[1]
  const { rounds } = session ? await briefRounds(workspace, session, isMeant) : { rounds: [] }
  return { entries, words: await saidIn(rounds), unsourced, description: tag, tag }
}

async function saidIn(rounds: readonly BriefRound[]): Promise<readonly Word[]> {
  return wordsOf(await Promise.all(rounds.map(withoutSecrets)))
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
