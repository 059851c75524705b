import { estimateTokens } from '../../model/tokens.ts'
import { shortened } from '../shortened.ts'
import { type Archive, MOST_TOKENS } from './archive.ts'
import { NEXT } from './continuation-prompt.ts'
import { retrievalLines } from './retrieval.ts'

/** Characters of the prompt before anything is added to it: what is added needs the rest. */
export const MOST_CHARS = 2.2 * MOST_TOKENS

/** The prompt of a lossless compression: that of a lossy one with the archive, an index of the decisions and the way back to everything. */
export function losslessPrompt(prompt: string, archive: Archive): string {
  const { session, tag, transcript, external_store: store, lineage } = archive
  const before = lineage.slice(0, -1).map((one) => one.tag)
  const parts = (rows: readonly string[], left: number) =>
    [
      '',
      '## Session reference',
      `- Archive of rounds ${transcript[0]?.round ?? 0} to ${transcript.at(-1)?.round ?? 0} of session ${session}: ${store.location}`,
      ...(before.length === 0 ? [] : [`- Compressions before ${tag}: ${before.slice(-3).join(', ')}`]),
      ...(rows.length + left === 0
        ? []
        : ['', '## Decision index', '| ID | Decision | Rationale | Source | Ref |', '|---|---|---|---|---|', ...rows]),
      ...(left === 0 ? [] : [`${left} more are in the archive's decision log.`]),
      '',
      '## Retrieval',
      ...retrievalLines(archive),
      '',
    ].join('\n')
  const all = rowsOf(archive)
  for (let shown = all.length; ; shown--) {
    const made = prompt.replace(
      `\n${NEXT}\n`,
      () => `${parts(all.slice(all.length - shown), all.length - shown)}\n${NEXT}\n`,
    )
    if (shown === 0 || estimateTokens(made.length) <= MOST_TOKENS) return made
  }
}

/** A row for each decision that was checked and holds; the others are in the archive alone. */
function rowsOf({ decisions }: Archive): readonly string[] {
  return decisions
    .filter((one) => one.confidence !== 'archive' && one.over === null && one.superseded_by.length === 0)
    .map((one) => {
      const source = one.scope === 'inherited' ? `inherited, round ${one.turn}` : `round ${one.turn}`
      return `| ${one.id} | ${cell(one.decision)} | ${cell(one.rationale ?? 'none written')} | ${source} | ${one.full_context_ref} |`
    })
}

function cell(text: string): string {
  return shortened(text, 80).replaceAll('|', '\\|')
}
