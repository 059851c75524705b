import { type About, UNSOURCED } from './about.ts'
import type { Archive } from './archive.ts'
import { entryText } from './entry-text.ts'
import { firstLine } from './outline.ts'
import { wordLines } from './word-lines.ts'

/** The archive for people. */
export function archiveText(archive: Archive): string {
  const { transcript, inherited_context: inherited, entries, unsourced } = archive
  return [
    firstLine(archive),
    '',
    `# Archive of ${archive.tag}`,
    '',
    '## Metadata',
    `- Session: ${archive.session}`,
    `- Made: ${archive.at}`,
    `- Rounds: ${transcript[0]?.round ?? 0} to ${transcript.at(-1)?.round ?? 0}`,
    '',
    '## Compression Lineage',
    '| tag | turns | made |',
    '|---|---|---|',
    ...archive.lineage.map((one) => `| ${one.tag} | ${one.turns.join('-')} | ${one.at} |`),
    ...(inherited ? inheritedLines(inherited) : []),
    '',
    '## Decision Log',
    ...archive.decisions.flatMap((one) => [
      `### ${one.id}: ${inLine(one.decision)}`,
      `- Entry ${one.entry}, by ${one.by}, written by ${inLine(one.written_by)}, ${one.confidence} (${one.tier}), turn ${one.turn}${one.timestamp === null ? '' : `, ${one.timestamp}`}${one.over === null ? '' : `, over since turn ${one.over}`}`,
      ...one.quotes.map(({ round, words }) => `- Turn ${round}: “${inLine(words)}”`),
      `- Why: ${one.rationale === null ? 'none written' : inLine(one.rationale)}`,
      `- Turned down: ${one.alternatives_considered.map(({ option }) => inLine(option)).join(', ') || 'none written'}`,
      ...(one.supersedes.length === 0 ? [] : [`- In place of: ${one.supersedes.join(', ')}`]),
      ...(one.superseded_by.length === 0 ? [] : [`- Superseded by: ${one.superseded_by.join(', ')}`]),
      `- Rounds: ${one.rationale_chain.join(', ')}`,
      `- Whole: ${one.full_context_ref}`,
    ]),
    '',
    '## Entries',
    ...entries.current.map((one) => `- ${one.kind}: ${entryText(one).text}`),
    ...entries.over.map((one) => `- ${one.kind}, not current: ${entryText(one).text}`),
    ...(unsourced.length === 0 ? [] : ['', `## ${UNSOURCED[0]!.toUpperCase()}${UNSOURCED.slice(1)}`]),
    ...unsourced.map(({ kind, text, round }) => `- ${kind}: ${inLine(text)} (round ${round})`),
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
    '| chunk | turns | begins with | decisions | scope |',
    '|---|---|---|---|---|',
    ...archive.chunks.map(
      (one) =>
        `| ${one.id} | ${one.turns.join('-')} | ${cell(one.topic)} | ${one.decisions.join(', ')} | ${cell(one.scope ?? 'all')} |`,
    ),
    '',
    '## Full Transcript',
    ...transcript.flatMap((one) => [
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
  const { source, description, entries, words, unsourced, contradictions } = inherited
  return [
    '',
    '## Inherited Context Snapshot',
    `Taken over by ${source} from ${description}; its decisions are in the log.`,
    ...entries.map(({ entry, relevance }) => `- ${entry.kind} [${relevance}]: ${entryText(entry).text}`),
    ...wordLines(words),
    ...unsourced.map(({ kind, text, round }) => `- ${kind}, ${UNSOURCED}: ${inLine(text)} (round ${round})`),
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
