import type { Entry } from '../entries/entry.ts'
import { shortened } from '../shortened.ts'
import { type About, UNSOURCED, type Unsourced } from './about.ts'
import { factSections, fileText, shownPath } from './fact-sections.ts'
import { leftLines } from './left-lines.ts'
import { firstLine, NOBODY } from './outline.ts'
import type { Shown } from './shown.ts'
import { tierOf } from './tier.ts'
import { toYaml, type Yaml } from './yaml.ts'

/** The lossy state as YAML: one line a thing, each with its round. What was said is in the prompt beside it. */
export function lossyState(shown: Shown, about: About, prompt: string): string {
  return `# ${firstLine(shown)}\n${toYaml(stateOf(shown, about, prompt))}`
}

function stateOf(shown: Shown, about: About, prompt: string): { readonly [key: string]: Yaml | undefined } {
  const { facts, entries } = shown
  const { scope, inherited, cwd, unsourced = [] } = about
  const of = (...kinds: readonly Entry['kind'][]) => entries.current.filter(({ kind }) => kinds.includes(kind))
  const tasks = [...entries.over, ...entries.current].filter(({ kind }) => kind === 'task')
  const sections = factSections(facts, cwd)
  const lines = (name: string) => (sections.find((one) => one.name === name)?.lines ?? []).map(({ text }) => text)
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
        carried_decisions: inherited.entries
          .filter(({ entry }) => entry.kind === 'decision')
          .map(({ entry, relevance }) => ({ ...decision(entry), relevance })),
        carried_constraints: inherited.entries
          .filter(({ entry }) => entry.kind === 'rule')
          .map(({ entry, relevance }) => ({ ...written(entry, 'rule'), relevance })),
        carried_frameworks: inherited.entries
          .filter(({ entry }) => entry.kind !== 'decision' && entry.kind !== 'rule')
          .map(({ entry, relevance }) => ({ ...written(entry, 'summary'), name: entry.kind, relevance })),
        contradictions:
          inherited.contradictions.length === 0
            ? undefined
            : inherited.contradictions.map((one) => ({
                inherited: one.inherited,
                current: one.current,
                turn_reference: one.round,
              })),
        unsourced: bare(inherited.unsourced),
      },
      problem_definition: {
        original_intent: tasks[0]?.text ?? NOBODY,
        refined_intent: of('task').at(-1)?.text ?? NOBODY,
        domain: domainOf(shown),
      },
      decisions_made: of('decision').map(decision),
      constraints_discovered: { explicit: of('rule').map((one) => written(one, 'rule')), implicit: [] },
      artifacts_produced: facts.files.map((file, at) => ({
        id: `A${number(at)}`,
        type: typeOf(file.path),
        name: shownPath(file.path, cwd),
        summary: fileText(file),
        status: file.tested === null ? 'draft' : file.tested.outcome === 'passed' ? 'final' : 'needs-iteration',
        seen:
          file.tested === null
            ? 'no test ran after its last change'
            : `tests ran after this change and ${file.tested.outcome} (round ${file.tested.round})`,
        version: file.rounds.length,
        turn_reference: rounds(file.rounds),
      })),
      facts: of('fact', 'check').map((one) => written(one, one.kind)),
      errors: [
        ...of('error').map((one) => written(one, 'error')),
        ...facts.errors
          .filter(({ gone }) => gone === null)
          .map((one) => ({
            error: shortened(one.text),
            command: shortened(one.command, 80),
            turn_reference: one.last,
          })),
      ],
      commits: lines('commits'),
      commands: facts.commands.map(({ command, exit, failed, rounds: all }) => ({
        command,
        exit: exit ?? (failed ? 'failed' : 'unknown'),
        turn_reference: rounds(all),
      })),
      tests: lines('tests'),
      plan: lines('plan'),
      choices: lines('choices'),
      iteration_history: historyOf(shown, about),
      open_threads: of('next', 'open', 'idea').map((one) => ({
        ...written(one, 'description'),
        priority: one.kind === 'next' ? 'high' : one.kind === 'open' ? 'medium' : 'low',
        blocked_by: one.waits_for === undefined ? [] : [one.waits_for],
      })),
      unsourced: bare(unsourced),
      left_out: leftLines(shown, about.session),
      continuation_prompt: prompt,
    },
  }
}

type Fields = { readonly [key: string]: Yaml | undefined }

/** An entry as a mapping, its text under the name that the schema has for it. */
function written({ id, text, by, rounds: all, quotes, tier, until, agreed }: Entry, name: string): Fields {
  return {
    id,
    [name]: text,
    by,
    tier: tierOf(tier),
    until,
    agreed,
    quotes: quotes.map(({ round, words }) => `r${round}: ${words}`),
    turn_reference: rounds(all),
  }
}

function decision(one: Entry): Fields {
  return {
    ...written(one, 'decision'),
    rationale: one.why?.text ?? 'none written',
    alternatives_rejected: (one.rejected ?? []).map(({ what, why }) => (why === undefined ? what : `${what} (${why})`)),
  }
}

function bare(lines: readonly Unsourced[]): Yaml | undefined {
  if (lines.length === 0) return undefined
  return lines.map(({ kind, text, round }) => ({
    [kind]: text,
    tier: tierOf('archive'),
    source: UNSOURCED,
    turn_reference: round,
  }))
}

/** What is over: how it was, and what was seen or written to end it. */
function historyOf({ entries, facts }: Shown, { cwd }: About): readonly Yaml[] {
  return [
    ...entries.over.map((one) => ({
      issue: one.text,
      resolution:
        one.over === undefined
          ? `superseded by ${entries.current.find(({ supersedes = [] }) => supersedes.includes(one.id))?.id ?? 'a later entry'}`
          : `over since round ${one.over}`,
      artifacts_affected: [],
      turn_reference: rounds(one.rounds),
    })),
    ...facts.errors
      .filter(({ gone }) => gone !== null)
      .map(({ text, gone, first }) => ({
        issue: shortened(text),
        resolution: `gone in round ${gone}`,
        artifacts_affected: [],
        turn_reference: first,
      })),
    ...facts.files
      .filter(({ state }) => state === 'reverted')
      .map((file) => ({
        issue: 'changed and put back',
        resolution: 'nothing of it is left',
        artifacts_affected: [shownPath(file.path, cwd)],
        turn_reference: rounds(file.rounds),
      })),
  ]
}

function number(at: number): string {
  return String(at + 1).padStart(3, '0')
}

function rounds(all: readonly number[]): Yaml {
  return all.length === 1 ? all[0]! : all
}

function typeOf(path: string): string {
  if (/\.(?:sql|prisma|proto|graphql|xsd)$|schema/i.test(path)) return 'schema'
  return /\.(?:md|mdx|rst|txt|adoc|html|tex)$/i.test(path) ? 'document' : 'code'
}

/** How the files end that the work was in. */
function domainOf({ facts }: Shown): string {
  const endings = facts.files.flatMap(({ path }) => /\.(\w{1,8})$/.exec(path)?.[1] ?? [])
  return endings.length === 0 ? 'no file was changed' : `files of ${[...new Set(endings)].slice(0, 5).join(', ')}`
}
