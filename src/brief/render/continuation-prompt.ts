import { estimateTokens } from '../../model/tokens.ts'
import type { EntryKind } from '../entries/entry.ts'
import { RETRIEVALS } from '../retrieval.ts'
import { shortened } from '../shortened.ts'
import type { About, Inherited } from './about.ts'
import { type Archive, MOST_TOKENS } from './archive.ts'
import { factSections, shownPath } from './fact-sections.ts'
import { bullets, cell, entryText, section, wordLines } from './line.ts'
import { ENTRY_HEADINGS, entriesOf, firstLine, leftPart, nobody, otherKinds, saidPart } from './outline.ts'
import type { Shown } from './shown.ts'

/** A title that a client took from the first message ends wherever its room did. */
const LONGEST_TITLE = 100
/** Documents that are named; the record has all of them. */
const NAMED = 4
/** Characters of a lossless prompt before anything is added to it: what is added needs the rest. */
export const MOST_CHARS = 2.2 * MOST_TOKENS

export const SAID = '## What was said'
export const NEXT = '## Next action'

/**
 * What a new session begins with. It assumes nothing is known: first what somebody wrote, then what tool calls show, then the
 * words themselves; what to do next comes last, or, where nobody wrote that, the last words.
 */
export function continuationPrompt(shown: Shown, about: About): string {
  const { inherited, cwd, session, file } = about
  const next = entriesOf(shown, 'next')
  const said = saidPart(shown, SAID)
  const action = next.length === 0 ? ['', NEXT, nobody(shown)] : section(NEXT, next)
  return [
    firstLine(shown),
    '',
    `# Continue: ${shortened(about.title ?? 'the work', LONGEST_TITLE)} [${about.tag}]`,
    '',
    `You take over as the coding agent of session ${session}${cwd === null ? '' : ` in ${cwd}`}. Below is what is known of its rounds ${shown.facts.from} to ${shown.facts.to}. Anything else: \`stet search WORDS --in all\`; the whole of round N: \`stet inject ${session}:N\`; the tools search and inject of the server stet do the same.${file === undefined ? '' : ` Where neither is found, read its file, ${file}.`}`,
    ...(inherited ? [...foundation(inherited), '', '# Current Session'] : []),
    ...['task' as const, ...otherKinds('task', 'next')].flatMap((kind) => {
      const lines = entriesOf(shown, kind)
      const isAskedFor = kind === 'task' || kind === 'decision'
      const heading = `## ${ENTRY_HEADINGS[kind]}`
      return lines.length === 0 && isAskedFor ? ['', heading, nobody(shown)] : section(heading, lines)
    }),
    ...factSections(shown.facts, cwd).flatMap(({ heading, lines }) => section(`## ${heading}`, lines)),
    ...section('## What does not hold any more', shown.entries.over.map(entryText)),
    ...leftPart(shown, session, '## What is not in this text', partsLeft(shown, about)),
    ...(next.length === 0 ? [...action, ...said] : [...said, ...action]),
    '',
  ].join('\n')
}

function foundation({ source, description, entries, words, contradictions }: Inherited): readonly string[] {
  const carried = entries.filter(({ entry }) => entry.tier !== 'archive')
  const part = (heading: string, isMeant: (kind: EntryKind) => boolean) =>
    section(
      heading,
      carried
        .filter(({ entry }) => isMeant(entry.kind))
        .map(({ entry, relevance }) => `[${relevance}] ${entryText(entry).text}`),
    )
  return [
    '',
    '# Foundational Context',
    `Taken over by ${source} from ${description}.`,
    ...part('## Decisions that carry over', (kind) => kind === 'decision'),
    ...part('## Rules that carry over', (kind) => kind === 'rule'),
    ...part('## What else carries over', (kind) => kind !== 'decision' && kind !== 'rule'),
    ...(words.length === 0 ? [] : ['', '## What was said there', ...wordLines(words)]),
    ...section(
      '## Contradictions to settle with the user',
      contradictions.map((one) => `before: ${one.inherited} · now: ${one.current} (round ${one.round})`),
    ),
  ]
}

/** What became of each part of the context that is not told here. */
function partsLeft({ facts }: Shown, { session, cwd, components = [] }: About): readonly string[] {
  const changed = new Set(facts.files.map(({ path }) => path))
  const read = facts.read.filter(({ path }) => !changed.has(path)).slice(-NAMED)
  const named = read.map(({ path, round }) => `${shortened(shownPath(path, cwd), 40)} (round ${round})`).join(', ')
  return components
    .filter(({ component, tokens }) => tokens > 0 && component !== 'messages')
    .map(({ component, tokens }) =>
      component === 'tool_outputs'
        ? `Outputs of tools, ${tokens} tokens: \`stet inject ${session}:N\` brings back those of round N.`
        : `Documents, ${tokens} tokens: read again what you need${named === '' ? '' : `, such as ${named}`}.`,
    )
}

/** The prompt of a lossless compression: that of a lossy one with the archive, an index of the decisions and the way back to everything. */
export function losslessPrompt(prompt: string, archive: Archive): string {
  const { session, tag, transcript, external_store: store, lineage } = archive
  const before = lineage.slice(0, -1).map((one) => one.tag)
  const reference = [
    `Archive of rounds ${transcript[0]?.round ?? 0} to ${transcript.at(-1)?.round ?? 0} of session ${session}: ${store.location}`,
    ...(before.length === 0 ? [] : [`Compressions before ${tag}: ${before.slice(-3).join(', ')}`]),
  ]
  const all = rowsOf(archive)
  for (let left = 0; ; left++) {
    const parts = [
      ...section('## Session reference', reference),
      ...(all.length === 0 ? [] : ['', '## Decision index', '| ID | Decision | Rationale | Source | Ref |']),
      ...(all.length === 0 ? [] : ['|---|---|---|---|---|', ...all.slice(left)]),
      ...(left === 0 ? [] : [`${left} more are in the archive's decision log.`]),
      '',
      '## Retrieval',
      ...bullets(RETRIEVALS.map((one) => `"${one.example}": ${one.does}`)),
      `Ask with \`stet retrieve "QUESTION" --session ${session}\`.`,
    ]
    const made = prompt.replace(`\n${NEXT}\n`, () => `${parts.join('\n')}\n\n${NEXT}\n`)
    if (left >= all.length || estimateTokens(made.length) <= MOST_TOKENS) return made
  }
}

/** A row for each decision that was checked and holds; the others are in the archive alone. */
function rowsOf({ decisions }: Archive): readonly string[] {
  return decisions
    .filter((one) => one.confidence !== 'archive' && one.over === null && one.superseded_by.length === 0)
    .map((one) => {
      const source = one.scope === 'inherited' ? `inherited, round ${one.turn}` : `round ${one.turn}`
      const [decision, why] = [one.decision, one.rationale ?? 'none written'].map((text) => cell(shortened(text, 80)))
      return `| ${one.id} | ${decision} | ${why} | ${source} | ${one.full_context_ref} |`
    })
}

/** How to get back what the prompt of a lossless compression leaves out. */
export function retrievalProtocol({ session, tag, file }: About): string {
  return [
    `# Retrieval protocol of ${tag}`,
    '',
    'Everything is in the record. Ask in these words, or run the command:',
    '',
    '| asked | does | command |',
    '|---|---|---|',
    ...RETRIEVALS.map(
      (one) => `| "${one.example}" | ${one.does} | \`stet retrieve "${one.example}" --session ${session}\` |`,
    ),
    '',
    'An answer has: what was asked, what was found, from which rounds, on what it rests. What nobody checked is marked as such.',
    'Where two answers contradict each other, both are shown: ask the user, then note the answer.',
    '',
    `One round whole: \`stet inject ${session}:N\`. Anything by its words: \`stet search WORDS --session ${session}\`.${file === undefined ? '' : ` Where Stet is not found, read ${file}.`}`,
    '',
  ].join('\n')
}
