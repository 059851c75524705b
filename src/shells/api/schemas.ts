import { z } from 'zod'
import { BLOCK_KINDS } from '../../model/block.ts'
import { OPERATIONS } from '../../model/plan.ts'
import { TOKEN_KINDS } from '../../model/tokens.ts'

/** Longer words than these are not what a person or an agent means. */
const LONGEST_REFERENCE = 4096
const LONGEST_RANGE = 100_000

export const SESSION = z
  .string()
  .min(1)
  .max(LONGEST_REFERENCE)
  .describe('a session: its id or the start of it, its title, or latest, the newest of this folder')
export const COMMIT = z.string().min(1).max(LONGEST_REFERENCE).describe('a commit: its id or the start of it')
export const RANGE = z.string().min(1).max(LONGEST_RANGE).describe('rounds: 47, or 3-9,12, or all')
export const ENGAGEMENT = z.string().min(1).max(200).describe('an engagement, such as console-work')
export const KINDS = z.array(z.enum(BLOCK_KINDS)).max(BLOCK_KINDS.length).describe('only blocks of these kinds')
export const FIDELITY = z
  .string()
  .max(400)
  .describe('how rounds are shown: full, conversation, navigate, or forms such as thinking=ref,tool_result=head:500')
export const DRY_RUN = z.boolean().default(false).describe('says what would be done and does nothing')
export const PARTS = z
  .boolean()
  .default(false)
  .describe('also tells what each new context is made of, in order: the round, 0 for none, and its tokens by kind')

const TIME = z.string().nullable()

/** More keys may come; those named here stay. */
export const SESSION_ROW = z.looseObject({
  session: z.string(),
  client: z.string(),
  title: z.string().nullable(),
  agent: z.string().nullable(),
  role: z.string().nullable(),
  cwd: z.string().nullable(),
  started: TIME,
  ended: TIME,
  rounds: z.number(),
  messages: z.number(),
  tokens: z.number(),
  window: z.number(),
  percent: z.number(),
  engagements: z.array(z.string()),
  head: z.string().nullable(),
  parents: z.array(z.string()),
  children: z.array(z.string()),
  current: z.boolean(),
  ghost: z.boolean(),
  live: z.boolean(),
})

export const ROUND_ROW = z.looseObject({
  round: z.number(),
  round_id: z.string(),
  active: z.boolean(),
  cut_by_compaction: z.boolean(),
  origin: z.string(),
  started: TIME,
  ended: TIME,
  engagement_id: z.string().nullable(),
  user_preview: z.string(),
  agent_preview: z.string(),
  tool_count: z.number(),
  thinking_count: z.number(),
  thinking_chars: z.number(),
  token_count: z.number(),
})

export const BLOCK = z.looseObject({
  block_id: z.string(),
  type: z.enum(BLOCK_KINDS),
  role: z.enum(['user', 'assistant', 'system']),
  timestamp: TIME,
  content: z.unknown(),
  name: z.string().optional(),
  tool_use_id: z.string().optional(),
})

const TOKENS_BY_KIND = z.looseObject(Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, z.number()])))

export const OPERATED = z.looseObject({
  operation: z.string().optional(),
  kind: z.enum(OPERATIONS),
  from: z.array(z.string()),
  sessions: z.array(
    z.looseObject({
      session: z.string(),
      path: z.string(),
      client: z.string(),
      resume: z.string(),
      cwd: z.string(),
      tier: z.enum(['native', 'rendering']),
      lost: z.array(z.string()),
      rounds_full: z.number(),
      rounds_partial: z.number(),
      rounds_indexed: z.number(),
      cut_rounds: z.string(),
      indexed_rounds: z.string(),
      tokens_after: z.number(),
      tokens_by_kind: z.object({ before: TOKENS_BY_KIND, after: TOKENS_BY_KIND }),
      left_out: z.array(z.string()),
      parts: z.array(z.array(z.number())).optional(),
    }),
  ),
  tokens_before: z.number(),
  tokens_after: z.number(),
  saved_percent: z.number(),
  price: z
    .looseObject({ reread: z.number(), saved_per_request: z.number(), as_of: z.string() })
    .nullable()
    .describe('in dollars; null for a model without a known price'),
  warnings: z.array(z.string()),
})

export const TAGGED = z.looseObject({
  session: z.string(),
  tagged: z.array(z.number()),
  previous: z.record(z.string(), z.string().nullable()),
})

export const COMMIT_FIELDS = z.looseObject({
  id: z.string(),
  parent: z.string().nullable(),
  commit_type: z.enum(['delta', 'compaction', 'snapshot']),
  summary: z.string().nullable(),
  message_count: z.number(),
  token_count: z.number(),
  created_at: z.string(),
})

export const COMPRESSED = z.looseObject({
  tag: z.string(),
  mode: z.enum(['lossy', 'lossless']),
  session: z.string(),
  turns: z.tuple([z.number(), z.number()]),
  commit: z.string().nullable(),
  files: z.looseObject({ state: z.string(), prompt: z.string() }),
  gates: z.array(z.looseObject({ name: z.string(), pass: z.boolean(), evidence: z.string() })),
  score: z.number(),
  tokens_before: z.number(),
  tokens_after: z.number(),
  prompt: z.string(),
  warnings: z.array(z.string()),
})
