import { expect, it } from 'vitest'
import { z } from 'zod'
import { generate } from '../../bench/digest/generate.ts'
import { realRounds } from '../../bench/digest/real-rounds.ts'
import { extract } from '../../src/digest/extract.ts'
import { inherit } from '../../src/digest/inherit.ts'
import type { About } from '../../src/digest/render/about.ts'
import { withinShare } from '../../src/digest/render/within-share.ts'
import type { DigestRound } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'
import { readYaml } from './read-yaml.ts'

const round = z.union([z.int().nonnegative(), z.array(z.int().nonnegative()).nonempty()])
const short = z.string().max(300)
const tier = z.number().min(0).max(1)
const id = (letter: string) => z.string().regex(new RegExp(`^${letter}\\d{3,}$`))
const cited = short.regex(/\(round \d+\)$/)
const entry = <T extends z.ZodRawShape>(shape: T) => z.array(z.strictObject({ ...shape, turn_reference: round }))

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
        carried_decisions: entry({ id: id('I'), tier, decision: short, relevance: short }),
        carried_constraints: z.array(cited),
        carried_frameworks: entry({ name: z.string(), summary: short, relevance: short }),
        contradictions: entry({ inherited: short, current: short }).optional(),
      })
      .optional(),
    problem_definition: z.strictObject({ original_intent: short, refined_intent: short, domain: short }),
    decisions_made: entry({
      id: id('D'),
      tier,
      decision: short,
      rationale: short.min(1),
      alternatives_rejected: z.array(short),
    }),
    constraints_discovered: z.strictObject({ explicit: z.array(cited), implicit: z.array(short) }),
    artifacts_produced: entry({
      id: id('A'),
      type: z.enum(['code', 'schema', 'prompt', 'analysis', 'document']),
      name: z.string(),
      summary: short,
      status: z.enum(['draft', 'final', 'needs-iteration']),
      version: z.int().positive(),
    }),
    facts: entry({ id: id('F'), fact: short }),
    errors: entry({ id: id('E'), error: short }),
    commands: entry({ id: id('C'), command: short, exit: z.union([z.int(), z.enum(['failed', 'unknown'])]) }),
    tests: entry({ id: id('R'), command: short, outcome: short }),
    iteration_history: entry({ issue: short, resolution: short, artifacts_affected: z.array(z.string()) }),
    terminology: entry({ term: z.string(), meaning: short }).optional(),
    open_threads: entry({
      id: id('T'),
      description: short,
      priority: z.enum(['high', 'medium', 'low']),
      blocked_by: z.array(z.string()),
    }),
    continuation_prompt: z.literal('prompt.md'),
  }),
})

const ABOUT: About = {
  session: 's',
  title: null,
  cwd: '/repo',
  tag: 'A_B_C',
  at: '2031-01-01T00:00:00Z',
  turns: 60,
  last: 60,
}

/** The state of these rounds, read back; every entry of state and prompt is checked for its length. */
function readBack(rounds: readonly DigestRound[], about: About = ABOUT) {
  const { state, prompt } = withinShare(settle(extract(rounds)), about, 3_000_000)
  for (const line of `${state}\n${prompt}`.split('\n')) {
    const item = /^\s*- (.*)$/.exec(line)?.[1]
    if (item !== undefined) expect(item.length, item).toBeLessThanOrEqual(300)
  }
  return STATE.parse(readYaml(state))
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('the YAML of a state is of its schema, made-up session %i', (seed) => {
  const part = seed > 6 ? 'unseen' : seed % 2 === 0 ? 'held out' : 'development'
  const { conversation_state: state } = readBack(generate({ seed, part }).rounds)
  for (const list of ['decisions_made', 'artifacts_produced', 'facts', 'errors', 'commands', 'open_threads'] as const)
    expect(state[list].length, list).toBeGreaterThan(0)
})

it('the YAML of a partial state is of its schema, with what it takes over', () => {
  const before = extract(generate({ seed: 8, part: 'development' }).rounds)
  const { rounds } = generate({ seed: 9, part: 'development' })
  const { names } = settle(before).decisions[0]!
  const query = names.join(' ')
  const context = { source: 'exact tag', description: 'A_B_C', tag: 'A_B_C' } as const
  const read = readBack(rounds, {
    ...ABOUT,
    scope: { range: [1, 60], topic: 'the parser: all of it', priorTag: 'A_B_C', query },
    inherited: inherit(before, settle(extract(rounds)), { ...context, query, scope: null }),
  })
  expect(read.compression_mode).toBe('partial')
  expect(read.conversation_state.inherited_context!.carried_decisions.length).toBeGreaterThan(0)
})

it('the YAML of real sessions is of its schema', ({ skip }) => {
  const real = realRounds()
  if (!real) return skip('../shared/corpus is absent')
  for (const rounds of real) readBack(rounds)
})
