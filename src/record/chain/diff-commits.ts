import type { Commit } from '../../model/commit.ts'
import type { CommitId } from '../../model/id.ts'
import type { Store } from '../store.ts'
import type { Workspace } from '../workspace.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'
import { walkChain } from './walk-chain.ts'

export interface CommitDifference {
  readonly a: CommitId
  readonly b: CommitId
  /** The last commit that both come from; null where there is none. */
  readonly base: CommitId | null
  /** The commits since then on either side, tip first. */
  readonly commits_a: readonly CommitId[]
  readonly commits_b: readonly CommitId[]
  /** Rounds that had begun by one of them and not by the other, told by their identity. */
  readonly only_a: readonly string[]
  readonly only_b: readonly string[]
  readonly same: number
  /** What their contexts are estimated at: since the last compaction or snapshot. */
  readonly tokens_a: number
  readonly tokens_b: number
}

/** Compares two points of chains: where they parted, and what was recorded by the one and not by the other. */
export async function diffCommits(workspace: Workspace, a: CommitRef, b: CommitRef): Promise<CommitDifference> {
  const { store } = workspace
  const [first, second] = [await commitOf(workspace, a), await commitOf(workspace, b)]
  const [inA, inB] = [await ancestorsOf(store, first), await ancestorsOf(store, second)]
  const ofA = new Set(inA)
  const base = inB.find((id) => ofA.has(id)) ?? null
  const [roundsA, roundsB] = [await roundsAt(store, first), await roundsAt(store, second)]
  return {
    a: first.id,
    b: second.id,
    base,
    commits_a: since(inA),
    commits_b: since(inB),
    only_a: missingIn(roundsB, roundsA),
    only_b: missingIn(roundsA, roundsB),
    same: [...roundsA.keys()].filter((id) => roundsB.has(id)).length,
    tokens_a: await tokensAt(store, first),
    tokens_b: await tokensAt(store, second),
  }

  function since(ids: readonly CommitId[]): readonly CommitId[] {
    return base === null ? ids : ids.slice(0, ids.indexOf(base))
  }
}

async function ancestorsOf(store: Store, tip: Commit): Promise<readonly CommitId[]> {
  const ids: CommitId[] = []
  for await (const { id } of store.listAncestors(tip.id, Number.MAX_SAFE_INTEGER)) ids.push(id)
  return ids
}

/** The rounds that had begun when a commit was made, by their identity; a commit by hand has those of its parent. */
async function roundsAt(store: Store, tip: Commit): Promise<ReadonlyMap<string, string>> {
  for await (const { session, end } of store.listAncestors(tip.id, Number.MAX_SAFE_INTEGER)) {
    if (session === '') continue
    const begun = new Set((await store.listSpans(session)).filter(({ start }) => start < end).map(({ owner }) => owner))
    const rows = (await store.listRounds(session, { after: 0 })).filter(({ round }) => begun.has(round))
    return new Map(rows.map(({ roundId, round }) => [roundId, `${session}:${round}`]))
  }
  return new Map()
}

function missingIn(there: ReadonlyMap<string, string>, rounds: ReadonlyMap<string, string>): readonly string[] {
  return [...rounds].flatMap(([id, ref]) => (there.has(id) ? [] : [ref]))
}

async function tokensAt(store: Store, tip: Commit): Promise<number> {
  const commits = await walkChain(store, tip, 'compaction')
  return commits.reduce((sum, { tokenCount }) => sum + tokenCount, 0)
}
