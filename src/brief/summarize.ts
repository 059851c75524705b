import { RAW } from '../clients/raw/index.ts'
import type { Block } from '../model/block.ts'
import { BARE, type Commit } from '../model/commit.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { blocksIn } from '../record/chain/blocks-in.ts'
import { clearedBy } from '../record/chain/cleared-by.ts'
import { clientOfFormat } from '../record/chain/client-of-format.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { briefRound } from './brief-rounds.ts'
import { type CommitParts, commitLine, commitParts } from './commit-line.ts'
import { namesIn } from './entries/names-in.ts'
import { createSupport } from './entries/read-summary.ts'
import { roundRecord } from './entries/round-record.ts'
import { requireSummarizer } from './open-summarizer.ts'
import { shortened } from './shortened.ts'

interface CommitSummary {
  readonly summary: string
  /** The model that wrote it, or `stet`. */
  readonly by: string
  /** A line of the model that was not taken, and why. */
  readonly refused?: { readonly line: string; readonly why: string }
}

interface SummarizeOptions {
  readonly limit: number
  readonly dryRun: boolean
  readonly summarizer?: (commit: Commit) => Promise<CommitSummary>
}

const INSTRUCTIONS =
  'You get what was said in a part of a session with a coding agent. Write one line of at most 72 characters, as the subject of a git commit, that says what was asked for and done. Use the names that are there. Answer with the line alone.'
/** So much of what was said is sent, from both ends. */
const MOST = 4000

/** Gives commits without a summary a line, the oldest first, so many at most. What is done stays done when it is stopped. */
export async function summarize(
  { store, signal, ...workspace }: Workspace,
  commits: AsyncIterable<Commit>,
  { limit, dryRun, summarizer }: SummarizeOptions,
) {
  const summarized: ({ id: string } & CommitSummary)[] = []
  let left = 0
  for await (const commit of commits) {
    if (commit.summary !== null) continue
    if (signal?.aborted)
      throw new Failure('interrupted', 'Stopped; the summaries written so far are kept.', {
        hint: 'Run the same command again to go on.',
      })
    if (summarized.length >= limit) {
      left++
      continue
    }
    const made = summarizer
      ? await summarizer(commit)
      : { summary: await lineOfCommit({ store, ...workspace }, commit), by: 'stet' }
    if (!dryRun) await store.setSummary(commit.id, made.summary)
    summarized.push({ id: commit.id, ...made })
  }
  return { summarized, /** Commits that still have none: the next run goes on with them. */ left }
}

/** A commit and those it builds on, or the chain of a session, the oldest first. */
export async function* commitsOf({ store }: Workspace, of: Commit | Session): AsyncIterable<Commit> {
  if ('facts' in of) return yield* store.listChain(of.id)
  const commits: Commit[] = []
  for await (const commit of store.listAncestors(of.id, Number.MAX_SAFE_INTEGER)) commits.push(commit)
  yield* commits.reverse()
}

/** Every commit of the record: the chains of its sessions, then those that are in none, as they were made. */
export async function* allCommits({ store }: Workspace): AsyncIterable<Commit> {
  const seen = new Set<string>()
  for await (const { id } of store.listSessions())
    for await (const commit of store.listChain(id)) {
      seen.add(commit.id)
      yield commit
    }
  const others: Commit[] = []
  for (const id of await store.findCommits('ctx-', Number.MAX_SAFE_INTEGER)) {
    const commit = seen.has(id) ? undefined : await store.findCommit(id)
    if (commit) others.push(commit)
  }
  yield* others.sort((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1))
}

/** A line for a commit that nobody gave a summary, from its own bytes, secrets masked. */
export async function lineOfCommit(workspace: Workspace, commit: Commit): Promise<string> {
  const cleared = await clearedBy(workspace.store, commit).catch(() => undefined) // a line is not worth a failure
  if (cleared) return `the client cleared ${cleared.length === 1 ? 'a tool result' : `${cleared.length} tool results`}`
  return lineOf(commit, await partsOfCommit(workspace, commit))
}

/**
 * Has the model say what a commit is about, in place of the words of the request; files and outcome stay ours. What says less
 * of it than those words do, or names what is not there, is not taken.
 */
export async function modelLine(workspace: Workspace): Promise<(commit: Commit) => Promise<CommitSummary>> {
  const summarizer = await requireSummarizer(workspace)
  const answers = new Map<string, Promise<string>>() // copies of a session say the same: it is asked once

  function ask(said: string): Promise<string> {
    const known = answers.get(said)
    if (known !== undefined) return known
    const sent = said.length <= MOST ? said : `${said.slice(0, MOST / 2)}\n[…]\n${said.slice(-MOST / 2)}`
    const answer = summarizer.write(INSTRUCTIONS, sent)
    answers.set(said, answer)
    return answer
  }

  return async (commit) => {
    const parts = await partsOfCommit(workspace, commit)
    const ours = { summary: parts ? lineOf(commit, parts) : await lineOfCommit(workspace, commit), by: 'stet' }
    if (!parts || parts.said === '') return ours
    const asked = shortened((await ask(parts.said)).trim().split('\n', 1)[0]!, 72)
    const why = whyNot(asked, parts.said)
    if (why !== undefined) return { ...ours, refused: { line: asked, why } }
    return { summary: lineOf(commit, { ...parts, asked, more: 0 }), by: summarizer.name }
  }
}

/** Why a line does not say what was said; undefined where it does, and every name in it was named. */
function whyNot(line: string, said: string): string | undefined {
  const record = roundRecord([{ round: 1, at: null, events: [{ kind: 'said', who: 'user', text: said }] }])
  const unknown = namesIn(line).find((name) => record.firstWith(name) === undefined)
  if (unknown !== undefined) return `nobody named ${unknown}`
  return createSupport(record, 1)(line) === undefined ? 'it says less than the words of the request' : undefined
}

/** What there is to say of a commit; undefined for a compaction. */
async function partsOfCommit({ store }: Workspace, commit: Commit): Promise<CommitParts | undefined> {
  if (commit.type === 'compaction') return undefined
  const bytes = await store.artifacts.get(commit.artifact).catch(() => undefined) // a line is not worth a failure
  const drafts = bytes ? [...blocksIn(commit.format, bytes)] : []
  const blocks = drafts.map((draft): Block => ({ ...draft, block_id: '', session_id: commit.session, round_seq: 0 }))
  const { tools } = clientOfFormat(commit.format) ?? RAW
  const round = briefRound({ round: 1, started: null }, blocks, tools)
  const masked = round.events.map((event) => (event.kind === 'said' ? maskedValue(event) : event))
  return commitParts([{ ...round, events: await Promise.all(masked) }])
}

/** The line of these parts; where nobody said or did a thing, what is known of the commit. */
function lineOf({ type, messageCount, tokenCount }: Commit, parts: CommitParts | undefined): string {
  const line = parts && commitLine(parts)
  if (line !== undefined) return line
  if (type === 'compaction') return `what came before was compacted${tokenCount ? ` to ${tokenCount} tokens` : ''}`
  return messageCount === 0 ? BARE : `${messageCount} messages`
}
