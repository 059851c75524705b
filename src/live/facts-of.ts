import type { Brief } from '../brief/brief.ts'
import { namesIn } from '../brief/entries/names-in.ts'
import { checked } from '../brief/render/shown.ts'
import { briefSession } from '../brief/session-brief.ts'
import { shortened } from '../brief/shortened.ts'
import type { Session } from '../model/session.ts'
import type { Fact } from '../pressure/fact.ts'
import type { Workspace } from '../record/workspace.ts'

/** Not more than so many of each kind, the newest. */
const MOST = 40

/**
 * What a context must not lose: compactions are told it, and it is looked for in their summaries. What matters most comes
 * first; what the user said in so many words last, where no entry has it.
 */
export async function factsOf(workspace: Workspace, session: Session): Promise<readonly Fact[]> {
  const { entries, facts, words } = await briefSession(workspace, session)
  const taken = new Set(entries.current.flatMap(({ quotes }) => quotes.map(({ round }) => round)))
  const kinds: readonly (readonly Fact[])[] = [
    entriesIn(entries),
    facts.choices.map(({ question, answer, round }) =>
      named('choice', answer, `${shortened(question)} → ${answer}`, round),
    ),
    facts.plan
      .filter(({ status }) => status === 'open' || status === 'active')
      .map(({ text, round }) => ({ kind: 'todo', key: text, text, round })),
    [...facts.commands, ...facts.tests]
      .filter(({ failed }) => failed)
      .map(({ command, exit, rounds }) => ({
        kind: 'failed-command',
        key: command,
        text: `\`${command}\` failed${exit === null ? '' : ` with exit code ${exit}`}`,
        round: rounds.at(-1)!,
      })),
    facts.files
      .filter(({ state }) => state !== 'reverted')
      .map(({ path, state, rounds }) => ({
        kind: 'file',
        key: path,
        text: `${path} (${state})`,
        round: rounds.at(-1)!,
      })),
    words
      .filter(({ who, round }) => who === 'user' && !taken.has(round))
      .map(({ text, round }) => ({ kind: 'said', key: text, text: shortened(text), round })),
  ]
  return kinds.flatMap((kind) => kind.slice(-MOST))
}

const ORDER = ['rule', 'decision', 'task', 'next', 'open', 'fact', 'error', 'check'] as const

function entriesIn({ current }: Brief['entries']): readonly Fact[] {
  return ORDER.flatMap((wanted) => checked(current).filter(({ kind }) => kind === wanted))
    .slice(0, MOST)
    .map(({ kind, text, rounds }) => named('entry', text, `${kind}: ${text}`, rounds.at(-1) ?? 0))
}

function named(kind: Fact['kind'], key: string, text: string, round: number): Fact {
  return { kind, key, text, round, expected: namesIn(key).map(({ spellings }) => spellings) }
}
