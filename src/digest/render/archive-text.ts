import type { About } from './about.ts'
import type { Archive } from './archive.ts'

/** The archive for people. */
export function archiveText(archive: Archive): string {
  return [
    `# Archive of ${archive.tag}`,
    '',
    '## Metadata',
    `- Session: ${archive.session}`,
    `- Made: ${archive.at}`,
    `- Rounds: ${archive.transcript[0]?.round ?? 0} to ${archive.transcript.at(-1)?.round ?? 0}`,
    '',
    '## Compression Lineage',
    '| tag | turns | made |',
    '|---|---|---|',
    ...archive.lineage.map((one) => `| ${one.tag} | ${one.turns.join('-')} | ${one.at} |`),
    ...(archive.inherited_context ? inheritedLines(archive.inherited_context) : []),
    '',
    '## Decision Log',
    ...archive.decisions.flatMap((one) => [
      `### ${one.id}: ${inLine(one.decision)}`,
      `- ${one.confidence}, tier ${one.tier}, turn ${one.turn}${one.timestamp === null ? '' : `, ${one.timestamp}`}${one.superseded_in === null ? '' : `, superseded in turn ${one.superseded_in}`}`,
      `- Why: ${inLine(one.rationale)}`,
      `- Turned down: ${one.alternatives_considered.map(({ option }) => inLine(option)).join(', ') || 'nothing named'}`,
      ...(one.context === null ? [] : [`- Asked for then: ${inLine(one.context)}`]),
      ...(one.inherited_from === null ? [] : [`- Taken over from: ${inLine(one.inherited_from)}`]),
      ...(one.dependencies.length === 0 ? [] : [`- Builds on: ${one.dependencies.join(', ')}`]),
      ...(one.dependents.length === 0 ? [] : [`- Taken up by: ${one.dependents.join(', ')}`]),
      ...(one.rationale_chain.length === 0 ? [] : [`- Rounds that led to it: ${one.rationale_chain.join(', ')}`]),
      `- Whole: ${one.full_context_ref}`,
    ]),
    '',
    '## Artifact History',
    ...archive.artifacts.flatMap((file) => [
      `### ${file.path}`,
      ...file.versions.flatMap((one) => [
        `#### version ${one.version}, turn ${one.turn}, ${one.triggered_by}`,
        ...(one.content === null ? changeLines(one) : [fenced(one.content)]),
      ]),
    ]),
    '',
    '## Chunk Index',
    '| chunk | turns | topic | decisions | scope |',
    '|---|---|---|---|---|',
    ...archive.chunks.map(
      (one) =>
        `| ${one.id} | ${one.turns.join('-')} | ${cell(one.topic)} | ${one.decisions.join(', ')} | ${cell(one.scope ?? 'all')} |`,
    ),
    '',
    '## Full Transcript',
    ...archive.transcript.flatMap((one) => [
      '',
      ...archive.chunks
        .filter(({ turns }) => turns[0] === one.round)
        .map(({ id, turns }) => `<!-- ${id}: turns ${turns.join('-')} -->`),
      `### Turn ${one.round}${one.at === null ? '' : ` · ${one.at}`}`,
      one.text,
    ]),
    '',
  ].join('\n')
}

function inheritedLines(inherited: NonNullable<About['inherited']>): readonly string[] {
  const { source, description, constraints, frameworks, contradictions } = inherited
  return [
    '',
    '## Inherited Context Snapshot',
    `Taken over by ${source} from ${description}; its decisions are in the log.`,
    ...constraints.map((one) => `- Rule: ${inLine(one.text)} (turn ${one.round})`),
    ...frameworks.map((one) => `- ${inLine(one.name)}: ${inLine(one.text)} (turn ${one.round})`),
    ...contradictions.map(
      (one) =>
        `- Contradiction, to be settled with the user: before: ${inLine(one.inherited)} · now: ${inLine(one.current)} (turn ${one.round})`,
    ),
  ]
}

/** What is known of a version whose text is not: what it exchanged, or the command. */
function changeLines({ changes_from_previous: changes, command }: Archive['artifacts'][number]['versions'][number]) {
  return [
    'What the file held before is not recorded. The change:',
    ...changes.flatMap(({ before, after }) => [fenced(before ?? ''), 'became', fenced(after)]),
    ...(command === null ? [] : [fenced(command)]),
  ]
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function cell(text: string): string {
  return inLine(text).replaceAll('|', '\\|')
}

/** A fence that nothing inside can end. */
function fenced(text: string): string {
  let longest = 2
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
