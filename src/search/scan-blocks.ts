import { clientOf } from '../clients/client-of.ts'
import { linesOf } from '../clients/lines.ts'
import type { BlockKind } from '../model/block.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Query, Term } from '../record/indexing/query.ts'
import type { Excerpt } from '../record/indexing/search-index.ts'
import { textToRead } from '../record/reading/block-text.ts'
import { eachStretch } from '../record/reading/each-stretch.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'

export const TOOLS: readonly BlockKind[] = ['tool_use', 'tool_result']
/** What the index does not hold. */
export const UNINDEXED: readonly BlockKind[] = [...TOOLS, 'thinking', 'note']

const EXCERPT_BEFORE = 60
const EXCERPT_CHARS = 200
/** What having everything in one line of text adds. */
const TOGETHER = 1.5

export interface ScannedRound {
  readonly session: SessionId
  readonly round: number
  readonly score: number
  readonly excerpt: Excerpt
}

/** A place where terms were found: which, in which text. */
interface Place {
  readonly session: SessionId
  readonly round: number
  readonly found: readonly number[]
  readonly isTogether: boolean
  readonly excerpt: Excerpt
}

/**
 * Looks for the terms in blocks of these kinds, in the recorded lines themselves: nothing of it is indexed. A block that
 * has more of the terms, and rarer ones, is better; of a round its best block counts.
 */
export async function scanBlocks(
  workspace: Workspace,
  sessions: readonly Session[],
  { query, kinds }: { readonly query: Query; readonly kinds: readonly BlockKind[] },
): Promise<readonly ScannedRound[]> {
  const places: Place[] = []
  for (const session of sessions) {
    if (workspace.signal?.aborted) break
    for (const place of await scanSession(workspace, session, { query, kinds })) places.push(place)
  }
  const seen = query.terms.map((_, term) => places.filter(({ found }) => found.includes(term)).length)
  const weights = seen.map((count) => Math.log(1 + places.length / (count + 0.5)) + 0.5)
  const best = new Map<string, ScannedRound>()
  for (const { session, round, found, isTogether, excerpt } of places) {
    const sum = found.reduce((all, term) => all + weights[term]!, 0)
    const score = sum * (found.length / query.terms.length) * (isTogether ? TOGETHER : 1)
    const key = `${session}:${round}`
    if (score > (best.get(key)?.score ?? 0)) best.set(key, { session, round, score, excerpt })
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}

async function scanSession(
  { store }: Workspace,
  session: Session,
  { query, kinds }: { readonly query: Query; readonly kinds: readonly BlockKind[] },
): Promise<readonly Place[]> {
  const client = clientOf(session)
  const places: Place[] = []
  const mayHave = lineTest(query.terms)
  await eachStretch(store, session, scan)
  return places

  async function scan(round: number, stretch: Buffer): Promise<void> {
    for (const line of linesOf(stretch, client.reader.lineEnd)) {
      if (!mayHave(line)) continue
      for (const block of client.reader.blocks(line)) {
        if (!kinds.includes(block.type)) continue
        const recorded = textToRead({ ...block, block_id: '', session_id: session.id, round_seq: round })
        if (!placeIn(recorded, query)) continue
        const place = placeIn((await mask(recorded)).text, query) // a part of a secret could not be told from a word
        if (place) places.push({ session: session.id, round, ...place })
      }
    }
  }
}

/** A quick look at a line's bytes, which may be wrong only by letting one pass. */
function lineTest(terms: readonly Term[]): (line: Buffer) => boolean {
  const words = terms.flatMap(({ forms }) =>
    forms.map((form) => form.split(' ').sort((a, b) => b.length - a.length)[0]!),
  )
  const isPlain = words.every((word) => /^[a-z0-9]+$/.test(word))
  if (!isPlain) return () => true
  const pattern = new RegExp(words.join('|'), 'i')
  return (line) => pattern.test(line.toString('latin1'))
}

function placeIn(text: string, { terms, without }: Query): Pick<Place, 'found' | 'isTogether' | 'excerpt'> | undefined {
  const lower = text.toLowerCase()
  if (without.some((term) => startOf(lower, term) !== undefined)) return undefined
  const places = terms.map((term) => startOf(lower, term))
  const found = places.flatMap((place, term) => (place === undefined ? [] : [term]))
  if (found.length === 0 || terms.some((term, at) => term.isRequired && places[at] === undefined)) return undefined
  const known = places.filter((place) => place !== undefined).sort(([a], [b]) => a - b)
  const isTogether = known.length > 1 && known.at(-1)![0] - known[0]![0] < EXCERPT_CHARS
  return { found, isTogether, excerpt: excerptOf(text, known) }
}

/** Where a term is in a text that is in lower case. */
function startOf(text: string, { forms, literal, isPrefix }: Term): readonly [number, number] | undefined {
  if (literal !== null) {
    const at = text.indexOf(literal)
    if (at !== -1) return [at, at + literal.length]
  }
  for (const form of forms) {
    const words = form.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = `(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}${isPrefix ? '' : '(?:s|es|ed|ing|d)?(?![\\p{L}\\p{N}])'}`
    const found = patternOf(pattern).exec(text)
    if (found) return [found.index, found.index + found[0].length]
  }
  return undefined
}

const patterns = new Map<string, RegExp>()

function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'u')
  if (patterns.size > 1000) patterns.clear()
  patterns.set(source, known)
  return known
}

/** What is around the first of these places, with those in it marked. */
export function excerptOf(text: string, places: readonly (readonly [number, number])[]): Excerpt {
  const from = Math.max(0, places[0]![0] - EXCERPT_BEFORE)
  const piece = text.slice(from, from + EXCERPT_CHARS)
  const before = from > 0 ? '…' : ''
  const marks = places
    .filter(([, end]) => end <= from + piece.length)
    .map(([start, end]) => [start - from + before.length, end - from + before.length] as const)
  return { text: before + piece.replace(/\s/g, ' '), marks }
}
