import { clientOf } from '../../clients/client-of.ts'
import { linesOf } from '../../clients/lines.ts'
import type { Block } from '../../model/block.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import { pushSpan, type Span } from '../../model/span.ts'
import type { Workspace } from '../workspace.ts'
import { createSpanReader } from './session-bytes.ts'

type RoundOf = Pick<RoundRow, 'round' | 'engagement'>

/** After so many rounds that were asked for one by one, where all of them are is looked up at once. */
const ONE_BY_ONE = 8

interface RoundReader {
  /** The recorded lines of one round, byte for byte, a buffer for each unbroken stretch of the file. */
  stretches(round: number, inner?: readonly number[]): Promise<readonly Buffer[]>
  /** The blocks of one round in original order; with `inner` together with those of rounds that once were a part of it. */
  blocks(row: RoundOf, inner?: readonly number[]): Promise<readonly Block[]>
}

/** Reads rounds of a session, mostly one after the other: then every byte is decoded once, however many rounds there are. */
export function createRoundReader({ store }: Workspace, session: Session): RoundReader {
  const read = createSpanReader(store, session)
  const { reader } = clientOf(session)
  let asked = 0
  let all: Promise<ReadonlyMap<number, readonly Span[]>> | undefined

  async function spansOf(round: number): Promise<readonly Span[]> {
    if (asked++ < ONE_BY_ONE) return store.listSpans(session.id, round)
    all ??= store.listSpans(session.id).then(byOwner)
    return (await all).get(round) ?? []
  }

  async function stretches(round: number, inner: readonly number[] = []): Promise<readonly Buffer[]> {
    const found: Buffer[] = []
    for (const { start, end } of await spansTogether([round, ...inner])) found.push(await read(start, end))
    return found
  }

  async function spansTogether(rounds: readonly number[]): Promise<readonly Span[]> {
    if (rounds.length === 1) return spansOf(rounds[0]!)
    const spans: Span[] = []
    for (const round of rounds) spans.push(...(await spansOf(round)))
    const joined: { start: number; end: number; owner: number }[] = []
    for (const { start, end } of spans.sort((a, b) => a.start - b.start)) pushSpan(joined, start, end, rounds[0]!)
    return joined
  }

  async function blocks({ round, engagement }: RoundOf, inner?: readonly number[]): Promise<readonly Block[]> {
    const found: Block[] = []
    const nextId = createBlockIds(`${session.id}:${round}`)
    let begins = round > 0
    for (const stretch of await stretches(round, inner)) {
      for (const line of linesOf(stretch, reader.lineEnd)) {
        for (const { aside, bare: _, ...draft } of reader.blocks(line, begins)) {
          found.push({
            block_id: nextId(aside),
            session_id: session.id,
            round_seq: round,
            ...draft,
            ...(engagement !== null && { engagement_id: engagement }),
          })
        }
        begins = false
      }
    }
    return found
  }

  return { stretches, blocks }
}

/** Blocks are counted from 0; one aside is named after the one that is counted before it. */
function createBlockIds(round: string): (isAside: true | undefined) => string {
  let counted = 0
  let asides = 0
  return (isAside) => {
    if (isAside) return `${round}:${Math.max(0, counted - 1)}.${++asides}`
    asides = 0
    return `${round}:${counted++}`
  }
}

/** The blocks of one round in original order; who reads many takes one reader for them. */
export function roundBlocks(workspace: Workspace, session: Session, row: RoundOf): Promise<readonly Block[]> {
  return createRoundReader(workspace, session).blocks(row)
}

function byOwner(spans: readonly Span[]): ReadonlyMap<number, readonly Span[]> {
  const owned = new Map<number, Span[]>()
  for (const span of spans) {
    const known = owned.get(span.owner)
    if (known) known.push(span)
    else owned.set(span.owner, [span])
  }
  return owned
}
