import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Brief } from '../../src/brief/brief.ts'
import { inherit } from '../../src/brief/inherit.ts'
import type { About } from '../../src/brief/render/about.ts'
import { lossyState } from '../../src/brief/render/lossy-state.ts'
import { NOBODY } from '../../src/brief/render/outline.ts'
import { readYaml } from './read-yaml.ts'
import { ABOUT, BRIEF, ENTRIES, OVER, UNWRITTEN } from './sample-brief.ts'

const round = z.union([z.int().nonnegative(), z.array(z.int().nonnegative()).nonempty()])
const tier = z.number().min(0).max(1)
const listed = <T extends z.ZodRawShape>(shape: T) => z.array(z.strictObject({ ...shape, turn_reference: round }))
const WRITTEN = {
  id: z.string(),
  by: z.enum(['user', 'agent', 'you']),
  tier,
  until: z.string().optional(),
  agreed: z.int().optional(),
  quotes: z.array(z.string().regex(/^r\d+: /)),
}
const DECISION = {
  ...WRITTEN,
  decision: z.string(),
  rationale: z.string().min(1),
  alternatives_rejected: z.array(z.string()),
}
const UNSOURCED = z
  .array(
    z.looseObject({
      tier: z.literal(0.2),
      source: z.literal('written by Stet 0.1 without a source'),
      turn_reference: round,
    }),
  )
  .optional()
const cited = z.array(z.string().regex(/\(rounds? \d+/))

const STATE = z.strictObject({
  compression_mode: z.enum(['lossy', 'partial']),
  conversation_state: z.strictObject({
    session_id: z.string(),
    turns_compressed: z.int(),
    compression_timestamp: z.iso.datetime(),
    last_compressed_tag: z.string().regex(/^[A-Z0-9]+(?:_[A-Z0-9]+)+$/),
    last_compressed_turn_count: z.int(),
    compression_scope: z
      .strictObject({
        mode: z.literal('partial'),
        turn_range: z.tuple([z.int(), z.int()]),
        scope_topic: z.string().nullable(),
        prior_compression_tag: z.string().nullable(),
        context_query: z.string().nullable(),
      })
      .optional(),
    inherited_context: z
      .strictObject({
        source: z.enum(['exact tag', 'keyword match', 'hybrid']),
        source_description: z.string(),
        carried_decisions: listed({ ...DECISION, relevance: z.string().min(1) }),
        carried_constraints: listed({ ...WRITTEN, rule: z.string(), relevance: z.string().min(1) }),
        carried_frameworks: listed({ ...WRITTEN, name: z.string(), summary: z.string(), relevance: z.string().min(1) }),
        contradictions: listed({ inherited: z.string(), current: z.string() }).optional(),
        unsourced: UNSOURCED,
      })
      .optional(),
    problem_definition: z.strictObject({ original_intent: z.string(), refined_intent: z.string(), domain: z.string() }),
    decisions_made: listed(DECISION),
    constraints_discovered: z.strictObject({
      explicit: listed({ ...WRITTEN, rule: z.string() }),
      implicit: z.array(z.never()),
    }),
    artifacts_produced: listed({
      id: z.string().regex(/^A\d{3,}$/),
      type: z.enum(['code', 'schema', 'prompt', 'analysis', 'document']),
      name: z.string(),
      summary: z.string(),
      status: z.enum(['draft', 'final', 'needs-iteration']),
      seen: z.string(),
      version: z.int().positive(),
    }),
    facts: listed({ ...WRITTEN, fact: z.string().optional(), check: z.string().optional() }),
    errors: listed({
      ...z.object(WRITTEN).partial().shape,
      error: z.string(),
      command: z.string().optional(),
    }),
    commits: cited,
    commands: listed({ command: z.string(), exit: z.union([z.int(), z.enum(['failed', 'unknown'])]) }),
    tests: cited,
    plan: cited,
    choices: cited,
    iteration_history: listed({ issue: z.string(), resolution: z.string(), artifacts_affected: z.array(z.string()) }),
    open_threads: listed({
      ...WRITTEN,
      description: z.string(),
      priority: z.enum(['high', 'medium', 'low']),
      blocked_by: z.array(z.string()),
    }),
    unsourced: UNSOURCED,
    left_out: z.array(z.string()),
    continuation_prompt: z.literal('prompt.md'),
  }),
})

const readBack = (brief: Brief, about: About = ABOUT) =>
  STATE.parse(readYaml(lossyState({ ...brief, left: [] }, about, 'prompt.md'))).conversation_state

it('the YAML of a state is of its schema, with what entries and facts say in it', () => {
  const state = readBack(BRIEF)
  expect(state.decisions_made).toMatchObject([
    { id: 'e3', tier: 0.9, alternatives_rejected: ['Kestrel (no transactions)'] },
  ])
  expect(state.open_threads.map(({ id, priority }) => [id, priority])).toEqual([
    ['e5', 'medium'],
    ['e6', 'high'],
  ])
  expect(state.facts.map(({ id, tier: one }) => [id, one])).toEqual([
    ['e4', 0.6],
    ['e7', 0.2],
  ])
  expect(state.iteration_history.map(({ resolution }) => resolution)).toEqual([
    'superseded by e3',
    'gone in round 4',
    'nothing of it is left',
  ])
})

it('the YAML of a state says nothing that nobody wrote', () => {
  const state = readBack(UNWRITTEN)
  expect(state.problem_definition).toMatchObject({ original_intent: NOBODY, refined_intent: NOBODY })
  for (const list of ['decisions_made', 'open_threads', 'facts'] as const) expect(state[list]).toEqual([])
  expect(state.constraints_discovered.explicit).toEqual([])
  expect(state.artifacts_produced[0]).toMatchObject({ seen: 'tests ran after this change and passed (round 4)' })
})

it('the YAML of a partial state is of its schema, with what it takes over and what is shown as contradicting', () => {
  const asked = { query: 'ledger', scope: null, source: 'exact tag', description: 'A_B_C' } as const
  const before = {
    entries: [{ ...OVER[0]!, id: 'e20' }, ENTRIES[1]!, ENTRIES[3]!],
    words: [],
    unsourced: [{ kind: 'rule', text: 'The ledger is read-only.', round: 1 }],
  } as const
  const inherited = inherit(before, BRIEF, asked)
  const state = readBack(BRIEF, {
    ...ABOUT,
    scope: { range: [1, 4], topic: 'the parser: all of it', priorTag: 'A_B_C', query: 'ledger' },
    inherited,
  })
  expect(state.inherited_context).toMatchObject({
    carried_decisions: [{ id: 'e20', relevance: 'about ledg' }],
    carried_constraints: [{ id: 'e2', relevance: 'current rounds name config/billing.yml' }],
    contradictions: [{ current: 'The ledger uses Marlin.', inherited: 'The ledger uses Kestrel. (round 2)' }],
    unsourced: [{ rule: 'The ledger is read-only.' }],
  })
})
