import type { EntryKind } from '../entries/entry.ts'
import { shortened } from '../shortened.ts'
import type { About, Carried, Inherited } from './about.ts'
import { entryText } from './entry-text.ts'
import { factSections, shownPath } from './fact-sections.ts'
import { leftLines } from './left-lines.ts'
import { section } from './line.ts'
import { ENTRY_HEADINGS, entriesOf, firstLine, NOBODY, otherKinds } from './outline.ts'
import type { Shown } from './shown.ts'
import { wordLines } from './word-lines.ts'

/** A title that a client took from the first message ends wherever its room did. */
const LONGEST_TITLE = 100
/** These headings are always there. */
const ASKED_FOR: readonly EntryKind[] = ['task', 'decision']

export const SAID = '## What was said'
export const NEXT = '## Next action'

/**
 * What a new session begins with. It assumes nothing is known: first what somebody wrote, then what tool calls show, then the
 * words themselves; what to do next comes last, or, where nobody wrote that, the last words.
 */
export function continuationPrompt(shown: Shown, about: About): string {
  const { inherited, cwd } = about
  const next = entriesOf(shown, 'next')
  const said = shown.words.length === 0 ? [] : ['', SAID, ...wordLines(shown.words)]
  const action = ['', NEXT, ...(next.length === 0 ? [NOBODY] : next.map(({ text }) => `- ${text}`))]
  const left = [...leftLines(shown, about.session), ...partsLeft(shown, about)]
  return [
    firstLine(shown),
    '',
    `# Continue: ${shortened(about.title ?? 'the work', LONGEST_TITLE)} [${about.tag}]`,
    '',
    `You take over as the coding agent of session ${about.session}${cwd === null ? '' : ` in ${cwd}`}. Below is what is known of its rounds ${shown.facts.from} to ${shown.facts.to}. Anything else: \`stet search WORDS --in all\`; the whole of round N: \`stet inject ${about.session}:N\`; the tools search and inject of the server stet do the same.${about.file === undefined ? '' : ` Where neither is found, read its file, ${about.file}.`}`,
    ...(inherited ? [...foundation(inherited), '', '# Current Session'] : []),
    ...['task' as const, ...otherKinds('task', 'next')].flatMap((kind) => {
      const lines = entriesOf(shown, kind)
      if (lines.length > 0 || !ASKED_FOR.includes(kind)) return section(ENTRY_HEADINGS[kind], lines)
      return ['', `## ${ENTRY_HEADINGS[kind]}`, NOBODY]
    }),
    ...factSections(shown.facts, cwd).flatMap(({ heading, lines }) => section(heading, lines)),
    ...section('What does not hold any more', shown.entries.over.map(entryText)),
    ...(left.length === 0 ? [] : ['', '## What is not in this text', ...left.map((one) => `- ${one}`)]),
    ...(next.length === 0 ? [...action, ...said] : [...said, ...action]),
    '',
  ].join('\n')
}

function foundation({ source, description, entries, words, contradictions }: Inherited): readonly string[] {
  const carried = (isMeant: (one: Carried) => boolean) =>
    entries
      .filter((one) => one.entry.tier !== 'archive' && isMeant(one))
      .map(({ entry, relevance }) => ({ text: `[${relevance}] ${entryText(entry).text}` }))
  return [
    '',
    '# Foundational Context',
    `Taken over by ${source} from ${description}.`,
    ...section(
      'Decisions that carry over',
      carried(({ entry }) => entry.kind === 'decision'),
    ),
    ...section(
      'Rules that carry over',
      carried(({ entry }) => entry.kind === 'rule'),
    ),
    ...section(
      'What else carries over',
      carried(({ entry }) => entry.kind !== 'decision' && entry.kind !== 'rule'),
    ),
    ...(words.length === 0 ? [] : ['', '## What was said there', ...wordLines(words)]),
    ...section(
      'Contradictions to settle with the user',
      contradictions.map((one) => ({ text: `before: ${one.inherited} · now: ${one.current} (round ${one.round})` })),
    ),
  ]
}

/** Documents that are named; the record has all of them. */
const NAMED = 4

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
