import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { search } from '../search/search.ts'
import { briefRounds, versionsOf } from './brief-rounds.ts'
import { compressionsOf } from './compressions.ts'
import type { EntryKind } from './entries/entry.ts'
import type { FileVersion } from './facts/versions.ts'
import { UNSOURCED } from './render/about.ts'
import { factSections, fileText, shownPath } from './render/fact-sections.ts'
import { entryText, type Line, line } from './render/line.ts'
import { parseQuestion, RETRIEVALS, type RetrievalPattern } from './retrieval.ts'
import { briefSession } from './session-brief.ts'
import { matches, topicWords } from './topics.ts'

/** What a call or result shows, what somebody wrote and the record bears out, what was said, what nobody checked. */
type Basis = (typeof BASES)[number]
const BASES = ['recorded', 'written and checked', 'said', 'unchecked'] as const

interface Finding extends Pick<Line, 'text' | 'round'> {
  readonly basis: Basis
  /** Where it is of more than one. */
  readonly rounds?: readonly number[]
}

const on =
  (basis: Basis) =>
  ({ text, round }: Pick<Line, 'text' | 'round'>): Finding => ({ text, round, basis })

/** Where entries, and facts, that answer a question are. */
const KINDS: Readonly<Partial<Record<RetrievalPattern, readonly [kinds: readonly EntryKind[], facts?: string]>>> = {
  decision: [['decision'], 'choices'],
  alternatives: [['decision'], 'choices'],
  constraints: [['rule']],
  errors: [['error'], 'errors'],
  open: [['next', 'open'], 'plan'],
}

/** Answers a question about a session from the record, in the words of those who wrote or said it. */
export async function retrieve(workspace: Workspace, reference: SessionRef, question: string) {
  const session = await sessionOf(workspace, reference)
  const { pattern, about } = parseQuestion(question)
  const isSearch = pattern === 'discussion'
  const known = isSearch ? await discussed() : await recorded()
  const found = known.length > 0 || isSearch || about === '' ? known : await discussed()
  const { one } = RETRIEVALS.find((each) => each.pattern === pattern)!
  const topic = about === '' ? '' : ` about ${JSON.stringify(about)}`
  const none = `Session ${session.id} has no ${one}${topic} on record${found.length > 0 ? '; this was said:' : '.'}`
  return {
    pattern,
    question,
    about,
    answer: [
      ...(known.length > 0 ? [] : [none]),
      ...found.map(({ text, basis }) => `- ${basis === 'unchecked' ? 'Speculative, checked by nobody: ' : ''}${text}`),
    ].join('\n'),
    /** The rounds it comes from, as `inject` takes them. */
    refs: [...new Set(found.flatMap(({ round, rounds = [round] }) => rounds.map((one) => `${session.id}:${one}`)))],
    /** The least that an answer rests on. */
    confidence: BASES.findLast((basis) => found.some((finding) => finding.basis === basis)) ?? ('none' as const),
  }

  /** A search also finds words that are written almost like those that are asked for; here most of them must be there. */
  async function discussed(): Promise<readonly Finding[]> {
    const { hits } = await search(workspace, about, { limit: 5, session })
    const words = topicWords(about)
    const isAbout = (text: string) => words.length === 0 || matches(text, words) > words.length / 2
    return hits
      .filter(({ snippet }) => isAbout(snippet))
      .map(({ snippet, round }) => on('said')(line(`“${snippet}”`, [round])))
  }

  /** What there is of a kind that has most of the words; all of it where nothing particular was asked. */
  async function recorded(): Promise<readonly Finding[]> {
    if (pattern === 'version') {
      const files = await versionsOf(workspace, session, (await briefRounds(workspace, session)).rounds)
      return ofFile(files, about, ({ path }) => path).flatMap(({ path, versions }) =>
        versions.map((one) => {
          const text = `${path}, version ${one.version} (round ${one.round}):\n${versionText(one)}`
          return on('recorded')({ text, round: one.round })
        }),
      )
    }
    const { entries, facts } = await briefSession(workspace, session)
    if (pattern === 'file') {
      return ofFile(facts.files, about, ({ path }) => path).map((file) => {
        const text = `${shownPath(file.path, session.facts.cwd)} ${fileText(file)}`
        return { ...on('recorded')(line(text, file.rounds)), rounds: file.rounds }
      })
    }
    const [kinds, name] = KINDS[pattern]!
    const isOfRejected = pattern === 'alternatives'
    const all = pattern === 'open' ? entries.current : [...entries.current, ...entries.over]
    const written = all.filter((one) => kinds.includes(one.kind) && (!isOfRejected || one.rejected !== undefined))
    const seen = factSections(facts, session.facts.cwd).find((one) => one.name === name)?.lines ?? []
    const isReplaced = (round: number) => written.some(({ rounds }) => rounds.includes(round))
    const old = (await compressionsOf(workspace, session.id))
      .flatMap(({ unsourced }) => unsourced)
      .filter(({ kind, round }) => kinds.includes(kind) && !isOfRejected && !isReplaced(round))
    const findings = [
      ...written.map((one) => on(one.tier === 'archive' ? 'unchecked' : 'written and checked')(entryText(one))),
      ...seen.filter(({ text }) => !/^\[(?:done|dropped)\]/.test(text)).map(on('recorded')),
      ...old.map(({ text, round }) => on('unchecked')(line(text, [round], [UNSOURCED]))),
    ]
    const words = topicWords(about)
    const most = Math.max(0, ...findings.map(({ text }) => matches(text, words)))
    return words.length === 0 ? findings : findings.filter(({ text }) => most > 0 && matches(text, words) === most)
  }
}

function versionText({ content, changes, command }: FileVersion): string {
  if (content !== null) return content
  const told = changes.flatMap(({ before, after }) => [`- ${before ?? ''}`, `+ ${after}`])
  return ['(only the change is on record)', ...told, ...(command === undefined ? [] : [command])].join('\n')
}

/** Those of the file that is asked about: by its path or name, with or without its ending; else by the words its path has. */
export function ofFile<T>(items: readonly T[], about: string, pathOf: (item: T) => string): readonly T[] {
  const names = about
    .toLowerCase()
    .split(/[\s"'`]+/)
    .filter(Boolean)
  if (names.length === 0) return items
  const named = items.filter((item) => {
    const path = pathOf(item).toLowerCase().replaceAll('\\', '/')
    return names.some((name) => isNamed(path, name.replace(/^\.\//, '').replaceAll('\\', '/')))
  })
  if (named.length > 0) return named
  const words = topicWords(about)
  const most = Math.max(1, ...items.map((item) => matches(pathOf(item), words)))
  return items.filter((item) => matches(pathOf(item), words) === most)
}

function isNamed(path: string, name: string): boolean {
  const bare = path.replace(/(?<=[^/])\.\w+$/, '')
  return [path, bare].some((one) => one === name || one.endsWith(`/${name}`))
}
