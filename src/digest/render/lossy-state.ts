import { toYaml, type Yaml } from '../../brief/render/yaml.ts'
import { shortened, shortenedAnswer } from '../../brief/shortened.ts'
import type { PlanEntry, ProseEntry } from '../entry.ts'
import type { View } from '../settle.ts'
import { tierOf } from '../tier.ts'
import type { About } from './about.ts'
import { decisionId, SAID } from './archived-decisions.ts'
import { blockedBy } from './blocked-by.ts'
import { fileText, shownPath, shownRounds, testText } from './words.ts'

/** The lossy state as YAML: one line an entry, every entry with its round. Decisions have the names they have in `whole`. */
export function lossyState(view: View, about: About, prompt: string, whole = view): string {
  return toYaml(stateValue(view, about, prompt, whole))
}

function stateValue(
  view: View,
  about: About,
  prompt: string,
  whole: View,
): { readonly [key: string]: Yaml | undefined } {
  const { scope, inherited } = about
  return {
    compression_mode: scope ? 'partial' : 'lossy',
    conversation_state: {
      session_id: about.session,
      turns_compressed: about.turns,
      compression_timestamp: about.at,
      last_compressed_tag: about.tag,
      last_compressed_turn_count: about.last,
      compression_scope: scope && {
        mode: 'partial',
        turn_range: scope.range,
        scope_topic: scope.topic,
        prior_compression_tag: scope.priorTag,
        context_query: scope.query,
      },
      inherited_context: inherited && {
        source: inherited.source,
        source_description: inherited.description,
        carried_decisions: inherited.decisions.map((one, at) => ({
          id: `I${number(at)}`,
          tier: one.tier,
          decision: shortened(one.text, 180),
          relevance: one.relevance,
          turn_reference: one.round,
        })),
        carried_constraints: inherited.constraints.map((one) => `${shortened(one.text, 230)} (round ${one.round})`),
        carried_frameworks: inherited.frameworks.map((one) => ({
          name: one.name,
          summary: shortened(one.text, 180),
          relevance: one.relevance,
          turn_reference: one.round,
        })),
        contradictions:
          inherited.contradictions.length === 0
            ? undefined
            : inherited.contradictions.map((one) => ({
                inherited: one.inherited,
                current: one.current,
                turn_reference: one.round,
              })),
      },
      problem_definition: {
        original_intent: shortened(view.goals[0]?.text ?? '', 240),
        refined_intent: shortened(view.goals.at(-1)?.text ?? '', 240),
        domain: domainOf(view),
      },
      decisions_made: view.decisions.map((one) => decision(one, whole.decisions.indexOf(one), view)),
      constraints_discovered: {
        explicit: view.constraints.map((one) => `${shortened(one.text, 230)} (round ${one.round})`),
        implicit: [],
      },
      artifacts_produced: view.files.changed.map((file, at) => ({
        id: `A${number(at)}`,
        type: typeOf(file.path),
        name: shownPath(file.path, about.cwd),
        summary: fileText(file),
        status: file.tests === 'passed' ? 'final' : file.tests === 'failed' ? 'needs-iteration' : 'draft',
        version: file.rounds.length,
        turn_reference: rounds(file.rounds),
      })),
      facts: view.facts.map((one, at) => ({
        id: `F${number(at)}`,
        fact: shortened(one.text, 230),
        turn_reference: one.round,
      })),
      errors: view.errors.open.map((one, at) => ({
        id: `E${number(at)}`,
        error: shortened(one.text, 220),
        turn_reference: one.round,
      })),
      commands: view.commands.map((one, at) => ({
        id: `C${number(at)}`,
        command: one.command,
        exit: one.exit ?? (one.failed ? 'failed' : 'unknown'),
        turn_reference: rounds(one.rounds),
      })),
      tests: view.tests.map((one, at) => ({
        id: `R${number(at)}`,
        command: one.command,
        outcome: testText(one),
        turn_reference: rounds(one.rounds),
      })),
      iteration_history: history(view, about),
      terminology:
        view.terms.length === 0
          ? undefined
          : view.terms.map((one) => ({ term: one.term, meaning: one.text, turn_reference: one.round })),
      open_threads: view.threads.map((one, at) => thread(one, at, view.to)),
      continuation_prompt: prompt,
    },
  }
}

function number(at: number): string {
  return String(at + 1).padStart(3, '0')
}

function rounds(all: readonly number[]): Yaml {
  return all.length === 1 ? all[0]! : shownRounds(all)
}

/** Characters of a decision, its reason and what was turned down: with the names of its fields an entry has at most 300. */
const DECISION = 200
/** A reason has at least so much of that. */
const LEAST_WHY = 70

function decision(one: ProseEntry, at: number, view: View): Yaml {
  const why = one.why
  const start = why === undefined ? -1 : one.text.indexOf(why.replace(/…$/, ''))
  const said = start > 20 ? one.text.slice(0, start).replace(/[\s,;:—–-]+$/, '') : one.text
  const rejected = (one.rejected ?? []).slice(0, 2).map((name) => shortened(name, 24))
  const room = DECISION - rejected.join(', ').length
  const text = shortenedAnswer(said, room - Math.min(why?.length ?? SAID.length, LEAST_WHY))
  return {
    id: decisionId(at),
    tier: tierOf(one, view),
    decision: text,
    rationale: why === undefined ? SAID : shortened(why, room - text.length),
    alternatives_rejected: rejected,
    turn_reference: one.round,
  }
}

function thread(one: ProseEntry | PlanEntry, at: number, last: number): Yaml {
  const isActive = one.kind === 'plan' && one.status === 'active'
  const blocked = blockedBy(one)
  return {
    id: `T${number(at)}`,
    description: shortened(one.text, 210 - blocked.join('').length),
    priority:
      isActive || (one.kind !== 'plan' && one.who === 'user') ? 'high' : one.round > last * 0.7 ? 'medium' : 'low',
    blocked_by: blocked,
    turn_reference: one.round,
  }
}

/** What is over: how it was and what ended it. */
function history(view: View, { cwd }: About): readonly Yaml[] {
  return [
    ...view.over.map(({ entry, by }) => ({
      issue: shortened(entry.text, 180),
      resolution: `${overWord(entry)} in round ${by}`,
      artifacts_affected: [],
      turn_reference: entry.round,
    })),
    ...view.errors.resolved.map(({ entry, by }) => ({
      issue: shortened(entry.text, 160),
      resolution: `gone in round ${by}`,
      artifacts_affected: [],
      turn_reference: entry.round,
    })),
    ...view.files.undone.map((file) => ({
      issue: 'changed and put back',
      resolution: 'nothing of it is left',
      artifacts_affected: [shownPath(file.path, cwd)],
      turn_reference: rounds(file.rounds),
    })),
  ]
}

function overWord(entry: View['over'][number]['entry']): string {
  const { kind } = entry
  if (entry.kind === 'plan' && entry.status !== 'done') return 'left out of the plan'
  return kind === 'decision' ? 'reversed' : kind === 'constraint' ? 'lifted' : kind === 'fact' ? 'corrected' : 'closed'
}

function typeOf(path: string): string {
  if (/\.(?:sql|prisma|proto|graphql|xsd)$|schema/i.test(path)) return 'schema'
  if (/\.(?:md|mdx|rst|txt|adoc|html|tex)$/i.test(path)) return 'document'
  return 'code'
}

/** The folders and kinds of files the work was in. */
function domainOf(view: View): string {
  const counts = new Map<string, number>()
  for (const { path } of view.files.changed) {
    const kind = /\.(\w{1,8})$/.exec(path)?.[1]
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const kinds = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([kind]) => kind)
  return kinds.length > 0 ? `software (${kinds.join(', ')})` : 'software'
}
