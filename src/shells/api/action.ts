import type { z } from 'zod'
import type { Workspace } from '../../actions/workspace.ts'

/**
 * One thing the library can do, for every shell that speaks JSON: HTTP, MCP, the viewer. Names, keys and values are
 * those of the command line. Nothing in here takes a path to write to or a command to run.
 */
export interface Action {
  /** The words of the command: `rounds`, `ctx history`. */
  readonly name: string
  readonly summary: string
  /** Whether it may change the record or write a session. */
  readonly writes: boolean
  /** Whether what a file holds is among its input, so that this may be long. */
  readonly takesFile?: boolean
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly run: (workspace: Workspace, input: unknown) => Promise<unknown>
}

/** Gives `run` the type of its own input. */
export function defineAction<I extends z.ZodObject>(definition: {
  readonly name: string
  readonly summary: string
  readonly writes?: true
  readonly takesFile?: true
  readonly input: I
  readonly output: z.ZodType
  readonly run: (workspace: Workspace, input: z.output<I>) => Promise<unknown>
}): Action {
  const { run, writes = false, ...rest } = definition
  return { ...rest, writes, run: (workspace, input) => run(workspace, input as z.output<I>) } // runAction has parsed it
}
