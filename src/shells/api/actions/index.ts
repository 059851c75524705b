import type { Action } from '../action.ts'
import { CAPTURE } from './capture.ts'
import { CHAINS } from './chains.ts'
import { CONTEXTS } from './contexts.ts'
import { CONTINUE } from './continue.ts'
import { INSPECT } from './inspect.ts'
import { LINEAGE } from './lineage.ts'
import { SURGERY } from './surgery.ts'
import { TICKETS } from './tickets.ts'
import { WORKSTREAMS } from './workstreams.ts'

/** Everything that can be asked for over HTTP and MCP. A new action is a line in one of the lists. */
export const ACTIONS: readonly Action[] = [
  ...INSPECT,
  ...SURGERY,
  ...CONTINUE,
  ...LINEAGE,
  ...WORKSTREAMS,
  ...CHAINS,
  ...CONTEXTS,
  ...TICKETS,
  ...CAPTURE,
]

/** The action of this name, if there is one. */
export function actionNamed(name: string): Action | undefined {
  return ACTIONS.find((action) => action.name === name)
}
