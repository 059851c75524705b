import type { z } from 'zod'
import type { Workspace } from '../../actions/workspace.ts'

/** A tool as an agent sees it. What it answers is text: references and snippets first, whole texts in pages. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly writes: boolean
  readonly input: z.ZodObject
  readonly run: (workspace: Workspace, input: unknown) => Promise<string>
}

/** Gives `run` the type of its own input. */
export function defineTool<I extends z.ZodObject>(definition: {
  readonly name: string
  readonly description: string
  readonly writes?: true
  readonly input: I
  readonly run: (workspace: Workspace, input: z.output<I>) => Promise<string>
}): Tool {
  const { run, writes = false, ...rest } = definition
  return { ...rest, writes, run: (workspace, input) => run(workspace, input as z.output<I>) } // callTool has parsed it
}
