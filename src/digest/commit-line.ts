import { shortened } from '../brief/shortened.ts'
import { doesMoreThanLook } from '../model/does-more-than-look.ts'
import { simpleCommands } from '../model/shell-words.ts'
import type { RunEntry } from './entry.ts'
import { extract } from './extract.ts'
import { planHandedOver } from './prose/approved-plan.ts'
import type { DigestRound } from './round.ts'
import { settleFiles } from './settle/files.ts'
import { settle } from './settle.ts'

/** What the line of a commit is made of. */
export interface CommitParts {
  /** What was asked, or else what was said first. */
  readonly asked: string
  /** How many further requests there are. */
  readonly more: number
  readonly files: readonly string[]
  readonly outcome: string
  /** All that was said, by both. */
  readonly said: string
}

export function commitParts(rounds: readonly DigestRound[]): CommitParts {
  const state = extract(rounds)
  const said = rounds.flatMap(({ events }) => events.filter((event) => event.kind === 'said'))
  const goal = settle(state).goals[0]
  return {
    asked: planTitle(said[0]?.text ?? '') ?? goal?.text ?? said[0]?.text ?? '',
    more: Math.max(0, said.filter(({ who }) => who === 'user').length - (goal ? 1 : 0)),
    files: settleFiles(state.entries, []).changed.map(({ path }) =>
      path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, ''),
    ),
    outcome: outcomeOf(state.entries.filter((entry): entry is RunEntry => entry.kind === 'run')),
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

/** The title of a plan that is handed over as a whole: how it begins tells what was wrong, not what is to be done. */
function planTitle(message: string): string | undefined {
  const title = /^#{1,2} +(?:plan *[:—–-] *)?(.+)$/im.exec(planHandedOver(message) ?? '')?.[1]
  return title === undefined ? undefined : `Plan: ${title}`
}

/** How it ended: the tests that ran last, else the last command that did something, where it failed. */
function outcomeOf(runs: readonly RunEntry[]): string {
  const test = runs.findLast((run) => run.test && run.test.outcome !== 'unknown')
  if (test) return `tests ${test.test!.outcome}`
  const last = runs.findLast((run) => run.isNotable)
  if (!last?.failed) return ''
  const commands = simpleCommands(last.command)
  const [program = '', ...given] = (commands.find(doesMoreThanLook) ?? commands[0])?.words ?? []
  const verbs = given.slice(0, given[0] === 'run' ? 2 : 1).filter((word) => /^[a-z][\w:-]*$/.test(word))
  return `${[program.replace(/^.*\//, ''), ...verbs].join(' ')} failed`
}
