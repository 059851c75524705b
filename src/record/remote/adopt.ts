import { clientOf } from '../../clients/client-of.ts'
import type { ActivePath, Parser } from '../../clients/parser.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { ArtifactId, SessionId } from '../../model/id.ts'
import type { LineageLink, Session } from '../../model/session.ts'
import { linksIn } from '../capture/links-in.ts'
import { eachLine, sessionBytes } from '../reading/session-bytes.ts'
import type { Append, NewCommit } from '../record.ts'
import type { Workspace } from '../workspace.ts'

const NEWLINE = 10
/** Commits of this much together go into the record in one transaction, as in a capture. */
const BATCH = 2 << 20

/** Commits that were made elsewhere, and what the session is then. */
export interface Adopted {
  readonly id: SessionId
  /** As it is here; absent where it is to be made. */
  readonly known?: Session | undefined
  readonly create?: Append['create']
  /** Those that go on from what is here, in file order; of one that begins later than it did, the end. */
  readonly commits: readonly Commit[]
  readonly tail: Uint8Array
  readonly source: string
  readonly links: readonly LineageLink[]
}

/**
 * Appends commits as they are, and derives here what their bytes mean. A kill leaves a shorter session; what is there already
 * is not written again.
 */
export async function adopt(
  { store, clock }: Workspace,
  { id, known, create, commits, tail, source, links }: Adopted,
  bytesOf: (artifact: ArtifactId) => Promise<Buffer>,
): Promise<void> {
  const { reader } = clientOf(create ?? known!)
  const state = known && known.bytes > 0 ? await store.findParserState(known.id) : null
  const replaces = known !== undefined && known.bytes > 0 && (state === null || !(await endsWithLine(known)))
  const parser: Parser = reader.parser(replaces ? undefined : (state ?? undefined), known?.earlier)
  let at = replaces ? 0 : (known?.bytes ?? 0)
  let head = known?.head ?? null
  let created = known !== undefined
  let pending: NewCommit[] = []
  let held = 0
  const waiting = [...commits]
  const bytes = new Map<Commit, Buffer>()

  async function* chunks(): AsyncIterable<Buffer> {
    if (replaces) yield* sessionBytes(store, { ...known!, tail: Buffer.alloc(0) })
    for (const commit of commits) {
      const whole = await bytesOf(commit.artifact)
      const length = commit.end - commit.start
      if (whole.length < length) throw new Failure('artifact-missing', `${commit.artifact} is shorter than its commit.`)
      const content = whole.subarray(whole.length - length)
      bytes.set(commit, content)
      yield content
    }
  }

  await eachLine(
    chunks(),
    (line, length) => {
      parser.add(parser.classify(line, 0, line.length), line, 0, length)
      at += length
      while (waiting[0] && waiting[0].end <= at) take(waiting.shift()!)
      const isWhole = pending.at(-1)?.draft.end === at
      return isWhole && held >= BATCH && !replaces ? write(undefined) : undefined
    },
    reader.lineEnd,
  )
  await write(tail)

  function take(commit: Commit): void {
    const { id: _, parent: __, artifact: ___, ...draft } = commit
    const content = bytes.get(commit)!
    bytes.delete(commit)
    pending.push({ draft, bytes: content })
    held += content.length
  }

  async function write(last: Uint8Array | undefined): Promise<void> {
    parser.mark()
    const taken = parser.take()
    const path = last ? await findPath(taken.graph) : undefined
    const derived = { ...taken, parserState: parser.save() }
    const first = pending[0] && commits.find(({ start }) => start === pending[0]!.draft.start)
    const { head: moved } = await store.append({
      session: id,
      from: head,
      ...(head === null && first && { cutFrom: first.parent }),
      ...(!created && create && { create }),
      commits: pending,
      tail: last ?? Buffer.alloc(0),
      source,
      derived,
      active: path?.rounds ?? 'unchanged',
      cut: path?.cut ?? [],
      replaces,
      links: [...(created ? [] : links), ...linksIn(derived, id, clock().toISOString())],
    })
    head = moved
    created = true
    pending = []
    held = 0
  }

  async function findPath(newest: Uint8Array | undefined): Promise<ActivePath | undefined> {
    const { paths } = reader
    if (parser.pathIsSettled || !paths) return undefined
    async function* graphs() {
      if (newest) yield newest
      if (!replaces && created) yield* store.listGraphs(id)
    }
    const path = await paths.active(graphs, parser.isOrdered)
    parser.settlePath(path)
    return path
  }

  async function endsWithLine(session: Session): Promise<boolean> {
    const commit = session.head === null ? undefined : await store.findCommit(session.head)
    return commit !== undefined && (await store.artifacts.get(commit.artifact)).at(-1) === NEWLINE
  }
}
