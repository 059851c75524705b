/** What a tool is for; the same words for every client. */
export type ToolRole = 'read' | 'search' | 'run' | 'write' | 'agent' | 'plan' | 'other'

/** What happened to a file. */
export type FileChange = 'create' | 'modify' | 'delete'

/** What one tool call does, in words that hold for every client. */
export interface ToolAct {
  readonly role: ToolRole
  /** The files it names, as the call gave them. */
  readonly files: readonly { readonly path: string; readonly change: FileChange | null }[]
  /** The command line of a call that runs one. */
  readonly command: string | null
}

/** How a call ended, as far as its result says. */
export interface ToolOutcome {
  readonly failed: boolean
  /** The exit status of a command, where the client recorded it. */
  readonly exit: number | null
  /** What the tool printed, without the client's own frame around it. */
  readonly output: string
}

export const NO_ACT: ToolAct = { role: 'other', files: [], command: null }
