import { parseFidelity } from '../../actions/surgery/fidelity.ts'
import type { Operated } from '../../actions/surgery/operated.ts'
import type { SurgeryOptions } from '../../actions/surgery/operations.ts'
import { type Price, priceOf } from '../../actions/surgery/price-of.ts'
import { recordOutputs } from '../../actions/surgery/record-outputs.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { DRY_RUN, FIDELITY, PARTS } from './schemas.ts'

/** What every operation takes. The new session goes where its client looks for it: nobody outside names another place. */
export const HOW = { dry_run: DRY_RUN, fidelity: FIDELITY.optional(), parts: PARTS }

export interface Given {
  readonly dry_run: boolean
  readonly fidelity?: string | undefined
  readonly parts: boolean
}

export type Priced<T extends Operated = Operated> = T & { readonly price: Price | null }

/** What was given, as the operations take it. */
export function given({ dry_run, fidelity, parts }: Given): SurgeryOptions {
  return { dryRun: dry_run, parts, ...(fidelity !== undefined && { rules: [{ fidelity: parseFidelity(fidelity) }] }) }
}

/** The answer of an operation, with its price. The new sessions are in the record when it is given. */
export async function recorded<T extends Operated>(workspace: Workspace, value: T): Promise<Priced<T>> {
  await recordOutputs(workspace, value)
  return { ...value, price: await priceOf(workspace, value) }
}
