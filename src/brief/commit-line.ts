import { doesMoreThanLook } from '../model/does-more-than-look.ts'
import { simpleCommands } from '../model/shell-words.ts'
import type { Facts } from './facts/facts.ts'
import { factsOf } from './facts/facts-of.ts'
import type { BriefRound } from './round.ts'
import { shortened } from './shortened.ts'

/** What the line of a commit is made of. */
export interface CommitParts {
  /** What the user said first, or else the agent. */
  readonly asked: string
  /** How many messages of the user come after it. */
  readonly more: number
  readonly files: readonly string[]
  readonly outcome: string
  /** All that was said, by both. */
  readonly said: string
}

export function commitParts(rounds: readonly BriefRound[]): CommitParts {
  const facts = factsOf(rounds)
  const said = rounds.flatMap(({ events }) => events.filter((event) => event.kind === 'said'))
  const byUser = said.filter(({ who }) => who === 'user')
  const first = (byUser[0] ?? said[0])?.text ?? ''
  return {
    asked: planTitle(first) ?? first,
    more: Math.max(0, byUser.length - 1),
    files: facts.files
      .filter(({ state }) => state !== 'reverted')
      .map(({ path }) => path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '')),
    outcome: outcomeOf(facts),
    said: said.map(({ text }) => text).join('\n\n'),
  }
}

/** One line that says what rounds are about, as a commit's subject does: what was asked, the files, how it came out. */
export function commitLine({ asked, more, files, outcome }: Omit<CommitParts, 'said'>): string | undefined {
  const parts = [
    `${shortened(asked, 72)}${more > 0 ? ` (+ ${more} more)` : ''}`,
    files.length > 3 ? `${files.slice(0, 2).join(', ')} and ${files.length - 2} more` : files.join(', '),
    outcome,
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** What clients write before a plan that the user approved, where the work on it begins in a new context. */
const HANDED_OVER =
  /^\s*(?:(?:please )?implement (?:the following|this) plan:|a previous agent produced the plan below[^\n]*)\s*\n+(?=\S)/i
const TITLE = /^#{1,2} +(?:plan *[:—–-] *)?(.+)$/im

/** The title of a plan that is handed over as a whole: how it begins tells what was wrong, not what is to be done. */
function planTitle(message: string): string | undefined {
  const title = HANDED_OVER.test(message) ? TITLE.exec(message)?.[1] : undefined
  return title === undefined ? undefined : `Plan: ${title}`
}

/** How it ended: the tests that ran last, else the last command that did something, where it failed. */
function outcomeOf({ tests, commands }: Facts): string {
  const test = tests.findLast(({ result }) => result.outcome !== 'unknown')
  if (test) return `tests ${test.result.outcome}`
  const last = commands.at(-1)
  if (!last?.failed) return ''
  const parts = simpleCommands(last.command)
  const [program = '', ...given] = (parts.find(doesMoreThanLook) ?? parts[0])?.words ?? []
  const verbs = given.slice(0, given[0] === 'run' ? 2 : 1).filter((word) => /^[a-z][\w:-]*$/.test(word))
  return `${[program.replace(/^.*\//, ''), ...verbs].join(' ')} failed`
}
