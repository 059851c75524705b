import { type Entry, type EntryKind, TIERS } from '../entries/entry.ts'
import { shortened } from '../shortened.ts'
import { type About, type Carried, type Inherited, UNSOURCED, type Unsourced } from './about.ts'
import { numbered } from './archive.ts'
import { factSections, fileText, shownPath } from './fact-sections.ts'
import { firstLine, nobody } from './outline.ts'
import { leftLines, type Shown } from './shown.ts'

/** A value that YAML can hold; undefined fields are left out. */
type Yaml = string | number | boolean | null | readonly Yaml[] | Fields
type Fields = { readonly [key: string]: Yaml | undefined }

/** The lossy state as YAML: one line a thing, each with its round. What was said is in the prompt beside it. */
export function lossyState(shown: Shown, about: About, prompt: string): string {
  return `# ${firstLine(shown)}\n${toYaml(stateOf(shown, about, prompt))}`
}

function stateOf(shown: Shown, about: About, prompt: string): Fields {
  const { facts, entries } = shown
  const { scope, inherited, cwd, unsourced = [] } = about
  const of = (...kinds: readonly EntryKind[]) => entries.current.filter(({ kind }) => kinds.includes(kind))
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
      inherited_context: inherited && inheritedFields(inherited),
      problem_definition: {
        original_intent: tasks[0]?.text ?? nobody(shown),
        refined_intent: of('task').at(-1)?.text ?? nobody(shown),
        domain: domainOf(shown),
      },
      decisions_made: of('decision').map(decision),
      constraints_discovered: { explicit: of('rule').map((one) => written(one, 'rule')), implicit: [] },
      artifacts_produced: facts.files.map(({ path, tested, rounds: all, ...file }, at) => ({
        id: `A${numbered(at)}`,
        type: typeOf(path),
        name: shownPath(path, cwd),
        summary: fileText(file),
        status: tested === null ? 'draft' : tested.outcome === 'passed' ? 'final' : 'needs-iteration',
        seen:
          tested === null
            ? 'no test known to cover it ran after its last change'
            : `tests ran after this change and ${tested.outcome} (round ${tested.round})`,
        version: all.length,
        turn_reference: rounds(all),
      })),
      facts: of('fact', 'check').map((one) => written(one, one.kind)),
      errors: [
        ...of('error').map((one) => written(one, 'error')),
        ...facts.errors
          .filter(({ gone }) => gone === null)
          .map(({ text, command, last }) => ({
            error: shortened(text),
            command: shortened(command, 80),
            turn_reference: last,
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
      unsourced: unsourcedFields(unsourced),
      left_out: leftLines(shown, about.session),
      continuation_prompt: prompt,
    },
  }
}

function inheritedFields({ source, description, entries, contradictions, unsourced }: Inherited): Fields {
  const carried = (isMeant: (kind: EntryKind) => boolean, fields: (entry: Entry) => Fields) =>
    entries
      .filter(({ entry }) => isMeant(entry.kind))
      .map(({ entry, relevance }: Carried) => ({ ...fields(entry), relevance }))
  return {
    source,
    source_description: description,
    carried_decisions: carried((kind) => kind === 'decision', decision),
    carried_constraints: carried(
      (kind) => kind === 'rule',
      (entry) => written(entry, 'rule'),
    ),
    carried_frameworks: carried(
      (kind) => kind !== 'decision' && kind !== 'rule',
      (entry) => ({ ...written(entry, 'summary'), name: entry.kind }),
    ),
    contradictions:
      contradictions.length === 0
        ? undefined
        : contradictions.map(({ round, ...both }) => ({ ...both, turn_reference: round })),
    unsourced: unsourcedFields(unsourced),
  }
}

/** An entry as a mapping, its text under the name that the schema has for it. */
function written({ id, text, by, rounds: all, quotes, tier, until, agreed }: Entry, name: string): Fields {
  return {
    id,
    [name]: text,
    by,
    tier: TIERS[tier],
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

function unsourcedFields(lines: readonly Unsourced[]): Yaml | undefined {
  if (lines.length === 0) return undefined
  const checked = { tier: TIERS.archive, source: UNSOURCED }
  return lines.map(({ kind, text, round }) => ({ [kind]: text, ...checked, turn_reference: round }))
}

/** What is over: how it was, and what was seen or written to end it. */
function historyOf({ entries, facts }: Shown, { cwd }: About): readonly Yaml[] {
  const ended = (issue: string, resolution: string, all: readonly number[], paths: readonly string[] = []): Fields => ({
    issue,
    resolution,
    artifacts_affected: paths,
    turn_reference: rounds(all),
  })
  const successor = (id: string) => entries.current.find(({ supersedes = [] }) => supersedes.includes(id))?.id
  return [
    ...entries.over.map(({ id, text, over, rounds: all }) =>
      ended(
        text,
        over === undefined ? `superseded by ${successor(id) ?? 'a later entry'}` : `over since round ${over}`,
        all,
      ),
    ),
    ...facts.errors.flatMap(({ text, gone, first }) =>
      gone === null ? [] : [ended(shortened(text), `gone in round ${gone}`, [first])],
    ),
    ...facts.files
      .filter(({ state }) => state === 'reverted')
      .map((file) => ended('changed and put back', 'nothing of it is left', file.rounds, [shownPath(file.path, cwd)])),
  ]
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

const PLAIN = /^[A-Za-z_/.][\w ./@()+-]*$/
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i

/**
 * Writes YAML: mappings and lists of lists by indentation, the entries of a list as one line each, so that an entry and
 * its round are together. Every text that could be read as something else is quoted as JSON quotes it.
 */
function toYaml(value: Fields, indent = ''): string {
  const lines = Object.entries(value).map(([key, one]) => {
    if (one === undefined) return ''
    if (typeof one !== 'object' || one === null) return `${indent}${key}: ${inline(one)}\n`
    if (!isList(one)) return `${indent}${key}:\n${toYaml(one, `${indent}  `)}`
    const items = one.map((item) => `${indent}  - ${inline(item)}\n`)
    return items.length === 0 ? `${indent}${key}: []\n` : `${indent}${key}:\n${items.join('')}`
  })
  return lines.join('')
}

function inline(value: Yaml): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return `[${value.map(inline).join(', ')}]`
  return `{${Object.entries(value)
    .flatMap(([key, one]) => (one === undefined ? [] : [`${key}: ${inline(one)}`]))
    .join(', ')}}`
}

function isList(value: readonly Yaml[] | Fields): value is readonly Yaml[] {
  return Array.isArray(value)
}

/** Characters that JSON leaves as they are and YAML does not allow, or reads as the end of a line. */
const ODD = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

function quoted(text: string): string {
  const isPlain =
    PLAIN.test(text) && !WORDS.test(text) && !text.endsWith(' ') && !/^[.\d]+$/.test(text) && text.length < 200
  if (isPlain) return text
  return JSON.stringify(text).replace(ODD, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
