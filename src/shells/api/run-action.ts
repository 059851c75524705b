import type { z } from 'zod'
import type { Workspace } from '../../actions/workspace.ts'
import { Failure } from '../../model/errors.ts'
import type { Action } from './action.ts'

/** Runs an action with what somebody sent: input of another shape is a failure that says what is wrong with it. */
export async function runAction(action: Action, workspace: Workspace, input: unknown): Promise<unknown> {
  const parsed = action.input.safeParse(input)
  if (parsed.success) return action.run(workspace, parsed.data)
  const problems = parsed.error.issues.map(problemOf)
  throw new Failure('usage', `${action.name}: ${problems.slice(0, 3).join('; ')}.`, {
    facts: { action: action.name, problems },
    hint: `It takes ${keysOf(action)}.`,
  })
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  const text = message.slice(0, 200)
  return path.length === 0 ? text : `${path.map(String).join('.').slice(0, 80)}: ${text}`
}

function keysOf({ input }: Action): string {
  const keys = Object.keys(input.shape)
  return keys.length === 0 ? 'nothing' : keys.join(', ')
}
