import type { EntrySource } from '../../brief/entries/entry.ts'
import { entryLine } from '../../brief/entries/entry-line.ts'
import { type Refused, readHandoff } from '../../brief/entries/handoff.ts'
import { entriesNow } from '../../brief/entries/merge-entries.ts'
import type { Question } from '../../brief/entries/questions.ts'
import { type Provable, takeIn } from '../../brief/entries/take-in.ts'
import type { Session } from '../../model/session.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import type { Workspace } from '../workspace.ts'
import { changeStanding } from './change-standing.ts'
import { provable } from './provable.ts'

export interface HandedOver {
  readonly session: string
  readonly accepted: readonly string[]
  readonly refused: readonly Refused[]
  readonly questions: readonly Question[]
  /** Characters that the entries which hold take where they are printed. */
  readonly printed_chars: number
  /** The last round that entries were written of, and the last there is. */
  readonly through: number
  readonly last: number
}

export interface HandOverOptions {
  readonly writer: EntrySource['writer']
  /** The model or client that wrote it. */
  readonly name: string
  /** The last round that it is about, where whoever wrote it was given rounds up to there. */
  readonly through?: number
  readonly dryRun?: boolean
}

/**
 * Takes entries that somebody wrote of a session into the record: those that it bears out are kept, the others come back with
 * the reason, with what they may have missed. Where another was kept meanwhile, they are taken in after it.
 */
export async function handOver(
  workspace: Workspace,
  session: Session,
  sent: unknown,
  { writer, name, through: given, dryRun = false }: HandOverOptions,
  known?: Provable,
): Promise<HandedOver> {
  const handoff = readHandoff(await maskedValue(sent))
  const proof = known ?? (await provable(workspace, session))
  const source: EntrySource = { writer, name, session: session.id, at: workspace.clock().toISOString() }
  const how = { source, ...(given !== undefined && { through: given }) }
  const { standing, accepted, refused, questions } = await changeStanding(
    workspace,
    session,
    { source, dryRun },
    (before) => takeIn(proof, before, handoff, how),
  )
  const current = entriesNow(standing.entries).current.map(entryLine)
  return {
    session: session.id,
    accepted,
    refused,
    questions,
    printed_chars: current.reduce((sum, line) => sum + line.length + 1, 0),
    through: standing.through,
    last: proof.record.last,
  }
}
