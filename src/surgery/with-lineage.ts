import type { Piece, Plan } from '../model/plan.ts'
import { joinIndexes } from './pieces.ts'

/** A session further up, and what was done to make the next one of it. */
export interface Ancestor {
  readonly session: string
  readonly kind: string
  /** The session that it went into; nothing for the new one. */
  readonly into: string
  /** Where its file is. */
  readonly file: string
}

/**
 * The plan with a note at its top that tells the model where its context comes from, where that is more than one step
 * away: once, and again with each step. `ancestors` are the nearest first.
 */
export function withLineage(plan: Plan, ancestors: readonly Ancestor[]): Plan {
  const pieces = joinIndexes(plan.pieces.filter((piece) => !(piece.kind === 'text' && piece.origin === 'lineage')))
  const times = new Set(ancestors.map(({ into }) => into)).size
  if (times < 2) return { ...plan, pieces }
  const note: Piece = { kind: 'text', text: lineageText(ancestors, times), origin: 'lineage', ack: true }
  return { ...plan, pieces: [note, ...pieces] }
}

function lineageText(ancestors: readonly Ancestor[], times: number): string {
  return [
    `# This context was cut ${times} times`,
    '<!-- stet:lineage -->',
    'Nothing is lost: each session below is in the record, and `stet inject SESSION:NNN` reads any round of it. Where `stet` is not found, read its file.',
    '',
    '| session | what was done to it | file |',
    '|---|---|---|',
    ...ancestors.map(({ session, kind, file }) => `| ${session} | ${kind} | ${file} |`),
  ].join('\n')
}
