import type { Action } from '../action.ts'
import { CHAINS } from './chains.ts'
import { GOING_ON } from './going-on.ts'
import { LINEAGE } from './lineage.ts'
import { LOOK } from './look.ts'
import { SURGERY } from './surgery.ts'
import { WORKSTREAMS } from './workstreams.ts'

/** Everything that can be asked for over HTTP and MCP. A new action is a line in one of the lists. */
export const ACTIONS: readonly Action[] = [...LOOK, ...SURGERY, ...GOING_ON, ...LINEAGE, ...WORKSTREAMS, ...CHAINS]

/** The action of this name, if there is one. */
export function actionNamed(name: string): Action | undefined {
  return ACTIONS.find((action) => action.name === name)
}
