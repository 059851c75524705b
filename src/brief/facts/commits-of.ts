import { hereDocuments } from '../../model/here-documents.ts'
import type { Deed } from './deeds.ts'
import type { CommitFact } from './facts.ts'
import { gitVerb } from './ran-well.ts'
import { inFolders, joined } from './shell-files.ts'

const MADE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\] (.+)$/gm
const SHORT = /^(?:[*|\\/ ]+ )?([0-9a-f]{7,40}) (?:\([^)\n]+\) )?(.+)$/gm
const LONG =
  /^commit ([0-9a-f]{40})[^\n]*\n(?:(?:Merge|Author|AuthorDate|Commit|CommitDate|Date):[^\n]*\n)+\s*\n {4}(.+)$/gm
/** Of the first log so many tell where the branch stood; of a later one those that are newer than any that is known. */
const FIRST_SEEN = 3
const LATER_SEEN = 10
/** A log that searches, or that is of something else than the branch. */
const SEARCHES =
  /^(?:--all|--grep|-S|-G|-L|-p|--patch|--find-object|--since|--after|--until|--before|--author|--diff-filter|--reverse|--skip|--follow|--no-walk|--stat)(?:=|$|\w)|^--$/

/** The commits that calls made, and those that a log had though no call made them, in the order they were first seen. */
export function commitsOf(deeds: readonly Deed[], cwd: string): readonly CommitFact[] {
  const commits: CommitFact[] = []
  const known = new Set<string>()
  /** Places of commits that were made without a word, by subject: a log may tell their hash. */
  const unnamed = new Map<string, number>()
  const isKnown = ({ hash }: Listed) => known.has(hash.slice(0, 7))
  for (const { did, outcome, commands, ran, round, folder: start } of deeds) {
    const output = outcome?.output ?? ''
    const lines = commands.map(({ words }) => words).filter(([name]) => name === 'git')
    if (lines.length === 0) continue
    const told = commitsIn(output, MADE)
    for (const one of told) add(one, { round })
    for (const { command } of told.length === 0 ? ran : []) {
      const { words } = command
      if (words[0] !== 'git' || gitVerb(words) !== 'commit' || words.includes('--dry-run')) continue
      const subject = subjectIn(words, did.act.command!)
      unnamed.set(subject, commits.length)
      commits.push({ hash: null, subject, round })
    }
    const isLog = inFolders(commands, start).commands.some(
      ({ command: { words }, folder }) =>
        words[0] === 'git' &&
        gitVerb(words) === 'log' &&
        isAt(words[1] === '-C' ? joined(folder, words[2] ?? '') : folder, cwd),
    )
    if (!isLog || lines.flat().some((word) => SEARCHES.test(word))) continue
    const listed = commitsIn(output, /^commit [0-9a-f]{40}/m.test(output) ? LONG : SHORT)
    const newer = listed.findIndex(isKnown)
    const fresh = known.size === 0 ? FIRST_SEEN : newer === -1 ? 1 : Math.min(newer, LATER_SEEN)
    for (const one of listed.slice(0, fresh)) add(one, { round, isSeen: true })
  }
  return commits

  function add(one: Listed, how: Pick<CommitFact, 'round' | 'isSeen'>): void {
    if (isKnown(one)) return
    known.add(one.hash.slice(0, 7))
    const at = how.isSeen && one.subject !== '' ? unnamed.get(one.subject) : undefined
    if (at === undefined) commits.push({ ...one, ...how })
    else commits[at] = { ...commits[at]!, hash: one.hash }
    unnamed.delete(one.subject)
  }
}

/** Whether a line of git is of the repository that the session works in, as far as that is known. */
function isAt(folder: string, cwd: string): boolean {
  return !folder.startsWith('/') || cwd === '' || `${folder}/`.startsWith(`${cwd}/`) || cwd.startsWith(`${folder}/`)
}

interface Listed {
  readonly hash: string
  readonly subject: string
}

function commitsIn(output: string, form: RegExp): readonly Listed[] {
  return [...output.matchAll(form)].map(([, hash, subject]) => ({ hash: hash!, subject: subject! }))
}

/** The first line of the message that a commit was given. */
function subjectIn(words: readonly string[], line: string): string {
  const at = words.findIndex((word) => word === '--message' || /^-[a-zA-Z]*m$/.test(word))
  const given = at === -1 ? '' : (words[at + 1] ?? '')
  const text = given.startsWith('$(cat') ? (hereDocuments(line)[0]?.text ?? '') : given
  return text.trim().split('\n', 1)[0]!
}
