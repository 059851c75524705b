import type { Deed } from './deeds.ts'
import type { CommitFact } from './facts.ts'
import { gitVerb } from './ran-well.ts'

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
export function commitsOf(deeds: readonly Deed[]): readonly CommitFact[] {
  const made: CommitFact[] = []
  const seen = new Map<string, CommitFact>()
  const own = new Set<string>()
  const isKnown = (hash: string) => seen.has(hash.slice(0, 7)) || own.has(hash.slice(0, 7))
  for (const { outcome, commands, ran, round } of deeds) {
    const output = outcome?.output ?? ''
    const lines = commands.map(({ words }) => words).filter(([name]) => name === 'git')
    if (lines.length === 0) continue
    const told = commitsIn(output, MADE)
    for (const one of told) {
      if (!own.has(one.hash.slice(0, 7))) made.push({ ...one, round })
      own.add(one.hash.slice(0, 7))
    }
    const quiet = ran.filter(
      ({ command: { words } }) => words[0] === 'git' && gitVerb(words) === 'commit' && isQuiet(words),
    )
    if (told.length === 0)
      for (const { command } of quiet) made.push({ hash: null, subject: subjectIn(command.words), round })
    const isLog = lines.some((words) => gitVerb(words) === 'log')
    if (!isLog || lines.flat().some((word) => SEARCHES.test(word))) continue
    const listed = commitsIn(output, /^commit [0-9a-f]{40}/m.test(output) ? LONG : SHORT)
    const known = listed.findIndex(({ hash }) => isKnown(hash))
    const isFirst = seen.size === 0 && own.size === 0
    const fresh = isFirst ? FIRST_SEEN : known === -1 ? 1 : Math.min(known, LATER_SEEN)
    for (const { hash, subject } of listed.slice(0, fresh))
      if (!isKnown(hash)) seen.set(hash.slice(0, 7), { hash, subject, round, isSeen: true })
  }
  const bySubject = new Map([...seen.values()].map((one) => [one.subject, one]))
  const named = made.map((one) => {
    const logged = one.hash === null && one.subject !== '' ? bySubject.get(one.subject) : undefined
    return logged && logged.round >= one.round ? { ...one, hash: logged.hash } : one
  })
  const logged = new Set(named.flatMap(({ hash }) => (hash === null ? [] : [hash.slice(0, 7)])))
  const others = [...seen].flatMap(([short, commit]) => (logged.has(short) ? [] : [commit]))
  return [...named, ...others].sort((a, b) => a.round - b.round)
}

function commitsIn(output: string, form: RegExp): readonly { readonly hash: string; readonly subject: string }[] {
  return [...output.matchAll(form)].map(([, hash, subject]) => ({ hash: hash!, subject: subject! }))
}

function isQuiet(words: readonly string[]): boolean {
  return words.some((word) => word === '--quiet' || /^-[a-zA-Z]*q/.test(word))
}

/** The first line of the message that a commit was given. */
function subjectIn(words: readonly string[]): string {
  const at = words.findIndex((word) => word === '--message' || /^-[a-zA-Z]*m$/.test(word))
  return at === -1 ? '' : (words[at + 1] ?? '').split('\n', 1)[0]!
}
