import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { isFailure } from '../model/errors.ts'
import type { RoundId } from '../model/id.ts'
import type { RoundText } from '../model/round-text.ts'
import type { Session } from '../model/session.ts'
import { tilingFault } from '../model/span.ts'
import { estimateTokens } from '../model/tokens.ts'
import { mask } from '../redaction/mask.ts'
import { derive } from './derive.ts'
import { whereAvailable } from './search/search-follower.ts'
import type { Workspace } from './workspace.ts'

/** How often a session is looked at that is written to all the time. */
const LOOKS = 10

/**
 * What is wrong with the rows derived of a session, if anything. A session that was written to meanwhile is looked at
 * again, because what was read of it does not belong together; one that never rests is left to the next look.
 */
export async function derivedFault(workspace: Workspace, listed: Session, tags: Tags): Promise<string | undefined> {
  let session = listed
  for (let looks = 0; looks < LOOKS; looks++) {
    const fault = await derivedFaultOf(workspace, session, tags)
    if (fault === undefined) return undefined
    const now = await workspace.store.findSession(session.id)
    if (!now || same(now, session)) return fault
    session = now
  }
  return undefined
}

async function derivedFaultOf(workspace: Workspace, session: Session, tags: Tags): Promise<string | undefined> {
  const { store } = workspace
  const parserState = await store.findParserState(session.id)
  if (parserState === null) return 'the state of its parser is lost, or of an older Stet'
  const { parsed, active, cut } = await derive(workspace, session)
  const spans = await store.listSpans(session.id)
  const hole = tilingFault(spans, session.bytes)
  if (hole !== undefined) return hole
  if (!same(spans, parsed.spans)) return 'its spans are not those of its bytes'
  if (!same(await store.listProblems(session.id), parsed.problems)) return 'its problems are not those of its bytes'
  if (!same(session.facts, parsed.facts)) return 'its facts are not those of its bytes'
  if (!(await linksMatch(workspace, session, parsed.graph)))
    return 'the links between its lines are not those of its bytes'
  const rows = await store.listRounds(session.id)
  const [isActive, isCut] = [new Set(active), new Set(cut)]
  const isSettled = clientOf(session).reader.parser(parserState).pathIsSettled // else the next capture finds what is active
  const comparable = (row: { readonly active: boolean }) => (isSettled ? row : { ...row, active: null, isCut: null })
  const rounds = [...parsed.rounds].sort((a, b) => a.round - b.round)
  const areSame = rounds.every((round, at) => {
    const expected = {
      ...round,
      session: session.id,
      tokenCount: estimateTokens(round.chars, parsed.facts.charsAToken),
      active: isActive.has(round.round),
      ...(isCut.has(round.round) && { isCut: true }),
      engagement: tags.get(round.roundId) ?? null,
    }
    return at < rows.length && same(comparable(rows[at]!), comparable(expected))
  })
  if (!areSame || rounds.length !== rows.length) return 'its rounds are not those of its bytes and of the tag journal'
  return (await whereAvailable(() => isSearchedAsSaid(workspace, session, parsed))) === false
    ? 'its search rows are not what its bytes say'
    : undefined
}

/** Whether the search index has what was said; one that is not up to date, or not there, is not wrong. */
async function isSearchedAsSaid({ search }: Workspace, session: Session, { texts }: Parsed): Promise<boolean> {
  if (!search || (await search.findMark(session.id))?.head !== session.head) return true
  const indexed = await search.listRounds(session.id)
  const said = [...texts].sort((a, b) => a.round - b.round)
  if (indexed.length !== said.length) return false
  for (const [at, round] of said.entries()) {
    const known = indexed[at]!
    if (isDeepStrictEqual(known, round)) continue
    // What was in two pieces when it came was masked in two pieces.
    if (!same(await withoutSecrets(known), await withoutSecrets(round))) return false
  }
  return true
}

async function withoutSecrets(round: RoundText): Promise<RoundText> {
  return {
    ...round,
    roundId: round.roundId.toWellFormed() as RoundId, // an index of words keeps no half of a character
    text: (await mask(round.text)).text.toWellFormed(),
  }
}

/** What each round carries according to the journal, which is the truth. */
type Tags = ReadonlyMap<string, string | null>

export async function tagsOf({ store }: Workspace): Promise<Tags> {
  const tags = new Map<string, string | null>()
  for await (const change of store.listTags()) tags.set(change.roundId, change.engagement)
  return tags
}

async function linksMatch({ store }: Workspace, session: Session, graph: Uint8Array | undefined): Promise<boolean> {
  const stored: Uint8Array[] = []
  try {
    for await (const stretch of store.listGraphs(session.id)) stored.push(stretch)
  } catch (error) {
    if (!isFailure(error, 'record-corrupt')) throw error
    return false
  }
  const { paths } = clientOf(session).reader
  return !paths || paths.links(stored) === paths.links(graph ? [graph] : [])
}

/** Compared value by value: only what seems to differ is worth a text of its own. */
function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b) || canonical(a) === canonical(b)
}

/** JSON with sorted keys, so that the order of columns does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
