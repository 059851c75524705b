import type { Before } from '../../brief/inherit.ts'
import type { Inherited } from '../../brief/render/about.ts'
import { clustersOf, topicWords } from '../../brief/topics.ts'
import { wordsOf } from '../../brief/words/words-of.ts'
import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds, maskedRounds } from './brief-rounds.ts'
import type { Compression } from './compressions.ts'
import { entriesOf } from './entries-of.ts'

interface ResolvedContext extends Before, Pick<Inherited, 'source' | 'description'> {
  readonly tag: string | null
}

interface Outside {
  readonly known: readonly Compression[]
  readonly from: number
  readonly to: number
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
  { known, from, to }: Outside,
): Promise<ResolvedContext> {
  const exact = known.find((one) => one.tag.toLowerCase() === query.toLowerCase())
  if (exact) return { ...(await held(workspace, exact)), source: 'exact tag' }
  const words = topicWords(query)
  const hasWords = ({ tag }: Compression) => {
    const parts = topicWords(tag.replaceAll('_', ' '))
    return words.every((word) => parts.some((part) => part.startsWith(word) || word.startsWith(part)))
  }
  const fitting = words.length === 0 ? [] : known.filter(hasWords)
  const own = fitting.filter((one) => one.session === session.id)
  if (own.length > 1) throw several(query, own)
  const spoken = await spokenOf(workspace, session, query, (round) => round < from || round > to)
  if (own.length === 0 && !spoken && fitting.length > 1) throw several(query, fitting)
  const tagged = own[0] ?? (spoken ? undefined : fitting[0])
  if (tagged && spoken) {
    const isNew = ({ id }: { readonly id: string }) => !tagged.entries.some((one) => one.id === id)
    return {
      source: 'hybrid',
      description: `${tagged.tag} and ${spoken.description}`,
      entries: [...tagged.entries, ...spoken.entries.filter(isNew)],
      words: spoken.words,
      unsourced: tagged.unsourced,
      tag: tagged.tag,
    }
  }
  if (tagged) return { ...(await held(workspace, tagged)), source: 'keyword match' }
  if (spoken) return { ...spoken, source: 'keyword match', unsourced: [], tag: null }
  const tags = known.map((one) => one.tag)
  const isWhole = from <= 1 && to >= session.facts.highestRound
  throw new Failure(
    'reference-not-found',
    `Nothing before or outside these rounds is about ${JSON.stringify(query.slice(0, 80))}.`,
    {
      facts: { context: query.slice(0, 200), tags: tags.slice(0, 20) },
      hint:
        tags.length > 0
          ? `Tags there are: ${tags.slice(0, 5).join(', ')}.`
          : isWhole
            ? 'All rounds are compressed, and none is left to take over from; add --turns recent.'
            : 'Leave --context out, or use other words.',
    },
  )
}

/** The rounds outside the range that speak of the words, and the entries of them. */
async function spokenOf(
  workspace: Workspace,
  session: Session,
  query: string,
  isOutside: (round: number) => boolean,
): Promise<Pick<ResolvedContext, 'entries' | 'words' | 'description'> | undefined> {
  const { rounds } = await briefRounds(workspace, session, isOutside)
  const clusters = clustersOf(rounds, query).filter((one, _, all) => one.weight * 3 >= all[0]!.weight)
  if (clusters.length === 0) return undefined
  const isMeant = (round: number) => clusters.some((one) => round >= one.from && round <= one.to)
  const { current } = await entriesOf(workspace, session)
  const places = clusters
    .toSorted((a, b) => a.from - b.from)
    .map((one) => (one.from === one.to ? `${one.from}` : `${one.from}-${one.to}`))
  return {
    entries: current.filter((entry) => entry.rounds.some(isMeant)),
    words: wordsOf(await maskedValue(rounds.filter(({ round }) => isMeant(round)))),
    description: `rounds ${places.join(',')} on "${query}"`,
  }
}

/** What a compression has to take over; where nobody had written entries, what was said in its rounds. */
async function held(workspace: Workspace, { session: id, range, tag, entries, unsourced }: Compression) {
  const session = entries.length > 0 ? undefined : await workspace.store.findSession(id as SessionId)
  const isMeant = (round: number) => round >= range[0] && round <= range[1]
  const words = session ? wordsOf((await maskedRounds(workspace, session, isMeant)).rounds) : []
  return { entries, words, unsourced, description: tag, tag }
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
