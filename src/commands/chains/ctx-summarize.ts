import type { summarize } from '../../brief/summarize.ts'
import type { Commit } from '../../model/commit.ts'
import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../../record/workspace.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, int } from '../kit/field.ts'
import { commit } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'

export const ctxSummarize = defineCommand({
  name: 'ctx summarize',
  topic: 'chains',
  summary: 'Give commits without a summary a one-line summary',
  about:
    'The line has the request, the changed files and the outcome, and is made without a model. With --model, the configured model rewrites the request; a line that says less than the original words is not used, and a dry run asks no model. Run it again to continue with the next commits.',
  writes: true,
  arguments: {
    commit_id: commit({
      optional: true,
      summary: 'a session, or a commit for it and those before it',
      standard: 'every commit of the record',
    }),
  },
  options: {
    limit: int('commits to summarize', { default: 500 }),
    model: flag('let the configured model write the lines; see stet config'),
  },
  examples: [
    { command: 'stet ctx summarize latest', does: 'summarizes the commits of the newest session of this folder' },
    { command: 'stet ctx summarize ctx-1a2b3c4d', does: 'summarizes that commit and those before it' },
  ],
  output: object({
    summarized: list(
      object({ id: string, summary: string, by: string, 'refused?': object({ line: string, why: string }) }),
    ),
    left: number,
  }),
  outputNote: 'by is the name of the model, or stet; refused is a line of the model that was not used.',
  offer: { cli: true },
  async run({ input, dryRun, workspace }) {
    const { allCommits, commitsOf, modelLine, summarize } = await import('../../brief/summarize.ts')
    const opened = await workspace()
    const of = input.commit_id === undefined ? undefined : await sessionOrCommit(opened, input.commit_id)
    const value = await summarize(opened, of ? commitsOf(opened, of) : allCommits(opened), {
      limit: input.limit,
      dryRun,
      ...(input.model && !dryRun && { summarizer: await modelLine(opened) }),
    })
    return { value, text: (screen, shown: typeof value) => summarizedText(shown, { of: nameOf(of), dryRun }, screen) }
  },
})

async function sessionOrCommit(workspace: Workspace, reference: string): Promise<Session | Commit> {
  const { resolveCommit } = await import('../../record/chain/resolve-commit.ts')
  const { resolveSession } = await import('../../record/naming/resolve-session.ts')
  try {
    return await resolveSession(workspace, reference)
  } catch (error) {
    if (isFailure(error, 'session-not-found')) return resolveCommit(workspace, reference)
    throw error
  }
}

function nameOf(of: Session | Commit | undefined): string {
  if (of === undefined) return 'the record'
  return 'facts' in of ? `session ${of.id}` : `${of.id} and the commits before it`
}

function summarizedText(
  { summarized, left }: Awaited<ReturnType<typeof summarize>>,
  { of, dryRun }: { readonly of: string; readonly dryRun: boolean },
  screen: Screen,
): string {
  const writers = [...new Set(summarized.map(({ by }) => by))].map(
    (by) => `${summarized.filter((one) => one.by === by).length} by ${by}`,
  )
  const done = `${count(summarized.length, 'commit')} of ${of} ${dryRun ? 'would be ' : ''}summarized`
  return [
    ...summarized.flatMap(({ id, summary, refused }) => [
      `${id}  ${plainLine(summary)}`,
      ...(refused
        ? [screen.dim(`  not used: ${JSON.stringify(plainLine(refused.line))}: ${plainLine(refused.why)}`)]
        : []),
    ]),
    `${done}${writers.length === 0 ? '' : `: ${writers.join(', ')}`}.`,
    ...(left === 0 ? [] : [`${count(left, 'commit')} left; run it again to go on.`]),
  ].join('\n')
}
