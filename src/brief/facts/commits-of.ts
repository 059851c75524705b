import type { Deed } from './deeds.ts'
import type { CommitFact } from './facts.ts'
import { gitVerb } from './ran-well.ts'

const MADE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\] (.+)$/gm
const SHORT = /^(?:[*|\\/ ]+ )?([0-9a-f]{7,40}) (?:\([^)\n]+\) )?(.+)$/gm
const LONG =
  /^commit ([0-9a-f]{40})[^\n]*\n(?:(?:Merge|Author|AuthorDate|Commit|CommitDate|Date):[^\n]*\n)+\s*\n {4}(.+)$/gm
/** So many of a log are taken: the newest, as a rule. */
const MOST_SEEN = 10

/** The commits that calls made, and those that a log had though no call made them, in the order they were first seen. */
export function commitsOf(deeds: readonly Deed[]): readonly CommitFact[] {
  const made: CommitFact[] = []
  const seen = new Map<string, CommitFact>()
  for (const { did, commands, ran, round } of deeds) {
    const output = did.outcome?.output ?? ''
    const verbs = new Set(commands.flatMap(({ words }) => (isGit(words) ? [verbOf(words)] : [])))
    if (verbs.size === 0) continue
    const told = [...output.matchAll(MADE)].map(([, hash, subject]) => ({ hash: hash!, subject: subject! }))
    made.push(...told.map((one) => ({ ...one, round })))
    const quiet = ran.filter(({ command: { words } }) => isGit(words) && verbOf(words) === 'commit' && isQuiet(words))
    if (told.length === 0)
      for (const { command } of quiet) made.push({ hash: null, subject: subjectIn(command.words), round })
    if (!verbs.has('log') && !verbs.has('reflog') && !verbs.has('show')) continue
    const listed = [...output.matchAll(verbs.has('log') && !/^commit [0-9a-f]{40}/m.test(output) ? SHORT : LONG)]
    for (const [, hash, subject] of listed.slice(0, MOST_SEEN))
      if (!seen.has(hash!.slice(0, 7)))
        seen.set(hash!.slice(0, 7), { hash: hash!, subject: subject!, round, isSeen: true })
  }
  const bySubject = new Map([...seen.values()].map((one) => [one.subject, one]))
  const named = made.map((one) => {
    const logged = one.hash === null && one.subject !== '' ? bySubject.get(one.subject) : undefined
    return logged && logged.round >= one.round ? { ...one, hash: logged.hash } : one
  })
  const own = new Set(named.flatMap(({ hash }) => (hash === null ? [] : [hash.slice(0, 7)])))
  const others = [...seen].flatMap(([short, commit]) => (own.has(short) ? [] : [commit]))
  return [...named, ...others].sort((a, b) => a.round - b.round)
}

function isGit(words: readonly string[]): boolean {
  return words[0] === 'git' || (words[0] === 'rtk' && words[1] === 'git')
}

function verbOf(words: readonly string[]): string {
  return gitVerb(words[0] === 'rtk' ? words.slice(1) : words)
}

function isQuiet(words: readonly string[]): boolean {
  return words.some((word) => word === '--quiet' || /^-[a-zA-Z]*q/.test(word))
}

/** The first line of the message that a commit was given. */
function subjectIn(words: readonly string[]): string {
  const at = words.findIndex((word) => word === '--message' || /^-[a-zA-Z]*m$/.test(word))
  return at === -1 ? '' : (words[at + 1] ?? '').split('\n', 1)[0]!
}
