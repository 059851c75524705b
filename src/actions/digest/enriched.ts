import type { Gate } from '../../digest/gates.ts'
import type { Graded } from '../../digest/probes/grade.ts'
import { shortened } from '../../digest/prose/shortened.ts'
import type { Commit } from '../../model/commit.ts'
import { isFailure } from '../../model/errors.ts'
import type { Workspace } from '../workspace.ts'
import { lineOfCommit } from './line-of-commit.ts'
import { requireSummarizer } from './open-summarizer.ts'

interface Judged {
  readonly prompt: string
  readonly graded: Graded
  readonly gates: readonly Gate[]
}

const PROMPT = `You get a handover from one coding agent to the next. Write it again so that it reads well: keep every
heading, every entry and every "(round N)" after it, keep names, paths, numbers and commands as they are, add nothing
that is not there. Answer with the text alone.`

const LINE =
  'Write one line of at most 80 characters, as the subject of a git commit, for what is told below. Answer with the line alone.'

/** The prompt as the model writes it, where that holds at least as much as ours and passes the same gates; else ours. */
export async function enriched(
  workspace: Workspace,
  ours: Judged,
  judge: (prompt: string) => Judged,
  warnings: string[],
): Promise<Judged> {
  const summarizer = await requireSummarizer(workspace)
  try {
    const theirs = judge(`${(await summarizer.write(PROMPT, ours.prompt)).trim()}\n`)
    const failed = theirs.gates.filter((gate, at) => !gate.pass && ours.gates[at]?.pass)
    if (theirs.graded.overall >= ours.graded.overall && failed.length === 0) return theirs
    warnings.push(
      `What ${summarizer.name} wrote was not taken: ${failed[0]?.name ?? `${theirs.graded.overall} of 5, ours ${ours.graded.overall}`}.`,
    )
  } catch (error) {
    if (!isFailure(error, 'summarizer-unavailable', 'spend-limit')) throw error
    warnings.push(error.message)
  }
  return ours
}

/** Writes a commit's line with the model, from the line that needs none; without an answer that one stays. */
export async function modelLine(workspace: Workspace): Promise<(commit: Commit) => Promise<string | undefined>> {
  const summarizer = await requireSummarizer(workspace)
  return async (commit) => {
    const line = await lineOfCommit(workspace, commit)
    if (line === undefined) return undefined
    const [first] = (await summarizer.write(LINE, line)).trim().split('\n')
    return first === undefined || first === '' ? line : shortened(first, 120)
  }
}
