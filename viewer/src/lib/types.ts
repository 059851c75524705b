/** What the server answers, as far as the page reads it. */
export interface Session {
  readonly session: string
  readonly client: string
  readonly title: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly model: string | null
  readonly cwd: string | null
  readonly started: string | null
  readonly ended: string | null
  readonly rounds: number
  readonly messages: number
  readonly bytes: number
  readonly tokens: number
  readonly window: number
  readonly percent: number
  readonly engagements: readonly string[]
  readonly head: string | null
  readonly parents: readonly string[]
  readonly children: readonly string[]
  readonly spawned_by: { readonly session: string; readonly round: number | null } | null
  readonly made_by: string | null
  readonly end_reason: string | null
  readonly ghost: boolean
  readonly live: boolean
}

export interface Round {
  readonly round: number
  readonly round_id: string
  readonly active: boolean
  readonly origin: string
  readonly started: string | null
  readonly ended: string | null
  readonly engagement_id: string | null
  readonly user_preview: string
  readonly agent_preview: string
  readonly tool_count: number
  readonly thinking_count: number
  readonly token_count: number
}

export type Kind =
  | 'user-text'
  | 'assistant-text'
  | 'thinking'
  | 'tool_use'
  | 'tool_result'
  | 'image'
  | 'note'
  | 'unknown'

export interface Block {
  readonly block_id: string
  readonly type: Kind
  readonly role: string
  readonly timestamp: string | null
  readonly content: unknown
  readonly name?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly act?: Act
  readonly outcome?: Outcome
}

export interface Act {
  readonly role: string
  readonly files: readonly { readonly path: string; readonly change: string | null }[]
  readonly command: string | null
  readonly edits?: readonly { readonly path: string; readonly before: string | null; readonly after: string }[]
  readonly plan?: { readonly items: readonly { readonly text: string | null; readonly status: string }[] }
}

export interface Outcome {
  readonly failed: boolean
  readonly exit: number | null
  readonly output: string
}

/** What the client would send now, in order. A block is its kind's place in `kinds`, its tokens, its tool's in `names`. */
export interface ContextWindow {
  readonly session: string
  readonly window: number
  readonly tokens: number
  /** What is not in the lines: the client's own prompt and its tools. */
  readonly fixed: number
  readonly kinds: readonly Kind[]
  readonly names: readonly string[]
  readonly parts: readonly WindowPart[]
  readonly not_sent: readonly { readonly round: number; readonly tokens: number }[]
}

export interface WindowPart {
  readonly kind: 'round' | 'rest' | 'index' | 'text' | 'other'
  readonly round: number
  readonly tokens: number
  readonly rounds?: readonly number[]
  readonly text?: string
  readonly blocks: readonly (readonly [kind: number, tokens: number, name: number])[]
}

export type TokensByKind = Readonly<Record<string, number>>

export interface Operated {
  readonly operation?: string
  readonly kind: string
  readonly from: readonly string[]
  readonly sessions: readonly OperatedSession[]
  readonly tokens_before: number
  readonly tokens_after: number
  readonly saved_percent: number
  readonly trimmed_count?: number
  readonly warnings: readonly string[]
}

export interface OperatedSession {
  readonly session: string
  readonly name?: string
  readonly path: string
  readonly client: string
  readonly resume: string
  readonly cwd: string
  readonly rounds_full: number
  readonly rounds_partial: number
  readonly rounds_indexed: number
  readonly cut_rounds: string
  readonly indexed_rounds: string
  readonly tokens_after: number
  readonly tokens_by_kind: { readonly before: TokensByKind; readonly after: TokensByKind }
  readonly cache: { readonly kept: number; readonly reread: number; readonly breaks_at_round: number | null }
  readonly left_out: readonly string[]
}

export interface OperationRow {
  readonly operation: string
  readonly kind: string
  readonly at: string
  readonly from: readonly string[]
  readonly sessions: readonly string[]
  readonly undone: boolean
}

export interface Overview {
  readonly cwd: string
  readonly totals: {
    readonly sessions: number
    readonly rounds: number
    readonly bytes: number
    readonly stored_bytes: number
  }
  readonly advice: readonly { readonly command: string; readonly why: string }[]
}

export interface Hit {
  readonly ref: string
  readonly session: string
  readonly round: number
  readonly snippet: string
  readonly started: string | null
  readonly engagement_id: string | null
}

export interface Commit {
  readonly id: string
  readonly parent: string | null
  readonly commit_type: 'delta' | 'compaction' | 'snapshot'
  readonly summary: string | null
  readonly message_count: number
  readonly token_count: number
  readonly created_at: string
  readonly forks: readonly string[]
}

export interface Difference {
  readonly only_a: readonly string[]
  readonly only_b: readonly string[]
  readonly changed: readonly { readonly ref: string; readonly from: string; readonly to: string }[]
  readonly same: number
  readonly tokens_a: number
  readonly tokens_b: number
}
