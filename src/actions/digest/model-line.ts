import { shortened } from '../../brief/shortened.ts'
import { addedNames } from '../../digest/added-names.ts'
import { wordsIn } from '../../digest/classify/words.ts'
import { commitLine } from '../../digest/commit-line.ts'
import type { Commit } from '../../model/commit.ts'
import { requireSummarizer } from '../brief/open-summarizer.ts'
import type { Workspace } from '../workspace.ts'
import { partsOfCommit, plainLine } from './line-of-commit.ts'
import type { CommitSummary } from './summarize.ts'

const INSTRUCTIONS =
  'You get what was said in a part of a session with a coding agent. Write one line of at most 72 characters, as the subject of a git commit, that says what was asked for and done. Use the names that are there. Answer with the line alone.'
/** So much of what was said is sent, from both ends. */
const MOST = 4000
/** The share of a line's words that must be in what was said, however they end there. */
const KNOWN = 0.5

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

function isAbout(line: string, said: string): boolean {
  const stems = new Set(wordsIn(said).map(stem))
  const words = wordsIn(line).filter((word) => word.length > 3 || !/^[a-z]/.test(word))
  const known = words.filter((word) => stems.has(stem(word)))
  return words.length > 0 && known.length >= words.length * KNOWN && addedNames(line, said).length === 0
}

function stem(word: string): string {
  return word.slice(0, 5)
}

function cutInside(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST / 2)}\n[…]\n${text.slice(-MOST / 2)}`
}
