import type { Entry } from '../entries/entry.ts'
import type { FileHistory } from '../facts/versions.ts'
import { RETRIEVALS } from '../retrieval.ts'
import { shortened } from '../shortened.ts'
import type { About } from './about.ts'
import type { Shown } from './shown.ts'
import { tierOf } from './tier.ts'

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
  const taken = (about.inherited?.entries ?? []).map(({ entry }) => entry)
  const decisions = [
    ...written
      .filter(isDecision)
      .map((one, at) => archived(one, `D${number(at)}`, one.rounds.map(chunkOf).find(Boolean) ?? '')),
    ...taken.filter(isDecision).map((one, at) => archived(one, `I${number(at)}`, INHERITED)),
  ]
  const links = (from: readonly string[] = []) =>
    decisions.filter(({ entry }) => from.includes(entry)).map(({ id }) => id)
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
      superseded_by: links(written.filter(({ supersedes = [] }) => supersedes.includes(one.entry)).map(({ id }) => id)),
      supersedes: links(one.supersedes),
    })),
    /** Every entry as it was written, those that are over and those that nobody checked, too. */
    entries: brief.entries,
    unsourced: about.unsourced ?? [],
    facts: brief.facts,
    artifacts: parts.files.map(({ path, versions }) => ({
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
    chunks: bounds.map((one) => ({
      ...one,
      decisions: decisions.filter(({ full_context_ref }) => full_context_ref === one.id).map(({ id }) => id),
    })),
    transcript,
  }
}

function isDecision({ kind }: Entry): boolean {
  return kind === 'decision'
}

/** A decision with everything that was written around it. */
function archived(one: Entry, id: string, ref: string) {
  return {
    id,
    entry: one.id,
    tier: tierOf(one.tier),
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
    rationale_chain: [
      ...new Set([
        ...one.rounds,
        ...one.quotes.map(({ round }) => round),
        ...[one.why?.round ?? [], one.agreed ?? []].flat(),
      ]),
    ].sort((a, b) => a - b),
    full_context_ref: ref,
  }
}

/** Stretches of rounds, each with the beginning of the first message of the user in it. */
function chunksOf({ words }: Pick<Shown, 'words'>, { scope }: About, transcript: readonly ArchivedRound[]) {
  return Array.from({ length: Math.ceil(transcript.length / CHUNK) }, (_, at) => {
    const rounds = transcript.slice(at * CHUNK, (at + 1) * CHUNK)
    const turns = [rounds[0]!.round, rounds.at(-1)!.round] as const
    const first = words.find(({ who, round }) => who === 'user' && round >= turns[0] && round <= turns[1])
    return { id: `chunk_${number(at)}`, turns, topic: shortened(first?.text ?? '', 80), scope: scope?.topic ?? null }
  })
}

function number(at: number): string {
  return String(at + 1).padStart(3, '0')
}
