import { clientOf } from '../../clients/client-of.ts'
import { linesOf } from '../../clients/lines.ts'
import type { Block } from '../../model/block.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import type { Span } from '../../model/span.ts'
import type { Workspace } from '../workspace.ts'
import { createSpanReader } from './session-bytes.ts'

type RoundOf = Pick<RoundRow, 'round' | 'engagement'>

/** After so many rounds that were asked for one by one, where all of them are is looked up at once. */
const ONE_BY_ONE = 8

interface RoundReader {
  /** The recorded lines of one round, byte for byte, a buffer for each unbroken stretch of the file. */
  stretches(round: number): Promise<readonly Buffer[]>
  /** The blocks of one round in original order. */
  blocks(row: RoundOf): Promise<readonly Block[]>
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

  async function stretches(round: number): Promise<readonly Buffer[]> {
    const found: Buffer[] = []
    for (const { start, end } of await spansOf(round)) found.push(await read(start, end))
    return found
  }

  async function blocks({ round, engagement }: RoundOf): Promise<readonly Block[]> {
    const found: Block[] = []
    for (const stretch of await stretches(round)) {
      for (const line of linesOf(stretch, reader.lineEnd)) {
        for (const draft of reader.blocks(line)) {
          found.push({
            block_id: `${session.id}:${round}:${found.length}`,
            session_id: session.id,
            round_seq: round,
            ...draft,
            ...(engagement !== null && { engagement_id: engagement }),
          })
        }
      }
    }
    return found
  }

  return { stretches, blocks }
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
