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
  /** How the files change, as far as the call says it; absent where it does not. */
  readonly edits?: readonly FileEdit[]
  /** Given for a read that asks for some lines of a file only. */
  readonly isPart?: true
  /** What the agent notes of its own work; absent where the call notes nothing. */
  readonly plan?: PlanNote
  /** What the user is asked to choose from; answers go by the question, or by its name where it has one. */
  readonly questions?: readonly {
    readonly question: string
    readonly options: readonly AskedOption[]
    readonly id?: string
  }[]
  /** A plan that is put before the user as a whole. */
  readonly proposal?: string
}

export interface AskedOption {
  readonly label: string
  /** What speaks for it, in the agent's words. */
  readonly about?: string
}

/** A replacement inside a file; `before` is null where `after` is the whole file. */
export interface FileEdit {
  readonly path: string
  readonly before: string | null
  readonly after: string
  /** Each place where `before` is found, not the first alone. */
  readonly everywhere: boolean
  /** Given where both are whole lines, and after what was changed before in the same call; `heading` is a line above them. */
  readonly lines?: { readonly heading: string | null }
  /** The file it was before, where the call moves it. */
  readonly from?: string
}

/** What a client noted of a file's text next to a call: as it was when the call ran, and as it left it. */
export interface NotedFile {
  readonly call: string
  readonly before?: string
  readonly after?: string
}

export interface PlanNote {
  readonly items: readonly PlanItem[]
  /** True where the items are the whole list, false where they change one that is there. */
  readonly isWhole: boolean
}

export interface PlanItem {
  /** The client's own name of the item; null where the text is all it has, or where the result names it. */
  readonly id: string | null
  /** Null where only the status changes. */
  readonly text: string | null
  readonly status: 'open' | 'active' | 'done' | 'dropped'
}

/** How a call ended, as far as its result says. */
export interface ToolOutcome {
  readonly failed: boolean
  /** The exit status of a command, where the client recorded it. */
  readonly exit: number | null
  /** What the tool printed, without the client's own frame around it. */
  readonly output: string
  /** What the user answered to questions, or said when refusing the call. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[]
  readonly said?: string
  /** Given where the user approved a plan; the plan itself, where the result repeats it. */
  readonly approved?: string
  /** The name the client gave to the plan's new item. */
  readonly planItem?: string
  /** The client's name of a command that goes on after the call; a later call tells how it ended. */
  readonly goesOn?: string
}

export const NO_ACT: ToolAct = { role: 'other', files: [], command: null }
