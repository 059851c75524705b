import { BLOCK_KINDS } from '../../model/block.ts'
import { TOKEN_KINDS } from '../../model/tokens.ts'
import { anything, boolean, byName, list, number, object, oneOf, orNull, string, tuple } from './shape.ts'

const TIME = orNull(string)

export const SESSION_ROW = object({
  session: string,
  client: string,
  title: orNull(string),
  agent: orNull(string),
  role: orNull(string),
  cwd: orNull(string),
  principal: orNull(string),
  machine: orNull(string),
  mine: boolean,
  went_on_elsewhere: boolean,
  started: TIME,
  ended: TIME,
  rounds: number,
  messages: number,
  tokens: number,
  window: number,
  percent: number,
  engagements: list(string),
  head: orNull(string),
  parents: list(string),
  children: list(string),
  origin: orNull(string),
  current: boolean,
  transcript_gone: boolean,
  ghost: boolean,
  live: boolean,
})

export const ROUND_ROW = object({
  round: number,
  round_id: string,
  active: boolean,
  indexed: boolean,
  cut_by_compaction: boolean,
  origin: string,
  started: TIME,
  ended: TIME,
  engagement_id: orNull(string),
  user_preview: string,
  agent_preview: string,
  tool_count: number,
  thinking_count: number,
  thinking_chars: number,
  token_count: number,
})

export const BLOCK = object({
  block_id: string,
  type: oneOf(BLOCK_KINDS),
  role: oneOf(['user', 'assistant', 'system']),
  timestamp: TIME,
  content: anything,
  'name?': string,
  'tool_use_id?': string,
})

const TOKENS_BY_KIND = object(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, number])))

export const OPERATED = object({
  'operation?': string,
  kind: string,
  from: list(string),
  sessions: list(
    object({
      session: string,
      path: string,
      client: string,
      resume: string,
      resume_inside: orNull(string),
      cwd: string,
      tier: oneOf(['native', 'rendering']),
      lost: list(string),
      rounds_full: number,
      rounds_partial: number,
      rounds_indexed: number,
      cut_rounds: string,
      indexed_rounds: string,
      tokens_after: number,
      tokens_by_kind: object({ before: TOKENS_BY_KIND, after: TOKENS_BY_KIND }),
      left_out: list(string),
      'parts?': list(list(number)),
    }),
  ),
  tokens_before: number,
  tokens_after: number,
  saved_percent: number,
  'trimmed_count?': number,
  'tokens_saved?': number,
  'price?': orNull(object({ reread: number, saved_per_request: number, as_of: string })),
  warnings: list(string),
})

export const OPERATED_NOTE = 'operation is missing in a dry run; price is there only over HTTP.'

export const TAGGED = object({ session: string, tagged: list(number), previous: byName(orNull(string)) })

export const COMMIT_FIELDS = object({
  id: string,
  parent: orNull(string),
  commit_type: oneOf(['delta', 'compaction', 'snapshot']),
  summary: orNull(string),
  message_count: number,
  token_count: number,
  created_at: string,
})

export const COMMIT_ID = object({ id: string, context_id: string })

/** Rounds by their sessions. */
export const PLACES = list(object({ session: string, range: string }))

/** A workstream that rounds seem to belong to. */
export const SUGGESTED = object({ engagement: string, rounds: number, about: list(string), sessions: PLACES })

/** A context that was made of a commit. */
export const MATERIALIZED = object({
  artifact_ref: string,
  format: string,
  tier: string,
  'runs?': list(object({ format: string, tier: string, commit_count: number })),
  'lost?': list(string),
  'description?': string,
  message_count: number,
  token_count: number,
  commit_count: number,
  bytes: number,
  cached: boolean,
  joined_bytes: number,
})

/** How a context was cut to fit a window. */
export const FITTED = object({
  way: string,
  tokens_before: number,
  tokens_after: number,
  target: number,
  window: number,
  results_left_out: number,
  rounds_indexed: number,
  price: orNull(number),
})

/** An agent that was started, and how to resume its session. */
export const STARTED = object({
  session: orNull(string),
  path: orNull(string),
  client: string,
  resume: string,
  resume_inside: orNull(string),
  cwd: string,
  context: orNull(string),
  template: string,
  'operation?': string,
  'fitted?': FITTED,
  'warnings?': list(string),
})

export const NAMED_CONTEXT = object({ name: string, context_id: string })

export const GATES = list(object({ name: string, pass: boolean, evidence: string }))

export const ROUND_SPAN = tuple(number, number)
