import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SessionReader } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { isFailure } from '../model/errors.ts'
import type { Problem, Session, SessionFacts } from '../model/session.ts'
import { eachSessionLine } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'
import { compareRounds } from './compare-rounds.ts'
import { compareSpans } from './compare-spans.ts'

/** Rows are compared after this many bytes, so that no more than what they mean is held. */
const STRETCH = 4 << 20

/** What is wrong with the rows derived of a session, if anything; the workspace is one state of the record. */
export async function derivedFault(workspace: Workspace, session: Session): Promise<string | undefined> {
  const { store } = workspace
  const parserState = await store.findParserState(session.id)
  if (parserState === null) return 'the state of its parser is lost'
  const { reader } = clientOf(session)
  const parser = reader.parser(undefined, session.earlier)
  const spans = compareSpans(store, session)
  const rounds = await compareRounds(workspace, session)
  const problems: Problem[] = []
  const links = digestOf(reader.paths)
  let held = 0
  async function compare(): Promise<SessionFacts> {
    const taken = parser.take()
    held = 0
    await spans.add(taken.spans, taken.moved)
    await rounds.add(taken)
    problems.push(...taken.problems)
    if (taken.graph) links.add(taken.graph)
    return taken.facts
  }
  await eachSessionLine(store, session, (line, length) => {
    parser.add(parser.classify(line, 0, line.length), line, 0, length)
    held += length
    if (held >= STRETCH) return compare().then(() => {})
  })
  const facts = await compare()
  const spanFault = await spans.fault()
  if (spanFault !== undefined) return spanFault
  if (!same(await store.listProblems(session.id), problems)) return 'its problems are not those of its bytes'
  if (!same(session.facts, facts)) return 'its facts are not those of its bytes'
  if ((await storedLinks(workspace, session)) !== links.text())
    return 'the links between its lines are not those of its bytes'
  const isSettled = reader.parser(parserState).pathIsSettled // else the next capture finds what is active
  const path = isSettled ? reader.paths?.active(() => store.listGraphs(session.id), parser.isOrdered) : undefined
  return rounds.fault(isSettled ? ((await path) ?? 'every round') : undefined)
}

/** Of all links between a session's lines, given stretch by stretch in file order. */
function digestOf(paths: SessionReader['paths']) {
  const hash = createHash('sha256')
  const textOf = paths?.links()
  return {
    add: (graph: Uint8Array) => void (textOf && hash.update(textOf(graph), 'latin1')),
    text: () => hash.digest('hex'),
  }
}

async function storedLinks({ store }: Workspace, session: Session): Promise<string | undefined> {
  const links = digestOf(clientOf(session).reader.paths)
  try {
    for await (const graph of store.listGraphs(session.id, 'file order')) links.add(graph)
  } catch (error) {
    if (!isFailure(error, 'record-corrupt')) throw error
    return undefined
  }
  return links.text()
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
