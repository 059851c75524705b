export const BLOCK_KINDS = [
  'user-text',
  'assistant-text',
  'thinking',
  'tool_use',
  'tool_result',
  'image',
  'note',
  'unknown',
] as const

/** Kinds that may be left out of a round that is shown; what people and the agent said may not. */
export const DROPPABLE = ['image', 'tool_result', 'tool_use', 'thinking'] as const satisfies readonly BlockKind[]
export type Droppable = (typeof DROPPABLE)[number]

/** `note` is text the client put in; `unknown` is kept as it came. */
export type BlockKind = (typeof BLOCK_KINDS)[number]

export type Role = 'user' | 'assistant' | 'system'

/** The smallest typed piece of a session, read from the recorded bytes. Blocks never change once made. */
export interface Block {
  /** `<session>:<round>:<ordinal>`: the same bytes always give the same id. */
  readonly block_id: string
  readonly session_id: string
  readonly round_seq: number
  readonly role: Role
  readonly type: BlockKind
  readonly timestamp: string | null
  /** Text, or for tool calls and results what the client recorded. */
  readonly content: unknown
  readonly name?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  /** Of a tool call: the folder that its shell was in, where the client noted it. */
  readonly folder?: string
  /** Of a tool's result: how many milliseconds the call took, where the client recorded that. */
  readonly ms?: number
  /** Of a subagent's lines inside a main file. */
  readonly sidechain?: true
  readonly engagement_id?: string
}

/** A block before it has a place in a session. */
export interface BlockDraft extends Omit<Block, 'block_id' | 'session_id' | 'round_seq' | 'engagement_id'> {
  /**
   * Read out of another block, or of a line that is no message: it is not counted among the blocks of its round, so that
   * these keep their ids.
   */
  readonly aside?: true
  /** Of a result that holds a person's words, which are a block of their own: what it says without them. */
  readonly bare?: unknown
}
