import { type Entry, TIERS } from '../entries/entry.ts'
import type { FileHistory } from '../facts/versions.ts'
import { RETRIEVALS } from '../retrieval.ts'
import { shortened } from '../shortened.ts'
import { type About, UNSOURCED } from './about.ts'
import { bullets, cell, entryText, oneLine, section, wordLines } from './line.ts'
import { firstLine } from './outline.ts'
import type { Shown } from './shown.ts'

/** One round of the transcript, as the record gives it. */
export interface ArchivedRound {
  readonly round: number
  readonly at: string | null
  readonly text: string
}

/** Everything an archive holds, for programs; the markdown is written from it. */
export type Archive = ReturnType<typeof archiveOf>

/** What a lossless prompt may take, in tokens. */
export const MOST_TOKENS = 4000
const CHUNK = 5
/** Where an archive has what was taken over. */
export const INHERITED = 'inherited_context'

export function archiveOf(parts: {
  /** All of it: an archive leaves nothing out. */
  readonly brief: Omit<Shown, 'left'>
  readonly about: About
  readonly location: string
  readonly files: readonly FileHistory[]
  readonly transcript: readonly ArchivedRound[]
  readonly lineage: readonly { readonly tag: string; readonly turns: readonly [number, number]; readonly at: string }[]
}) {
  const { brief, about, transcript } = parts
  const bounds = chunksOf(brief, about, transcript)
  const chunkOf = (round: number) => bounds.find(({ turns }) => round >= turns[0] && round <= turns[1])?.id ?? ''
  const written = [...brief.entries.current, ...brief.entries.over]
  const isDecision = ({ kind }: Entry) => kind === 'decision'
  const taken = (about.inherited?.entries ?? []).map(({ entry }) => entry)
  const decisions = [
    ...written
      .filter(isDecision)
      .map((one, at) => archived(one, `D${numbered(at)}`, one.rounds.map(chunkOf).find(Boolean) ?? '')),
    ...taken.filter(isDecision).map((one, at) => archived(one, `I${numbered(at)}`, INHERITED)),
  ]
  const named = (ids: readonly string[]) => decisions.filter(({ entry }) => ids.includes(entry)).map(({ id }) => id)
  const after = (id: string) => written.filter(({ supersedes = [] }) => supersedes.includes(id)).map((one) => one.id)
  return {
    version: 2 as const,
    compression_mode: 'hybrid_lossless' as const,
    in_context: { max_tokens: MOST_TOKENS, recent_turns: 3 },
    external_store: { type: 'file', location: parts.location },
    retrieval_triggers: RETRIEVALS.map(({ pattern, example, does }) => ({ pattern, asked: example, action: does })),
    session: about.session,
    tag: about.tag,
    at: about.at,
    lineage: parts.lineage,
    inherited_context: about.inherited ?? null,
    decisions: decisions.map((one) => ({
      ...one,
      timestamp: transcript.find(({ round }) => round === one.turn)?.at ?? null,
      superseded_by: named(after(one.entry)),
      supersedes: named(one.supersedes),
    })),
    /** Every entry as it was written, those that are over and those that nobody checked, too. */
    entries: brief.entries,
    unsourced: about.unsourced ?? [],
    facts: brief.facts,
    artifacts: parts.files.map(({ path, versions }) => ({
      path,
      versions: versions.map(({ version, round, content, changes, command = null }) => ({
        version,
        turn: round,
        content,
        changes_from_previous: changes,
        command,
        triggered_by: chunkOf(round),
      })),
    })),
    chunks: bounds.map((one) => ({
      ...one,
      decisions: decisions.filter(({ full_context_ref }) => full_context_ref === one.id).map(({ id }) => id),
    })),
    transcript,
  }
}

/** A decision with everything that was written around it. */
function archived(one: Entry, id: string, ref: string) {
  const cited = [...one.rounds, ...one.quotes.map(({ round }) => round), one.why?.round ?? [], one.agreed ?? []].flat()
  return {
    id,
    entry: one.id,
    tier: TIERS[one.tier],
    confidence: one.tier,
    decision: one.text,
    by: one.by,
    written_by: one.source.name,
    rationale: one.why?.text ?? null,
    alternatives_considered: (one.rejected ?? []).map(({ what, why }) => ({
      option: what,
      reason_rejected: why ?? null,
    })),
    turn: one.rounds[0] ?? 0,
    quotes: one.quotes,
    scope: ref === INHERITED ? ('inherited' as const) : ('this_session' as const),
    over: one.over ?? null,
    supersedes: one.supersedes ?? [],
    /** The rounds that it cites: how it came about. */
    rationale_chain: [...new Set(cited)].sort((a, b) => a - b),
    full_context_ref: ref,
  }
}

/** Stretches of rounds, each with the beginning of the first message of the user in it. */
function chunksOf({ words }: Pick<Shown, 'words'>, { scope }: About, transcript: readonly ArchivedRound[]) {
  return Array.from({ length: Math.ceil(transcript.length / CHUNK) }, (_, at) => {
    const rounds = transcript.slice(at * CHUNK, (at + 1) * CHUNK)
    const turns = [rounds[0]!.round, rounds.at(-1)!.round] as const
    const first = words.find(({ who, round }) => who === 'user' && round >= turns[0] && round <= turns[1])
    return { id: `chunk_${numbered(at)}`, turns, topic: shortened(first?.text ?? '', 80), scope: scope?.topic ?? null }
  })
}

export function numbered(at: number): string {
  return String(at + 1).padStart(3, '0')
}

/** The archive for people. */
export function archiveText(archive: Archive): string {
  const { transcript, inherited_context: inherited, entries, unsourced } = archive
  return [
    firstLine(archive),
    '',
    `# Archive of ${archive.tag}`,
    '',
    '## Metadata',
    `- Session: ${archive.session}`,
    `- Made: ${archive.at}`,
    `- Rounds: ${transcript[0]?.round ?? 0} to ${transcript.at(-1)?.round ?? 0}`,
    '',
    '## Compression Lineage',
    '| tag | turns | made |',
    '|---|---|---|',
    ...archive.lineage.map((one) => `| ${one.tag} | ${one.turns.join('-')} | ${one.at} |`),
    ...(inherited ? inheritedLines(inherited) : []),
    '',
    '## Decision Log',
    ...archive.decisions.flatMap(decisionLines),
    '',
    '## Entries',
    ...entries.current.map((one) => `- ${one.kind}: ${entryText(one).text}`),
    ...entries.over.map((one) => `- ${one.kind}, not current: ${entryText(one).text}`),
    ...section(
      `## ${UNSOURCED[0]!.toUpperCase()}${UNSOURCED.slice(1)}`,
      unsourced.map(({ kind, text, round }) => `${kind}: ${oneLine(text)} (round ${round})`),
    ),
    '',
    '## Artifact History',
    ...archive.artifacts.flatMap(({ path, versions }) => [
      `### ${path}`,
      ...versions.flatMap((one) => [
        `#### version ${one.version}, turn ${one.turn}, ${one.triggered_by}`,
        ...versionLines(one),
      ]),
    ]),
    '',
    '## Chunk Index',
    '| chunk | turns | begins with | decisions | scope |',
    '|---|---|---|---|---|',
    ...archive.chunks.map(
      ({ id, turns, topic, decisions, scope }) =>
        `| ${id} | ${turns.join('-')} | ${cell(topic)} | ${decisions.join(', ')} | ${cell(scope ?? 'all')} |`,
    ),
    '',
    '## Full Transcript',
    ...transcript.flatMap((one) => [
      '',
      ...archive.chunks
        .filter(({ turns }) => turns[0] === one.round)
        .map(({ id, turns }) => `<!-- ${id}: turns ${turns.join('-')} -->`),
      `### Turn ${one.round}${one.at === null ? '' : ` · ${one.at}`}`,
      one.text,
    ]),
    '',
  ].join('\n')
}

function decisionLines(one: Archive['decisions'][number]): readonly string[] {
  const when = `${one.timestamp === null ? '' : `, ${one.timestamp}`}${one.over === null ? '' : `, over since turn ${one.over}`}`
  return [
    `### ${one.id}: ${oneLine(one.decision)}`,
    ...bullets([
      `Entry ${one.entry}, by ${one.by}, written by ${oneLine(one.written_by)}, ${one.confidence} (${one.tier}), turn ${one.turn}${when}`,
      ...one.quotes.map(({ round, words }) => `Turn ${round}: “${oneLine(words)}”`),
      `Why: ${oneLine(one.rationale ?? 'none written')}`,
      `Turned down: ${one.alternatives_considered.map(({ option }) => oneLine(option)).join(', ') || 'none written'}`,
      ...(one.supersedes.length === 0 ? [] : [`In place of: ${one.supersedes.join(', ')}`]),
      ...(one.superseded_by.length === 0 ? [] : [`Superseded by: ${one.superseded_by.join(', ')}`]),
      `Rounds: ${one.rationale_chain.join(', ')}`,
      `Whole: ${one.full_context_ref}`,
    ]),
  ]
}

function inheritedLines(inherited: NonNullable<About['inherited']>): readonly string[] {
  const { source, description, entries, words, unsourced, contradictions } = inherited
  return [
    '',
    '## Inherited Context Snapshot',
    `Taken over by ${source} from ${description}; its decisions are in the log.`,
    ...entries.map(({ entry, relevance }) => `- ${entry.kind} [${relevance}]: ${entryText(entry).text}`),
    ...wordLines(words),
    ...unsourced.map(({ kind, text, round }) => `- ${kind}, ${UNSOURCED}: ${oneLine(text)} (round ${round})`),
    ...contradictions.map(
      (one) =>
        `- Contradiction, to be settled with the user: before: ${oneLine(one.inherited)} · now: ${oneLine(one.current)} (turn ${one.round})`,
    ),
  ]
}

/** The text of a version; where that is not known what it exchanged, or the command. */
function versionLines({ content, changes_from_previous: changes, command }: Archive['artifacts'][0]['versions'][0]) {
  if (content !== null) return [fenced(content)]
  return [
    'What the file held before is not recorded. The change:',
    ...changes.flatMap(({ before, after }) => [fenced(before ?? ''), 'became', fenced(after)]),
    ...(command === null ? [] : [fenced(command)]),
  ]
}

/** A fence that nothing inside can end. */
function fenced(text: string): string {
  let longest = 2
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
