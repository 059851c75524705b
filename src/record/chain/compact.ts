import type { Format, Place } from '../../clients/formats/format.ts'
import { FORMATS, readingOf } from '../../clients/formats/index.ts'
import { requireAbility } from '../../clients/require-ability.ts'
import type { BlockDraft } from '../../model/block.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { artifactIdOf } from '../../model/id.ts'
import { ownBlocks } from '../../model/own-blocks.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Workspace } from '../workspace.ts'
import { blocksIn } from './blocks-in.ts'
import { clientOfFormat } from './client-of-format.ts'
import { type MaterializeOptions, materialize, openContext } from './materialize.ts'
import { type PutContext, putCommit } from './put-commit.ts'
import { readInput } from './read-input.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'

/** Puts a compaction after a commit: the summary given represents everything before it. The originals stay. */
export async function compact(
  workspace: Workspace,
  reference: CommitRef,
  summary: string,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  if (summary.trim() === '')
    throw new Failure('usage', 'The summary is empty.', { hint: 'Give a text with --summary-file.' })
  const tip = await commitOf(workspace, reference)
  const format = writtenFormat(tip)
  const session = await workspace.store.findSession(tip.session)
  const place = { sessionId: session?.clientId ?? tip.session, cwd: session?.facts.cwd ?? null, at: tip.createdAt }
  const bytes = summaryBytes(format, summary, place)
  const draft = derivedDraft(workspace, tip, {
    type: 'compaction',
    artifact: artifactIdOf(bytes),
    size: bytes.length,
    messages: 1,
    tokens: estimateTokens(summary.length),
    summary,
    format: format.id,
  })
  return putCommit(workspace.store, { bytes, draft }, options)
}

/** The same with the summary in a file. */
export async function compactFromFile(
  workspace: Workspace,
  tip: CommitRef,
  path: string,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  return compact(workspace, tip, (await readInput(workspace, path)).toString('utf8'), options)
}

/** The same with a summary made of the originals, without a model: what was said in each round since the root. */
export async function compactPlainly(
  workspace: Workspace,
  reference: CommitRef,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  const tip = await commitOf(workspace, reference)
  const to = writtenFormat(tip).id
  const { read } = await openContext(workspace, tip, 'root', { ...options, to })
  const summary = plainSummary(blocksIn(to, await read()))
  if (summary !== undefined) return compact(workspace, tip, summary, options)
  throw new Failure('nothing-to-do', `The context of commit ${tip.id} has no rounds to summarize.`, {
    facts: { commit: tip.id },
    hint: 'Give a text with --summary-file.',
  })
}

/** Puts a snapshot after a commit: what it represents as one artifact, so that later reads need not go further back. */
export async function snapshot(
  workspace: Workspace,
  reference: CommitRef,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  const tip = await commitOf(workspace, reference)
  const made = await materialize(workspace, tip, 'compaction', options)
  if (made.tier === 'raw' && made.runs!.length > 1) throw unreadable(tip)
  const draft = derivedDraft(workspace, tip, {
    type: 'snapshot',
    artifact: made.artifact_ref,
    size: made.bytes,
    messages: made.message_count,
    tokens: made.token_count,
    summary: null,
    format: made.format,
  })
  return putCommit(workspace.store, { draft }, options)
}

/** The format that a summary after a commit is written in: its own, or the newest version of it. */
function writtenFormat(tip: Commit): Format {
  const format = readingOf(tip.format)?.format
  if (format) return format
  throw unreadable(tip)
}

function unreadable({ id, format }: Commit): Failure {
  return new Failure('format-unknown', `Stet does not know the format ${JSON.stringify(format)} of commit ${id}.`, {
    facts: { commit: id, format, known: FORMATS.map((known) => known.id) },
    hint: `Run \`stet ctx materialize ${id} --out FILE\` to get its bytes.`,
  })
}

function summaryBytes(format: Format, summary: string, place: Place): Buffer {
  const client = clientOfFormat(format.id)
  if (client) return requireAbility(client, 'compactions').summaryLines(summary, place)
  const block = { role: 'system', type: 'note', timestamp: place.at, content: summary } as const
  return format.encoder!(place).write([{ kind: 'summary', blocks: [block] }])
}

function derivedDraft(
  { machine, clock }: Workspace,
  tip: Commit,
  made: {
    type: Commit['type']
    artifact: Commit['artifact']
    size: number
    messages: number
    tokens: number
    summary: string | null
    format: string
  },
): Omit<Commit, 'id'> {
  return {
    parent: tip.id,
    type: made.type,
    artifact: made.artifact,
    format: made.format,
    template: tip.template,
    principal: tip.principal,
    machine,
    session: tip.session,
    checkpoint: made.type === 'compaction' ? 'compaction' : 'explicit',
    ticket: tip.ticket,
    thread: tip.thread,
    summary: made.summary,
    messageCount: made.messages,
    tokenCount: made.tokens,
    createdAt: tip.createdAt,
    recordedAt: clock().toISOString(),
    start: 0,
    end: made.size,
  }
}

const MOST_ROUNDS = 200
const LONGEST_LINE = 200

interface Said {
  readonly human: string
  agent: string
}

/**
 * A summary made of the conversation itself, the same for the same blocks: the first line of what the person said in
 * each round, and of what the agent said last. Undefined where nobody said anything.
 */
export function plainSummary(blocks: Iterable<BlockDraft>): string | undefined {
  const rounds: Said[] = []
  for (const { type, content } of ownBlocks([...blocks].filter(isSaid))) {
    if (type === 'user-text') rounds.push({ human: firstLine(content), agent: '' })
    else if (rounds.length > 0) rounds.at(-1)!.agent = firstLine(content)
  }
  if (rounds.length === 0) return undefined
  const older = Math.max(0, rounds.length - MOST_ROUNDS)
  return [
    `What was said in ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}, the first line each:`,
    ...(older > 0 ? [`(${older} older ${older === 1 ? 'round is' : 'rounds are'} left out)`] : []),
    ...rounds.slice(older).flatMap(({ human, agent }, at) => {
      const number = `${older + at + 1}. `
      return [`${number}${human}`, ...(agent === '' ? [] : [`${' '.repeat(number.length)}→ ${agent}`])]
    }),
  ].join('\n')
}

function isSaid(block: BlockDraft): block is BlockDraft & { readonly content: string } {
  const { type, content } = block
  return (type === 'user-text' || type === 'assistant-text') && typeof content === 'string' && content.trim() !== ''
}

function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0]!.trimEnd()
  const points = [...line.slice(0, LONGEST_LINE * 2 + 2)] // never half a pair
  return points.length > LONGEST_LINE ? `${points.slice(0, LONGEST_LINE).join('')}…` : line
}
