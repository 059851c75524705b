import { commitLine } from '../../brief/commit-line.ts'
import { namesIn } from '../../brief/entries/names-in.ts'
import { roundRecord } from '../../brief/entries/round-record.ts'
import { createSupport } from '../../brief/entries/support.ts'
import { shortened } from '../../brief/shortened.ts'
import type { Commit } from '../../model/commit.ts'
import type { Workspace } from '../workspace.ts'
import { partsOfCommit, plainLine } from './line-of-commit.ts'
import { requireSummarizer } from './open-summarizer.ts'
import type { CommitSummary } from './summarize.ts'

const INSTRUCTIONS =
  'You get what was said in a part of a session with a coding agent. Write one line of at most 72 characters, as the subject of a git commit, that says what was asked for and done. Use the names that are there. Answer with the line alone.'
/** So much of what was said is sent, from both ends. */
const MOST = 4000

/**
 * Has the model say what a commit is about, in place of the words of the request; files and outcome stay ours. What says less
 * of it than those words do, or names what is not there, is not taken.
 */
export async function modelLine(workspace: Workspace): Promise<(commit: Commit) => Promise<CommitSummary>> {
  const summarizer = await requireSummarizer(workspace)
  return async (commit) => {
    const parts = await partsOfCommit(workspace, commit)
    const ours = { summary: (parts && commitLine(parts)) ?? plainLine(commit), by: 'stet' }
    if (!parts || parts.said === '') return ours
    const answer = await summarizer.write(INSTRUCTIONS, cutInside(parts.said))
    const asked = shortened(answer.trim().split('\n', 1)[0]!, 72)
    if (!isAbout(asked, parts.said)) return ours
    return { summary: commitLine({ ...parts, asked, more: 0 }) ?? ours.summary, by: summarizer.name }
  }
}

/** What it says was said, and every name in it too. */
function isAbout(line: string, said: string): boolean {
  const record = roundRecord([{ round: 1, at: null, events: [{ kind: 'said', who: 'user', text: said }] }])
  const isKnown = namesIn(line).every((name) => record.firstWith(name) !== undefined)
  return isKnown && createSupport(record, 1)(line) !== undefined
}

function cutInside(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST / 2)}\n[…]\n${text.slice(-MOST / 2)}`
}
