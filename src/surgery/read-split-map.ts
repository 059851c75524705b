import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure, isFailure } from '../model/errors.ts'
import { rangeText } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { reading } from '../record/capture/reading.ts'
import type { Workspace } from '../record/workspace.ts'
import type { SplitRanges } from './split.ts'

const LONGEST_TITLE = 200

interface Given {
  readonly map: string | undefined
  /** `ID=RANGE`, each. */
  readonly to: readonly string[]
  readonly shared: string | undefined
}

/**
 * Reads who gets which rounds of a session: from a map file, from the words of the command line, or, where neither is
 * given, from its tags. What is shared is named by ranges, or by how the engagements of those rounds begin.
 */
export async function readSplitMap(workspace: Workspace, session: Session, given: Given): Promise<SplitRanges> {
  const { map, to, shared } = given
  if (map !== undefined && to.length > 0) {
    throw new Failure('usage', 'Use either a map file or --to NAME=RANGE, not both.', {
      hint: 'stet split SESSION --to console=6-9 --to docs=10-14',
    })
  }
  const rows = (await workspace.store.listRounds(session.id)).filter(({ round }) => round > 0)
  const said = shared === undefined ? [] : [shared]
  if (map === undefined && to.length === 0) return splitByTags(rows, session, said)
  const ranges = map === undefined ? { children: to.map(childOf), shared: said } : await mapAt(workspace, session, map)
  return { ...ranges, shared: ranges.shared.map((one) => sharedRange(rows, one)) }
}

async function mapAt({ cwd }: Workspace, session: Session, map: string): Promise<SplitRanges> {
  const path = resolve(cwd, map)
  const text = await reading(path, () => readFile(path, 'utf8')).catch((error) => {
    throw isFailure(error, 'file-not-found') ? noMap(path) : error
  })
  return mapIn(text, path, session)
}

function childOf(text: string): SplitRanges['children'][number] {
  const match = /^([^=]+)=(.+)$/.exec(text)
  if (!match)
    throw new Failure('usage', `${JSON.stringify(text.slice(0, 80))} is not NAME=RANGE.`, { hint: '--to docs=10-14' })
  return { id: named(match[1]!), ranges: [match[2]!] }
}

function mapIn(text: string, path: string, session: Session): SplitRanges {
  const value = parsed(text) as
    | {
        readonly session?: unknown
        readonly shared?: unknown
        readonly engagements?: unknown
        readonly names?: unknown
      }
    | undefined
  const engagements = value?.engagements
  if (typeof engagements !== 'object' || engagements === null || Array.isArray(engagements)) throw notAMap(path)
  const titles = titlesIn(value?.names, path)
  const nobody = [...titles.keys()].find((id) => !(id in engagements))
  if (nobody !== undefined) throw ofNobody(path, nobody, Object.keys(engagements))
  const children = Object.entries(engagements).map(([id, ranges]) => ({
    id: named(id),
    title: titles.get(id),
    ranges: rangesIn(ranges, path),
  }))
  if (children.length === 0) throw notAMap(path)
  if (value?.session !== undefined && value.session !== session.id && value.session !== session.clientId)
    throw ofAnother(path, String(value.session), session)
  return { children, shared: value?.shared === undefined ? [] : rangesIn(value.shared, path) }
}

/** What the children are called, by their names in the map. */
function titlesIn(names: unknown, path: string): ReadonlyMap<string, string> {
  if (names === undefined) return new Map()
  if (typeof names !== 'object' || names === null || Array.isArray(names)) throw notAMap(path)
  return new Map(
    Object.entries(names).map(([id, title]) => {
      if (typeof title !== 'string' || title.trim() === '') throw notAMap(path)
      return [id, title.trim().slice(0, LONGEST_TITLE)]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // told as what it is not
  }
}

function rangesIn(value: unknown, path: string): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  if (!list.every((range) => typeof range === 'string' || typeof range === 'number')) throw notAMap(path)
  return list.map(String)
}

/** The names of children go into the first line of files and nowhere else; they are kept readable all the same. */
function named(id: string): string {
  const name = id.trim()
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(name)) return name
  throw new Failure('name-invalid', `A child cannot be called ${JSON.stringify(id.slice(0, 80))}.`, {
    facts: { name: id.slice(0, 200) },
    hint: 'Use letters, digits, spaces, dots, hyphens and underscores, such as console-work.',
  })
}

function noMap(path: string): Failure {
  return new Failure('file-not-found', `There is no map file ${path}.`, {
    facts: { path },
    hint: 'stet split SESSION --to console=6-9 --to docs=10-14',
  })
}

function ofAnother(path: string, named: string, { id }: Session): Failure {
  return new Failure('usage', `${path} is a map of session ${named.slice(0, 80)}, not of ${id}.`, {
    facts: { path, session: id },
    hint: `stet split ${named.slice(0, 80)} ${path}`,
  })
}

function ofNobody(path: string, name: string, known: readonly string[]): Failure {
  return new Failure('usage', `${path} has a name for ${JSON.stringify(name.slice(0, 80))}, which gets no rounds.`, {
    facts: { path, name: name.slice(0, 200) },
    hint: `Its engagements are ${known.join(', ').slice(0, 400)}.`,
  })
}

function notAMap(path: string): Failure {
  return new Failure('usage', `${path} is not a map of rounds.`, {
    facts: { path },
    hint: 'A map looks like this: {"shared":["1-5"],"engagements":{"console":["6-9"],"docs":["10-14"]}}.',
  })
}

const RANGE = /^(?:[\d\s,-]+|all)$/

/** A child for each engagement that rounds carry, but for those that are shared; untagged rounds are shared anyway. */
function splitByTags(rows: readonly RoundRow[], { id }: Session, shared: readonly string[]): SplitRanges {
  const ranges = shared.map((one) => sharedRange(rows, one))
  const prefixes = shared.filter((one) => !RANGE.test(one))
  const ids = new Set(rows.flatMap(({ engagement }) => (engagement === null ? [] : [engagement])))
  const children = [...ids]
    .filter((engagement) => !prefixes.some((prefix) => engagement.startsWith(prefix)))
    .map((engagement) => ({ id: engagement, ranges: [roundsOf(rows, (known) => known === engagement)] }))
  if (children.length > 0) return { children, shared: ranges }
  throw new Failure('usage', `No round of session ${id} is in an engagement, so the new sessions must be named.`, {
    hint: `stet split ${id} --to console=6-9 --to docs=10-14; \`stet tag suggest --session ${id}\` suggests groups`,
  })
}

/** Rounds that are named by a range, or by the beginning of their engagements' names. */
function sharedRange(rows: readonly RoundRow[], shared: string): string {
  if (RANGE.test(shared)) return shared
  const range = roundsOf(rows, (engagement) => engagement?.startsWith(shared) ?? false)
  if (range !== '') return range
  throw new Failure(
    'engagement-not-found',
    `No round is in an engagement that begins with ${JSON.stringify(shared)}.`,
    {
      facts: { shared },
      hint: 'Give the shared rounds as a range such as 1-5, or as the first letters of their engagements.',
    },
  )
}

function roundsOf(rows: readonly RoundRow[], has: (engagement: string | null) => boolean): string {
  return rangeText(rows.filter(({ engagement }) => has(engagement)).map(({ round }) => round))
}
