import type { EntrySource } from '../../brief/entries/entry.ts'
import { mergeEntries } from '../../brief/entries/merge-entries.ts'
import { type ReadSummary, readSummary } from '../../brief/entries/read-summary.ts'
import type { Session } from '../../model/session.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import type { Workspace } from '../workspace.ts'
import { changeStanding } from './change-standing.ts'
import { provable } from './provable.ts'

/**
 * Takes a summary that somebody wrote of a session under headings, such as the five of a handoff, into its entries. What the
 * record does not bear out comes back with the reason, and is not kept.
 */
export async function keepSummary(
  workspace: Workspace,
  session: Session,
  summary: string,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<ReadSummary> {
  const { record, facts } = await provable(workspace, session)
  const text = await maskedValue(summary)
  const name = (await workspace.inside?.())?.client ?? session.client
  const source: EntrySource = { writer: 'agent', name, session: session.id, at: workspace.clock().toISOString() }
  const { read } = await changeStanding(workspace, session, { source, dryRun }, (before) => {
    const read = readSummary(text, { record, files: facts.files, before: before.entries }, { source })
    const entries = mergeEntries(before.entries, read.entries)
    return { read, standing: { ...before, entries, through: record.last }, refused: [] }
  })
  return read
}
