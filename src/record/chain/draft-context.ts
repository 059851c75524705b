import { describe } from '../../clients/formats/describe.ts'
import { type Format, isWritable } from '../../clients/formats/format.ts'
import { formatOf, readingOf } from '../../clients/formats/index.ts'
import { NARRATIVE } from '../../clients/formats/narrative.ts'
import { type Run, runOf } from '../../clients/formats/run.ts'
import { type Tier, worstTier } from '../../clients/formats/tier.ts'
import { translate } from '../../clients/formats/translate.ts'
import { RAW } from '../../clients/raw/index.ts'
import type { Commit } from '../../model/commit.ts'
import { timedUuid, uuidOf } from '../../model/id.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Store } from '../store.ts'
import { joinCommits, wholeOf } from './join-commits.ts'
import { bytesOf, type Stretch } from './stretches.ts'

/** How a run of commits came into the context. */
export interface ToldRun {
  readonly format: string
  readonly tier: Tier
  readonly commit_count: number
  /** Where nothing is translated: how many bytes of the result are its own. */
  readonly bytes?: number
}

/** A context put together, before it is an artifact. */
export interface ContextDraft {
  readonly format: string
  readonly tier: Tier
  /** Of artifacts in the store; none where its bytes are in no artifact yet. */
  readonly stretches: readonly Stretch[]
  readonly bytes?: Buffer
  readonly messages: number
  /** Of a translated one: whether the format has a place for none of them. */
  readonly saysNothing?: boolean
  readonly tokens: number
  /** What is to be said of a context that was translated, or could not be. */
  readonly told?: {
    readonly runs: readonly ToldRun[]
    readonly lost?: readonly string[]
    readonly description?: string
  }
}

interface Chain {
  /** Those that are part of the context, the oldest first. */
  readonly commits: readonly Commit[]
  /** The commit that the context begins with, whether it is part of it or not. */
  readonly first: Commit | undefined
  readonly tip: Commit
}

/**
 * Puts the context of a chain together in a format. Where the chain is in that format, nothing is read that need not be;
 * else each run of commits of one format is translated. Where nothing can be, it is what was recorded.
 */
export async function draftContext(store: Store, to: string, chain: Chain): Promise<ContextDraft> {
  const grouped = runsOf(chain.commits)
  const format = grouped[0]?.format ?? to
  const target = formatOf(to)
  const native =
    grouped.length < 2 && (format === to || !target) ? await nativeContext(store, format, chain) : undefined
  if (native && format === to) return native
  const runs: ReadRun[] = []
  for (const run of grouped) runs.push({ ...(await readRun(store, run, chain.first)), commits: run.commits })
  if (native) return asRecorded(native, runs)
  if (target && runs.some(({ isReadable }) => isReadable)) return translated(target, runs, chain.tip)
  return asRecorded(appended(chain.commits, format), runs)
}

/** One format, known, and what it says it is: joined as it says. */
async function nativeContext(store: Store, id: string, { commits, first }: Chain): Promise<ContextDraft | undefined> {
  const format = formatOf(id)
  if (!format) return undefined
  if (format.isLines) {
    const joined = await joinCommits(store, commits, first)
    return { format: id, tier: 'native', ...joined }
  }
  const bytes = format.concat(await deltasOf(store, commits))
  return bytes && { format: id, tier: 'native', stretches: [], bytes, ...countIn(format, bytes) }
}

/** Artifacts one after the other, as they are. */
function appended(commits: readonly Commit[], format: string): ContextDraft {
  return {
    format: commits.every((commit) => commit.format === format) ? format : RAW.format,
    tier: 'raw',
    stretches: commits.map(wholeOf),
    messages: commits.reduce((sum, { messageCount }) => sum + messageCount, 0),
    tokens: commits.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
  }
}

function asRecorded(draft: ContextDraft, runs: readonly ReadRun[]): ContextDraft {
  const told = runs.map(({ format, commits }) => {
    const bytes = commits.reduce((sum, { start, end }) => sum + end - start, 0)
    return { format, tier: 'raw' as const, commit_count: commits.length, bytes }
  })
  return { ...draft, tier: 'raw', told: { runs: told, description: descriptionOf(runs) } }
}

function translated(wanted: Format, runs: readonly ReadRun[], tip: Commit): ContextDraft {
  const target = isWritable(wanted) ? wanted : NARRATIVE
  const sessionId = timedUuid(new Date(tip.createdAt), uuidOf(`${tip.id}\0${target.id}`))
  const { bytes, tiers, lost } = translate(runs, target, { sessionId, cwd: null, at: tip.createdAt })
  const raw = runs.filter((_, at) => tiers[at] === 'raw')
  const counted = countIn(target, bytes)
  return {
    format: target.id,
    tier: worstTier(tiers),
    stretches: [],
    bytes,
    ...counted,
    messages: runs.reduce((sum, run) => sum + messagesIn(run), 0) || counted.messages,
    saysNothing: counted.messages === 0,
    told: {
      runs: runs.map(({ format, commits }, at) => ({ format, tier: tiers[at]!, commit_count: commits.length })),
      lost,
      ...(raw.length > 0 && { description: descriptionOf(raw) }),
    },
  }
}

/** As they were recorded: one reply is several lines of one format, and one of another. */
function messagesIn({ format, bytes, commits }: ReadRun): number {
  const known = formatOf(format)
  return known ? known.count(bytes).messages : commits.reduce((sum, { messageCount }) => sum + messageCount, 0)
}

function descriptionOf(runs: readonly Run[]): string {
  return [...new Set(runs.map(describe))].join('\n')
}

/** A run with its commits. */
type ReadRun = Run & OneFormat

async function readRun(store: Store, { format, commits }: OneFormat, first: Commit | undefined): Promise<Run> {
  if (!readingOf(format)?.format.isLines) return runOf(format, await deltasOf(store, commits))
  const { stretches } = await joinCommits(store, commits, first)
  return { format, bytes: await bytesOf(store, stretches), isReadable: true }
}

async function deltasOf(store: Store, commits: readonly Commit[]): Promise<readonly Buffer[]> {
  const deltas: Buffer[] = []
  for await (const bytes of store.artifacts.getAll(commits.map(({ artifact }) => artifact))) deltas.push(bytes)
  return deltas
}

function countIn(format: Format, bytes: Buffer): Pick<ContextDraft, 'messages' | 'tokens'> {
  const { messages, chars } = format.count(bytes)
  return { messages, tokens: estimateTokens(chars) }
}

interface OneFormat {
  readonly format: string
  readonly commits: readonly Commit[]
}

/** Commits in a row of one format. */
function runsOf(commits: readonly Commit[]): readonly OneFormat[] {
  const runs: { readonly format: string; readonly commits: Commit[] }[] = []
  for (const commit of commits) {
    if (runs.at(-1)?.format === commit.format) runs.at(-1)!.commits.push(commit)
    else runs.push({ format: commit.format, commits: [commit] })
  }
  return runs
}
