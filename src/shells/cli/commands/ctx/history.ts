import type { CommitFields } from '../../../../actions/ctx/commit-fields.ts'
import type { HistoryEntry } from '../../../../actions/ctx/history.ts'
import { BARE } from '../../../../model/commit.ts'
import { COMMIT, defineCommand } from '../../command.ts'
import { cut } from '../../display-width.ts'
import { whenOf } from '../../format.ts'
import { plainLine } from '../../plain-text.ts'
import type { Screen } from '../../screen.ts'

export const history = defineCommand({
  name: 'ctx history',
  group: 'Chains',
  summary: 'a commit and its ancestors, with the forks on the way',
  arguments: { commit: COMMIT },
  options: { depth: { summary: 'how many commits at most', value: 'N' } },
  examples: [
    { command: 'stet ctx history latest', does: 'the commits of the newest session, each with what was asked' },
    { command: 'stet ctx history ctx-1a2b3c4d --depth 20', does: 'the last twenty commits up to that one' },
  ],
  json: '{commits:[…]}',
  async run({ args, options, workspace }) {
    const { forksOf, history } = await import('../../../../actions/ctx/history.ts')
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const { wholeNumber } = await import('../../whole-number.ts')
    const opened = await workspace({ onlyLooks: true })
    const tip = await resolveCommit(opened, args.commit)
    const value = await history(
      opened,
      tip,
      options.depth === undefined ? undefined : wholeNumber(options.depth, '--depth'),
    )
    const forks = await forksOf(opened, value.commits)
    return {
      value,
      text: (screen) =>
        folded(value.commits)
          .flatMap((commit) => graphLines(commit, forks, screen))
          .join('\n'),
    }
  },
})

/** The commits, those that follow one another and have no message as one: a client's hooks make many. */
function folded(commits: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const shown: HistoryEntry[] = []
  let alike = 1
  for (const commit of commits) {
    const last = shown.at(-1)
    const isAlike = last !== undefined && isBare(last) && isBare(commit)
    alike = isAlike ? alike + 1 : 1
    if (isAlike) shown[shown.length - 1] = { ...last, summary: `${alike} commits with ${BARE}` }
    else shown.push(commit)
  }
  return shown
}

function isBare({ summary, message_count, forks }: HistoryEntry): boolean {
  return message_count === 0 && (summary?.endsWith(BARE) ?? false) && forks.length === 0
}

/** One commit as `git log --graph` shows it: its own line, and a line for each commit that forks off after it. */
function graphLines(commit: HistoryEntry, forks: ReadonlyMap<string, CommitFields>, screen: Screen): readonly string[] {
  return [
    ...commit.forks.flatMap((fork) => {
      const known = forks.get(fork)
      return [known ? lineOf('| ', known, screen) : `| * ${fork}`, '|/']
    }),
    lineOf('', commit, screen),
  ]
}

function lineOf(before: string, commit: CommitFields, screen: Screen): string {
  const mark = commit.commit_type === 'delta' ? '*' : commit.commit_type === 'compaction' ? '◆' : '■'
  const about = commit.summary ?? `${commit.message_count} messages`
  const when = whenOf(commit.created_at, screen.now)
  return cut(`${before}${mark} ${commit.id}  ${when}  ${commit.commit_type}  ${plainLine(about)}`, screen.lineColumns)
}
