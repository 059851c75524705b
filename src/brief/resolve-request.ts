import { Failure, isFailure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import { parseRange, roundsIn } from '../model/range.ts'
import type { Session } from '../model/session.ts'
import { resolveSession } from '../record/naming/resolve-session.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { briefRounds, maskedRounds } from './brief-rounds.ts'
import type { Compression } from './compressions.ts'
import type { Entry } from './entries/entry.ts'
import { entriesOf } from './entries-of.ts'
import type { Before } from './inherit.ts'
import type { Inherited } from './render/about.ts'
import { type CompressRequest, DEFAULT_REQUEST, parseTrigger, turnsOf } from './request.ts'
import { type Cluster, clustersOf, topicWords } from './topics.ts'
import { wordsOf } from './words/words-of.ts'

interface Given extends Readonly<Partial<Record<'turns' | 'context' | 'scope' | 'session', string | undefined>>> {
  readonly lossy?: boolean
  readonly lossless?: boolean
}

/** The session and the request that words and options mean: the words are a session, a request in plain words, or both. */
export async function requestOf(
  workspace: Workspace,
  words: readonly string[],
  given: Given,
): Promise<{ readonly session: Session; readonly request: CompressRequest }> {
  if (given.lossy && given.lossless)
    throw new Failure('usage', 'A compression is either --lossy or --lossless.', { hint: 'Leave one of the two out.' })
  const named = given.session ?? (await sessionIn(workspace, words))
  const said = (given.session === undefined && named !== undefined ? words.slice(1) : words).join(' ')
  const trigger = said === '' ? DEFAULT_REQUEST : triggerIn(said)
  if (!trigger) {
    throw new Failure('usage', `${JSON.stringify(said.slice(0, 80))} is neither a session nor something to compress.`, {
      hint: 'For example: stet compress latest --turns recent, or stet compress recent, bridge from WORDS',
    })
  }
  return {
    session: await resolveSession(workspace, named ?? 'latest'),
    request: {
      ...trigger,
      ...(given.lossless && { mode: 'lossless' }),
      ...(given.turns !== undefined && { turns: turnsOf(given.turns) }),
      ...(given.context !== undefined && { context: given.context }),
      ...(given.scope !== undefined && { scope: given.scope }),
    },
  }
}

function triggerIn(said: string): CompressRequest | undefined {
  return parseTrigger(said) ?? parseTrigger(`compress ${said}`)
}

/** What can only be the name of a session: most of an id, a path, the newest. */
const NAME = /^(?:latest|[0-9a-f]{6,}[\w-]*|.*\/.*|.*\.jsonl)$/i

/** The first word where it names a session. */
async function sessionIn(workspace: Workspace, words: readonly string[]): Promise<string | undefined> {
  const [first] = words
  if (first === undefined) return undefined
  if (!NAME.test(first) && triggerIn(words.join(' '))) return undefined
  try {
    await resolveSession(workspace, first)
    return first
  } catch (error) {
    if (words.length > 1 && isFailure(error, 'session-not-found')) return undefined
    throw error
  }
}

interface Turns {
  readonly from: number
  readonly to: number
  /** The first round that no earlier compression holds. */
  readonly fresh: number
}

const RECENT = 10

/**
 * Which rounds a request means. Without a range it is everything up to the last round, provided there are rounds since
 * the last compression: an earlier state is merged with, never summarized again. With a topic or a context to take over it
 * is the rounds since.
 */
export async function resolveTurns(
  workspace: Workspace,
  session: Session,
  { turns, scope, context }: CompressRequest,
  prior: readonly Compression[],
): Promise<Turns> {
  const to = session.facts.highestRound
  const done = prior.filter((one) => !one.isPartial).reduce((most, one) => Math.max(most, one.range[1]), 0)
  const fresh = Math.min(done + 1, to + 1)
  const isNew = fresh <= to
  const aboutIn = async (topic: string, from: number, last: number) => {
    const { rounds } = await briefRounds(workspace, session, (round) => round >= from && round <= last)
    return theOne(clustersOf(rounds, topic), topic)
  }
  if (turns.kind === 'topics') {
    const [start, end] = [await aboutIn(turns.from, 1, to), await aboutIn(turns.through, 1, to)]
    return { from: Math.min(start.from, end.from), to: Math.max(start.to, end.to), fresh: 1 }
  }
  const plain = turns.kind === 'range' ? stretchOf(turns.range, session) : whole(turns.kind === 'recent')
  return scope === null ? plain : { ...(await aboutIn(scope, plain.from, plain.to)), fresh: 1 }

  function whole(isRecent: boolean): Turns {
    if (isRecent) return { from: done > 0 && isNew ? fresh : Math.max(1, to - RECENT + 1), to, fresh: 1 }
    if (!isNew && done > 0 && scope === null) {
      throw new Failure('nothing-to-do', `Nothing was said in session ${session.id} since its last compression.`, {
        facts: { session: session.id, last: done },
        hint: `Run \`stet compress ${session.id} --turns 1-${to}\` to compress it again.`,
      })
    }
    return isNew && (scope !== null || context !== null) ? { from: fresh, to, fresh: 1 } : { from: 1, to, fresh }
  }
}

function stretchOf(range: string, { id, facts }: Session): Turns {
  const rounds = roundsIn(parseRange(range, facts.highestRound, id))
  const [from, to] = [rounds[0] ?? 1, rounds.at(-1) ?? 0]
  if (rounds.length > to - from) return { from, to, fresh: 1 }
  throw new Failure('range-invalid', `A compression covers one stretch of rounds, not ${range}.`, {
    facts: { range },
    hint: `To compress all of them from first to last: --turns ${from}-${to}`,
  })
}

/** The rounds that speak most of a topic; several places that do so alike are listed, none is guessed. */
function theOne(clusters: readonly Cluster[], topic: string): Omit<Turns, 'fresh'> {
  const [best] = clusters
  if (!best) {
    throw new Failure('reference-not-found', `No round speaks of ${JSON.stringify(topic.slice(0, 80))}.`, {
      facts: { topic: topic.slice(0, 200) },
      hint: 'Use other words, or give rounds: --turns 16-35.',
    })
  }
  const { from, to } = best
  const alike = clusters.filter((one) => one.weight >= best.weight * 0.8).map((one) => `rounds ${one.from}-${one.to}`)
  if (alike.length > 1)
    throw ambiguous('stretches of rounds speak of', { topic }, alike, `Give rounds: --turns ${from}-${to}`)
  return { from, to }
}

function ambiguous(
  what: string,
  said: Readonly<Partial<Record<'topic' | 'context', string>>>,
  candidates: readonly string[],
  hint: string,
): Failure {
  const [[name, words]] = Object.entries(said) as [[string, string]]
  const message = `${candidates.length} ${what} ${JSON.stringify(words.slice(0, 80))}.`
  return new Failure('reference-ambiguous', message, { facts: { [name]: words.slice(0, 200), candidates }, hint })
}

interface ResolvedContext extends Before, Pick<Inherited, 'source' | 'description'> {
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
  { known, from, to }: { readonly known: readonly Compression[] } & Omit<Turns, 'fresh'>,
): Promise<ResolvedContext> {
  const exact = known.find((one) => one.tag.toLowerCase() === query.toLowerCase())
  const words = topicWords(query)
  const hasWords = ({ tag }: Compression) => {
    const parts = topicWords(tag.replaceAll('_', ' '))
    return words.every((word) => parts.some((part) => part.startsWith(word) || word.startsWith(part)))
  }
  const fitting = words.length === 0 ? [] : known.filter(hasWords)
  const own = exact ? [exact] : fitting.filter((one) => one.session === session.id)
  const spoken = exact || own.length > 1 ? undefined : await speaking()
  const tags = own.length > 0 ? own : spoken ? [] : fitting
  if (tags.length > 1) {
    const candidates = tags.map((one) => `${one.tag}  rounds ${one.range.join('-')} of ${one.session}`)
    const hint = `Name one by its tag: --context ${tags[0]!.tag}`
    throw ambiguous('compressions fit', { context: query }, candidates, hint)
  }
  const tagged = tags[0] && (await held(tags[0]))
  const found = [tagged, spoken].filter((one) => one !== undefined)
  if (found.length === 0) throw nothingAbout(query, known, from <= 1 && to >= session.facts.highestRound)
  const isNew = ({ id }: Entry) => !tagged?.entries.some((one) => one.id === id)
  return {
    source: exact ? 'exact tag' : found.length > 1 ? 'hybrid' : 'keyword match',
    description: found.map(({ description }) => description).join(' and '),
    entries: [...(tagged?.entries ?? []), ...(spoken?.entries ?? []).filter(isNew)],
    words: found.flatMap((one) => one.words),
    unsourced: tagged?.unsourced ?? [],
    tag: tagged?.description ?? null,
  }

  /** The rounds outside the range that speak of the words, and the entries of them. */
  async function speaking() {
    const { rounds } = await briefRounds(workspace, session, (round) => round < from || round > to)
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
  async function held({ session: id, range, tag, entries, unsourced }: Compression) {
    const its = entries.length > 0 ? undefined : await workspace.store.findSession(id as SessionId)
    const isMeant = (round: number) => round >= range[0] && round <= range[1]
    const said = its ? wordsOf((await maskedRounds(workspace, its, isMeant)).rounds) : []
    return { entries, words: said, unsourced, description: tag }
  }
}

function nothingAbout(query: string, known: readonly Compression[], isWhole: boolean): Failure {
  const tags = known.map((one) => one.tag)
  const message = `Nothing before or outside these rounds is about ${JSON.stringify(query.slice(0, 80))}.`
  const other = isWhole
    ? 'All rounds are compressed, and none is left to take over from; add --turns recent.'
    : 'Leave --context out, or use other words.'
  return new Failure('reference-not-found', message, {
    facts: { context: query.slice(0, 200), tags: tags.slice(0, 20) },
    hint: tags.length > 0 ? `Tags there are: ${tags.slice(0, 5).join(', ')}.` : other,
  })
}
