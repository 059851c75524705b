import { clientOf } from '../../clients/client-of.ts'
import type { Parser } from '../../clients/parser.ts'
import type { DerivedPatch } from '../../model/derived.ts'
import type { Session } from '../../model/session.ts'
import { eachSessionLine } from '../reading/session-bytes.ts'
import type { Workspace } from '../workspace.ts'

/** What was said is let go of after this many bytes: the search index reads it again. */
const STRETCH = 4 << 20

interface Derived {
  readonly stretches: readonly { readonly start: number; readonly derived: DerivedPatch }[]
  readonly active: readonly number[]
  readonly cut: readonly number[]
}

/** What the recorded bytes of a session mean, computed from nothing else. */
export async function derive({ store }: Pick<Workspace, 'store'>, session: Session): Promise<Derived> {
  const { paths, parser: createParser } = clientOf(session).reader
  const parser = createParser(undefined, session.earlier)
  const stretches: { readonly start: number; derived: DerivedPatch }[] = []
  let start = 0
  let end = 0
  const take = () => {
    stretches.push({ start, derived: patchOf(parser) })
    start = end
  }
  await eachSessionLine(store, session, (line, length) => {
    parser.add(parser.classify(line, 0, line.length), line, 0, length)
    end += length
    if (end - start >= STRETCH) take()
  })
  take()
  const path = await paths?.active(() => graphsOf(stretches), parser.isOrdered)
  if (path) parser.settlePath(path)
  const last = stretches.at(-1)!
  last.derived = { ...last.derived, parserState: parser.save() }
  return { stretches, active: path?.rounds ?? roundsOf(stretches), cut: path?.cut ?? [] }
}

/** The state of the parser is that of the last stretch. */
function patchOf(parser: Parser): DerivedPatch {
  const { texts: _, spawns: __, ...derived } = parser.take()
  return { ...derived, parserState: '' }
}

function roundsOf(stretches: Derived['stretches']): readonly number[] {
  const rounds = stretches.flatMap(({ derived }) => derived.rounds.map(({ round }) => round))
  return [...new Set(rounds)].filter((round) => round > 0)
}

/** The last first. */
async function* graphsOf(stretches: Derived['stretches']): AsyncIterable<Uint8Array> {
  for (const { derived } of stretches.toReversed()) if (derived.graph) yield derived.graph
}
