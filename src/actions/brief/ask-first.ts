import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { askForEntries } from './ask-for-entries.ts'

export interface AskFirst {
  /** Has a model write the entries that are missing, and is told the price before. */
  readonly asks?: ((line: string) => void) | undefined
  readonly dryRun?: boolean
}

/** Has a model write entries where that is wanted; where it cannot be reached, the work goes on without, with a warning. */
export async function askFirst(
  workspace: Workspace,
  session: Session,
  { asks: say, dryRun = false }: AskFirst,
): Promise<readonly string[]> {
  if (!say) return []
  if (dryRun) return ['A dry run asks no model.']
  try {
    const { refused, by } = await askForEntries(workspace, session, { say })
    return refused.map(({ text, why }) => `Not taken from ${by}: ${JSON.stringify(text.slice(0, 80))}: ${why}.`)
  } catch (error) {
    if (!isFailure(error, 'summarizer-unavailable', 'spend-limit')) throw error
    return [error.message]
  }
}
