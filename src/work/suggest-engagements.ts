import { clientOf } from '../clients/client-of.ts'
import { baseName } from '../model/base-name.ts'
import type { Block } from '../model/block.ts'
import { rangeText } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { sessionOf } from '../record/naming/session-ref.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { clusterRounds } from '../search/clustering/cluster-rounds.ts'
import {
  centerOf,
  type RoundTraits,
  similarity,
  tellingFeatures,
  totalOf,
  type Vector,
  vectorsOf,
} from '../search/clustering/round-features.ts'
import { narrow, type SearchFilters } from '../search/filters.ts'
import type { Candidate } from './suggest-tags.ts'

interface Suggested {
  readonly engagement: string
  readonly rounds: number
  /** What its rounds have and the others have not: files, folders, words. */
  readonly about: readonly string[]
  /** The rounds of each session. */
  readonly sessions: readonly { readonly session: string; readonly range: string }[]
}

export interface EngagementSuggestions {
  readonly engagements: readonly Suggested[]
  /** One for each round, as `tag apply` takes them. */
  readonly candidates: readonly Candidate[]
  /** The command that splits a session that holds several; null where there is nothing to split. */
  readonly split: string | null
}

interface Known extends RoundTraits {
  readonly session: Session
  readonly row: RoundRow
}

const LEAST_TO_SPLIT = 3
const MOST_TEXT = 20_000
const TELLING = 6

/**
 * The workstreams that rounds seem to belong to, by files, branch, words and time; no model is asked, nothing written. Only
 * one with files or folders of its own is suggested, and none where there is only one.
 */
export async function suggestEngagements(workspace: Workspace, filters: SearchFilters): Promise<EngagementSuggestions> {
  const session = filters.session === undefined ? undefined : await sessionOf(workspace, filters.session)
  const rounds = await roundsOf(workspace, { ...filters, session })
  const labels = clusterRounds(rounds)
  const vectors = vectorsOf(rounds)
  const all = totalOf(vectors)
  const groups = new Map<number, { readonly own: Known[]; readonly inside: Vector[] }>()
  for (const [at, label] of labels.entries()) {
    const group = groups.get(label) ?? { own: [], inside: [] }
    group.own.push(rounds[at]!)
    group.inside.push(vectors[at]!)
    groups.set(label, group)
  }
  const names = new Set<string>()
  const suggested: Suggested[] = []
  const candidates: Candidate[] = []
  for (const { own, inside } of groups.values()) {
    const worked = workedOn(own, rounds)
    if (worked.length === 0) continue
    const about = [...worked, ...tellingFeatures(inside, all, TELLING).filter((one) => one.startsWith('word '))]
    const engagement = unusedName(worked, names)
    suggested.push({ engagement, rounds: own.length, about: about.slice(0, TELLING), sessions: placesOf(own) })
    const center = centerOf(inside)
    for (const [at, { session, row }] of own.entries()) {
      const score = Math.round(similarity(inside[at]!, center) * 100) / 100
      candidates.push({ ref: `${session.id}:${row.round}`, score, preview: row.userPreview, engagement })
    }
  }
  if (suggested.length < 2) return { engagements: [], candidates: [], split: null }
  return { engagements: suggested, candidates, split: splitOf(suggested, session) }
}

async function roundsOf(workspace: Workspace, filters: SearchFilters): Promise<readonly Known[]> {
  const sessions: Session[] = []
  for await (const session of workspace.store.listSessions()) if (!session.facts.spawnedBy) sessions.push(session)
  const { sessions: among, accepts } = await narrow(workspace, sessions, filters)
  const known = new Map<string, Known>()
  for (const session of sessions) {
    if (among && !among.has(session.id)) continue
    const read = createRoundReader(workspace, session)
    for (const row of await workspace.store.listRounds(session.id)) {
      if (row.round > 0 && accepts(row) && !known.has(row.roundId))
        known.set(row.roundId, { session, row, ...traitsOf(session, row, await read.blocks(row)) })
    }
  }
  return [...known.values()].sort((a, b) => ((a.started ?? '') < (b.started ?? '') ? -1 : 1))
}

function traitsOf(session: Session, row: RoundRow, blocks: readonly Block[]): RoundTraits {
  const { tools } = clientOf(session)
  const files = new Set<string>()
  let text = ''
  for (const { type, name, content } of blocks) {
    if ((type === 'user-text' || type === 'assistant-text') && text.length < MOST_TEXT) text += `${content}\n`
    if (type === 'tool_use')
      for (const { path } of tools.act(name, content).files) {
        const file = below(path, session)
        if (!isOfAnotherTool(file)) files.add(file)
      }
  }
  return { text, files: [...files], branch: session.facts.branch, started: row.started }
}

function below(path: string, { facts: { cwd } }: Session): string {
  return cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

/** A plan or memory of the client, such as ~/.claude/plans/x.md: outside of the session's folder, in a hidden one. */
function isOfAnotherTool(path: string): boolean {
  return /^(?:~|\/|[A-Za-z]:).*[/\\]\.[^/\\.][^/\\]*[/\\]/.test(path)
}

function placesOf(rounds: readonly Known[]): Suggested['sessions'] {
  const sessions = new Map<string, number[]>()
  for (const { session, row } of rounds) {
    const numbers = sessions.get(session.id) ?? []
    numbers.push(row.round)
    sessions.set(session.id, numbers)
  }
  return [...sessions].map(([session, numbers]) => ({ session, range: rangeText(numbers) }))
}

/**
 * A file or folder is a group's own from this share of its rounds that touch files on, and from this share of all of them, and
 * where others have it half as often at most.
 */
const LEAST_SHARE = 1 / 2
const LEAST_OF_ALL = 1 / 3
/** Names that say nothing of the work. */
const GENERIC = new Set([
  'src',
  'lib',
  'app',
  'test',
  'tests',
  'packages',
  'dist',
  'index',
  'main',
  'home',
  'users',
  'components',
  'utils',
  'docs',
  'cmd',
  'internal',
  'pkg',
  'readme',
  'gitignore',
  'package',
])

/** Folders, then files, that a group's rounds work on and others do not, the most often named first. */
function workedOn(own: readonly Known[], all: readonly Known[]): readonly string[] {
  const inside = countsOf(own)
  const everywhere = countsOf(all)
  const others = everywhere.rounds - inside.rounds
  const roots = new Set(all.map(({ session }) => plain(`folder ${baseName(session.facts.cwd ?? '')}`)))
  const telling = [...inside.counts].filter(([feature, count]) => {
    const outside = others === 0 ? 0 : (everywhere.counts.get(feature)! - count) / others
    const share = count / inside.rounds
    return (
      count >= 2 &&
      share >= LEAST_SHARE &&
      count >= own.length * LEAST_OF_ALL &&
      share >= 2 * outside &&
      !GENERIC.has(plain(feature)) &&
      !roots.has(plain(feature))
    )
  })
  const sorted = telling.sort(([, a], [, b]) => b - a).map(([feature]) => feature)
  const [folder] = sorted.filter((feature) => feature.startsWith('folder '))
  return [...(folder ? [folder] : []), ...sorted.filter((feature) => feature.startsWith('file '))]
}

/** In how many of the rounds that touch files each file, and the folder it is in, is named. */
function countsOf(rounds: readonly Known[]) {
  const counts = new Map<string, number>()
  const touching = rounds.filter(({ files }) => files.length > 0)
  for (const { files } of touching) {
    const features = files.flatMap((path) => {
      const [file, folder] = path.split(/[/\\]/).filter(Boolean).reverse()
      return [`file ${file}`, ...(folder === undefined ? [] : [`folder ${folder}`])]
    })
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return { counts, rounds: touching.length }
}

/** A file or folder as a word of a name. */
function plain(feature: string): string {
  const name = feature.replace(/^\w+ /, '').replace(/(?<=.)\..*$/, '')
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Its folder and the file that is worked on most, as an engagement is called. */
function unusedName(worked: readonly string[], used: Set<string>): string {
  const words = [...new Set(worked.map(plain).filter(Boolean))]
  const base = words.slice(0, 2).join('-').slice(0, 60) || 'work'
  let name = base
  for (let number = 2; used.has(name); number++) name = `${base}-${number}`
  used.add(name)
  return name
}

function splitOf(suggested: readonly Suggested[], session: Session | undefined): string | null {
  const large = suggested.filter(({ rounds }) => rounds >= LEAST_TO_SPLIT)
  if (!session || large.length < 2) return null
  const to = large.map(({ engagement, sessions }) => `--to ${engagement}=${sessions[0]!.range}`)
  return `stet split ${session.id} ${to.join(' ')}`
}
