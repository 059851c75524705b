import type { FileHistory } from '../../brief/facts/versions.ts'
import { RETRIEVALS } from '../../brief/retrieval.ts'
import { shortened } from '../../brief/shortened.ts'
import { type FilesLedger, filesLedger } from '../files-ledger.ts'
import type { View } from '../settle.ts'
import type { About } from './about.ts'
import { type ArchivedDecision, archivedDecisions } from './archived-decisions.ts'

/** One round of the transcript, as the record gives it. */
export interface ArchivedRound {
  readonly round: number
  readonly at: string | null
  readonly text: string
}

export interface ArchiveChunk {
  readonly id: string
  readonly turns: readonly [from: number, to: number]
  readonly topic: string
  readonly decisions: readonly string[]
  /** The topic that the compression was asked for; null for all. */
  readonly scope: string | null
}

/** Everything an archive holds, for programs; the markdown is written from it. */
export interface Archive {
  readonly version: 1
  readonly compression_mode: 'hybrid_lossless'
  readonly in_context: { readonly max_tokens: number; readonly recent_turns: number }
  readonly external_store: { readonly type: 'file'; readonly location: string }
  readonly retrieval_triggers: readonly { readonly pattern: string; readonly asked: string; readonly action: string }[]
  readonly session: string
  readonly tag: string
  readonly at: string
  readonly lineage: readonly { readonly tag: string; readonly turns: readonly [number, number]; readonly at: string }[]
  readonly inherited_context: NonNullable<About['inherited']> | null
  readonly decisions: readonly ArchivedDecision[]
  readonly artifacts: readonly ArchivedFile[]
  /** What happened to every file, those that were only read included. */
  readonly files: FilesLedger
  readonly chunks: readonly ArchiveChunk[]
  readonly transcript: readonly ArchivedRound[]
}

interface ArchivedFile {
  readonly path: string
  readonly versions: readonly {
    readonly version: number
    readonly turn: number
    /** Null where what the file held before is not recorded. */
    readonly content: string | null
    readonly changes_from_previous: readonly { readonly before: string | null; readonly after: string }[]
    /** The command that wrote it, where one did. */
    readonly command: string | null
    readonly triggered_by: string
  }[]
}

/** What a lossless prompt may take, in tokens. */
export const MOST_TOKENS = 4000
const CHUNK = 5

export function archiveOf(parts: {
  readonly view: View
  readonly about: About
  readonly location: string
  readonly files: readonly FileHistory[]
  readonly transcript: readonly ArchivedRound[]
  readonly lineage: Archive['lineage']
}): Archive {
  const { view, about, files, transcript } = parts
  const bounds = chunksOf(view, about, transcript)
  const chunkOf = (round: number) => bounds.find((one) => round >= one.turns[0] && round <= one.turns[1])?.id ?? ''
  const decisions = archivedDecisions(view, about, transcript, chunkOf)
  return {
    version: 1,
    compression_mode: 'hybrid_lossless',
    in_context: { max_tokens: MOST_TOKENS, recent_turns: 3 },
    external_store: { type: 'file', location: parts.location },
    retrieval_triggers: RETRIEVALS.map(({ pattern, example, does }) => ({ pattern, asked: example, action: does })),
    session: about.session,
    tag: about.tag,
    at: about.at,
    lineage: parts.lineage,
    inherited_context: about.inherited ?? null,
    decisions,
    artifacts: files.map(({ path, versions }) => ({
      path,
      versions: versions.map(({ version, round, content, changes, command }) => ({
        version,
        turn: round,
        content,
        changes_from_previous: changes,
        command: command ?? null,
        triggered_by: chunkOf(round),
      })),
    })),
    files: filesLedger(view),
    chunks: bounds.map((one) => ({
      ...one,
      decisions: decisions.filter(({ full_context_ref }) => full_context_ref === one.id).map(({ id }) => id),
    })),
    transcript,
  }
}

function chunksOf(
  view: View,
  { scope }: About,
  transcript: readonly ArchivedRound[],
): readonly Omit<ArchiveChunk, 'decisions'>[] {
  const chunks: Omit<ArchiveChunk, 'decisions'>[] = []
  for (let at = 0; at < transcript.length; at += CHUNK) {
    const rounds = transcript.slice(at, at + CHUNK)
    const turns = [rounds[0]!.round, rounds.at(-1)!.round] as const
    chunks.push({
      id: `chunk_${String(chunks.length + 1).padStart(3, '0')}`,
      turns,
      topic: shortened(view.goals.find(({ round }) => round >= turns[0] && round <= turns[1])?.text ?? '', 80),
      scope: scope?.topic ?? null,
    })
  }
  return chunks
}
