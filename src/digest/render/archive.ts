import { type FilesLedger, filesLedger } from '../files-ledger.ts'
import type { View } from '../settle.ts'
import { tierOf } from '../tier.ts'
import type { FileHistory } from '../versions.ts'
import type { About } from './about.ts'

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
}

/** Everything an archive holds, for programs; the markdown is written from it. */
export interface Archive {
  readonly version: 1
  readonly compression_mode: 'hybrid_lossless'
  readonly in_context: { readonly max_tokens: number; readonly recent_turns: number }
  readonly external_store: { readonly type: 'file'; readonly location: string }
  readonly session: string
  readonly tag: string
  readonly at: string
  readonly lineage: readonly { readonly tag: string; readonly turns: readonly [number, number]; readonly at: string }[]
  readonly decisions: readonly ArchivedDecision[]
  readonly artifacts: readonly ArchivedFile[]
  /** What happened to every file, those that were only read included. */
  readonly files: FilesLedger
  readonly chunks: readonly ArchiveChunk[]
  readonly transcript: readonly ArchivedRound[]
}

interface ArchivedDecision {
  readonly id: string
  readonly tier: number
  readonly decision: string
  readonly rationale: string
  readonly alternatives_considered: readonly string[]
  readonly turn: number
  readonly scope: 'this_session'
  readonly superseded_in: number | null
  /** Rounds that name the same things before the decision: how it came about. */
  readonly rationale_chain: readonly number[]
  readonly full_context_ref: string
}

interface ArchivedFile {
  readonly path: string
  readonly versions: readonly {
    readonly version: number
    readonly turn: number
    readonly content: string | null
    readonly changes_from_previous: { readonly before: string | null; readonly after: string }
    readonly triggered_by: string
  }[]
}

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
  const chunks = chunksOf(view, transcript)
  const chunkOf = (round: number) => chunks.find((one) => round >= one.turns[0] && round <= one.turns[1])?.id ?? ''
  const all = [
    ...view.decisions.map((entry) => ({ entry, by: null })),
    ...view.over.flatMap(({ entry, by }) => (entry.kind === 'decision' ? [{ entry, by }] : [])),
  ].sort((a, b) => a.entry.round - b.entry.round || a.entry.place - b.entry.place)
  return {
    version: 1,
    compression_mode: 'hybrid_lossless',
    in_context: { max_tokens: 4000, recent_turns: 3 },
    external_store: { type: 'file', location: parts.location },
    session: about.session,
    tag: about.tag,
    at: about.at,
    lineage: parts.lineage,
    decisions: all.map(({ entry, by }, at) => ({
      id: `D${String(at + 1).padStart(3, '0')}`,
      tier: tierOf(entry, view),
      decision: entry.text,
      rationale: entry.why ?? 'said in the round',
      alternatives_considered: entry.rejected ?? [],
      turn: entry.round,
      scope: 'this_session',
      superseded_in: by,
      rationale_chain: chain(entry.names, entry.round, transcript),
      full_context_ref: chunkOf(entry.round),
    })),
    artifacts: files.map(({ path, versions }) => ({
      path,
      versions: versions.map(({ version, round, content, edit }) => ({
        version,
        turn: round,
        content,
        changes_from_previous: { before: edit.before, after: edit.after },
        triggered_by: chunkOf(round),
      })),
    })),
    files: filesLedger(view),
    chunks,
    transcript,
  }
}

function chunksOf(view: View, transcript: readonly ArchivedRound[]): readonly ArchiveChunk[] {
  const chunks: ArchiveChunk[] = []
  for (let at = 0; at < transcript.length; at += CHUNK) {
    const rounds = transcript.slice(at, at + CHUNK)
    const turns = [rounds[0]!.round, rounds.at(-1)!.round] as const
    const within = (round: number) => round >= turns[0] && round <= turns[1]
    chunks.push({
      id: `chunk_${String(chunks.length + 1).padStart(3, '0')}`,
      turns,
      topic: view.goals.find((one) => within(one.round))?.text.slice(0, 80) ?? '',
      decisions: view.decisions.flatMap((one, index) =>
        within(one.round) ? [`D${String(index + 1).padStart(3, '0')}`] : [],
      ),
    })
  }
  return chunks
}

/** Earlier rounds that speak of what a decision names, and its own. */
function chain(names: readonly string[], round: number, transcript: readonly ArchivedRound[]): readonly number[] {
  const telling = names.filter((name) => name.length > 3).slice(0, 4)
  const before = transcript.filter(
    (one) => one.round < round && telling.some((name) => one.text.toLowerCase().includes(name)),
  )
  return [...before.slice(-5).map((one) => one.round), round]
}

/** The archive for people. */
export function archiveText(archive: Archive): string {
  return [
    `# Archive of ${archive.tag}`,
    '',
    '## Metadata',
    `- Session: ${archive.session}`,
    `- Made: ${archive.at}`,
    `- Rounds: ${archive.transcript[0]?.round ?? 0} to ${archive.transcript.at(-1)?.round ?? 0}`,
    '',
    '## Compression Lineage',
    '| tag | turns | made |',
    '|---|---|---|',
    ...archive.lineage.map((one) => `| ${one.tag} | ${one.turns.join('-')} | ${one.at} |`),
    '',
    '## Decision Log',
    ...archive.decisions.map(
      (one) =>
        `- ${one.id} (tier ${one.tier}, turn ${one.turn}${one.superseded_in === null ? '' : `, superseded in ${one.superseded_in}`}): ${one.decision} · why: ${one.rationale} · turned down: ${one.alternatives_considered.join(', ') || 'nothing named'} · rounds that led to it: ${one.rationale_chain.join(', ')} · ${one.full_context_ref}`,
    ),
    '',
    '## Artifact History',
    ...archive.artifacts.flatMap((file) => [
      `### ${file.path}`,
      ...file.versions.flatMap((one) => [
        `#### version ${one.version}, turn ${one.turn}, ${one.triggered_by}`,
        fenced(
          one.content ??
            `what it replaced:\n${one.changes_from_previous.before ?? ''}\nby:\n${one.changes_from_previous.after}`,
        ),
      ]),
    ]),
    '',
    '## Chunk Index',
    '| chunk | turns | topic | decisions |',
    '|---|---|---|---|',
    ...archive.chunks.map(
      (one) =>
        `| ${one.id} | ${one.turns.join('-')} | ${one.topic.replaceAll('|', '\\|').replaceAll('\n', ' ')} | ${one.decisions.join(', ')} |`,
    ),
    '',
    '## Full Transcript',
    ...archive.transcript.flatMap((one) => [
      '',
      `### Turn ${one.round}${one.at === null ? '' : ` · ${one.at}`}`,
      one.text,
    ]),
    '',
  ].join('\n')
}

/** A fence that nothing inside can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
