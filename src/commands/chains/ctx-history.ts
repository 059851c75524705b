import type { CommitFields } from '../../brief/commit-fields.ts'
import type { HistoryEntry } from '../../brief/history.ts'
import { BARE } from '../../model/commit.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, int } from '../kit/field.ts'
import { commit } from '../kit/fields.ts'
import { anything, extended, list, object, orNull, string } from '../kit/shape.ts'
import { COMMIT_FIELDS } from '../kit/shapes.ts'
import { cut } from '../kit/text/display-width.ts'
import { whenOf } from '../kit/text/format.ts'
import { plainLine, plainText } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'

/** So many commits are sent where no number is given. */
const SENT = 200

export const ctxHistory = defineCommand({
  name: 'ctx history',
  topic: 'chains',
  summary: 'List a commit and its ancestors, with the forks between them',
  arguments: { commit_id: commit() },
  options: {
    full: flag('print everything that is known of each commit', { only: ['cli'] }),
    depth: int('commits to list', { min: 1, max: 10_000, standard: `all in a terminal, ${SENT} over HTTP` }),
    lines: flag('describe commits that have no summary', { default: true, only: ['http'] }),
  },
  examples: [
    { command: 'stet ctx history latest', does: 'lists the commits of the newest session, each with its request' },
    { command: 'stet ctx history latest --depth 1 --full', does: 'prints everything that is known of its head' },
    { command: 'stet ctx history ctx-1a2b3c4d --depth 20', does: 'lists that commit and the 19 before it' },
  ],
  output: object({
    commits: list(extended(COMMIT_FIELDS, { retention: orNull(anything), forks: list(string) })),
  }),
  offer: { cli: true, http: true },
  async run({ input, commit, workspace, terminal }) {
    const { forksOf, history } = await import('../../brief/history.ts')
    const opened = await workspace({ onlyLooks: true })
    const tip = await commit(input.commit_id)
    const value = await history(opened, tip, input.depth ?? (terminal ? undefined : SENT), { lines: input.lines })
    const forks = terminal ? await forksOf(opened, value.commits) : new Map<string, CommitFields>()
    return {
      value,
      text: (screen, shown: typeof value) =>
        input.full
          ? shown.commits.map((commit) => fullText(commit, screen)).join('\n\n')
          : folded(shown.commits)
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

/** So much of a summary is in its line, in a pipe too. */
const LINE = 160

/** Everything that is known of a commit, a field a line; a summary of several lines below it. */
function fullText(commit: HistoryEntry, screen: Screen): string {
  const { id, summary, forks, retention, ...fields } = commit
  const kept = retention ? { retention: retention.policy } : {}
  const all = Object.entries({ ...fields, ...kept, ...(forks.length > 0 && { forks: forks.join(', ') }) })
  return [
    screen.cyan(id),
    ...all.flatMap(([name, value]) => (value === null ? [] : [`  ${screen.dim(name)}  ${plainLine(String(value))}`])),
    ...(summary === null
      ? []
      : plainText(summary)
          .split('\n')
          .map((line) => `    ${line}`.trimEnd())),
  ].join('\n')
}

function lineOf(before: string, commit: CommitFields, screen: Screen): string {
  const mark = commit.commit_type === 'delta' ? '*' : commit.commit_type === 'compaction' ? '◆' : '■'
  const about = commit.summary ?? `${commit.message_count} messages`
  const when = whenOf(commit.created_at, screen.now)
  const line = `${before}${mark} ${commit.id}  ${when}  ${commit.commit_type}  ${plainLine(about)}`
  return cut(line, Math.min(screen.lineColumns, LINE))
}
