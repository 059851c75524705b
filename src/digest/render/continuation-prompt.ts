import { withLead } from '../../brief/render/implicit.ts'
import { shortened } from '../../brief/shortened.ts'
import type { View } from '../settle.ts'
import { type TierName, tierName, tierOf } from '../tier.ts'
import type { About } from './about.ts'
import { decisionText, fileText, roundsText, shownPath, testText } from './words.ts'

/** A title that a client took from the first message ends wherever its room did. */
const LONGEST_TITLE = 100

/**
 * What a new session begins with. It assumes nothing is known, says everything outright, gives the rules first and what
 * to do last: the two places that are read best. Guesses stay out of it.
 */
export function continuationPrompt(view: View, about: About): string {
  const { inherited } = about
  const decisions = view.decisions.map((one) => ({ one, tier: tierName(tierOf(one, view)) }))
  const first = view.goals[0]
  const last = view.goals.at(-1)
  return [
    `# Continue: ${shortened(about.title ?? first?.text ?? 'the work', LONGEST_TITLE)} [${about.tag}]`,
    '',
    `You take over as the coding agent of session ${about.session}${about.cwd === null ? '' : ` in ${about.cwd}`}. Below is what its rounds ${view.from} to ${view.to} came to. This is for reference: do not redo tasks that are named as done. For the whole of round N run \`stet inject ${about.session}:N\`, for anything else \`stet search WORDS --in all\`; the tools inject and search of the server stet do the same.${about.file === undefined ? '' : ` Where neither is found, read its file, ${about.file}.`}`,
    ...(inherited ? foundation(inherited) : []),
    ...(inherited ? ['', '# Current Session'] : []),
    ...section('Task', [
      ...(first ? [`The user began with: ${shortened(first.text, 215)} (round ${first.round})`] : []),
      ...(last && last !== first
        ? [`The user's last request: ${shortened(last.text, 215)} (round ${last.round})`]
        : []),
    ]),
    ...section(
      'Rules of the user',
      view.constraints.map((one) => `${shortened(one.text, 230)} (round ${one.round})`),
    ),
    ...section(
      'Decisions, not to be reopened',
      decisions.filter(({ tier }) => tier === 'validated').map(({ one }) => decisionText(one)),
    ),
    ...section(
      'Guidance from what worked so far',
      decisions.filter(({ tier }) => tier === 'heuristic').map(({ one }) => decisionText(one)),
    ),
    ...section(
      'Facts the user gave',
      view.facts.map((one) => `${shortened(one.text, 230)} (round ${one.round})`),
    ),
    ...section(
      'Files changed',
      view.files.changed.map(
        (file) => `${shownPath(file.path, about.cwd)}: ${fileText(file, 3)} (${roundsText(file.rounds.slice(-4))})`,
      ),
    ),
    ...section(
      'Tests, as they last ran',
      view.tests.map((one) => `\`${one.command}\`: ${testText(one)} (${roundsText(one.rounds.slice(-1))})`),
    ),
    ...section(
      'Commands that failed',
      view.commands
        .filter((one) => one.failed)
        .map(
          (one) =>
            `\`${one.command}\`: ${one.exit === null ? 'failed' : `exit ${one.exit}`} (${roundsText(one.rounds.slice(-1))})`,
        ),
    ),
    ...section(
      'Open errors',
      view.errors.open.map((one) => `${shortened(one.text, 220)} (round ${one.round})`),
    ),
    ...section(
      'Open threads',
      view.threads.map((one) => `${shortened(one.text, 220)} (round ${one.round})`),
    ),
    ...section('What is not in this text', leftOut(view, about)),
    '',
    '## Next action',
    nextAction(view),
    '',
  ]
    .map(withLead)
    .join('\n')
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${heading}`, ...lines.map((line) => `- ${line}`)]
}

/** Documents that are named; each can be found with `stet retrieve` all the same. */
const NAMED = 4

/** Each part of the context with what became of it. */
function leftOut(view: View, { session, cwd, components = [] }: About): readonly string[] {
  const changed = new Set([...view.files.changed, ...view.files.undone].map((file) => file.path))
  const read = view.files.read.filter((file) => !changed.has(file.path)).slice(-NAMED)
  return components
    .filter((one) => one.tokens > 0)
    .map(({ component, tokens }) => {
      if (component === 'tool_outputs')
        return `Outputs of tools, ${tokens} tokens: kept in the record; \`stet inject ${session}:N\` brings back those of round N.`
      if (component === 'messages') return `Messages, ${tokens} tokens: summed up in the sections of this text.`
      const last = read.map((file) => `${shortened(shownPath(file.path, cwd), 40)} (round ${file.round})`)
      return `Documents, ${tokens} tokens: read again what you need${last.length === 0 ? '' : `, such as ${last.join(', ')}`}.`
    })
}

function foundation({
  source,
  description,
  decisions,
  constraints,
  frameworks,
  contradictions,
}: NonNullable<About['inherited']>): readonly string[] {
  const carried = (tier: TierName) =>
    decisions
      .filter((one) => tierName(one.tier) === tier)
      .map((one) => `${shortened(one.text, 200)} (round ${one.round}; ${one.relevance})`)
  return [
    '',
    '# Foundational Context',
    `Taken over by ${source} from ${description}.`,
    ...section('Decisions that carry over', carried('validated')),
    ...section('Guidance that carries over', carried('heuristic')),
    ...section(
      'Rules that carry over',
      constraints.map((one) => `${shortened(one.text, 230)} (round ${one.round})`),
    ),
    ...section(
      'Words and models to know',
      frameworks.map((one) => `${one.name}: ${shortened(one.text, 200)} (round ${one.round})`),
    ),
    ...section(
      'Contradictions to settle with the user',
      contradictions.map((one) => `before: ${one.inherited} · now: ${one.current} (round ${one.round})`),
    ),
  ]
}

/** The first thing to do, in so many words. */
export function nextAction(view: View): string {
  const active = view.threads.find((one) => one.kind === 'plan' && one.status === 'active')
  if (active) return `Go on with: ${shortened(active.text, 200)} (round ${active.round})`
  const failing = view.tests.findLast((test) => test.result.outcome === 'failed')
  const error = view.errors.open.at(-1)
  const thread = view.threads.findLast((one) => one.kind === 'plan' || one.who === 'user') ?? view.threads.at(-1)
  const last = view.goals.at(-1)
  if (failing && failing.rounds.at(-1)! >= view.to - 1)
    return `Make \`${failing.command}\` pass: ${testText(failing)} (round ${failing.rounds.at(-1)})`
  if (thread && thread.round >= view.to - 2) return `Take up: ${shortened(thread.text, 200)} (round ${thread.round})`
  if (error && error.round >= view.to - 1) return `Resolve: ${shortened(error.text, 200)} (round ${error.round})`
  if (last)
    return `Check that the last request is done, and finish it if not: ${shortened(last.text, 180)} (round ${last.round})`
  return 'Ask the user what to do next.'
}
