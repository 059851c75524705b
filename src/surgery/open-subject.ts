import { clientOf } from '../clients/client-of.ts'
import type { Context, ContextPart } from '../model/context.ts'
import type { RoundId } from '../model/id.ts'
import { type Origin, type OriginRange, originOf, originRanges } from '../model/origins.ts'
import { NUMBERED_SINCE } from '../model/parser-version.ts'
import type { TextOrigin } from '../model/plan.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { provenOrigins } from '../record/reading/proven-origins.ts'
import type { Workspace } from '../record/workspace.ts'
import { fixedTokensOf } from './fixed-tokens-of.ts'
import { indexedSession, markOf, readIndex } from './index-table.ts'
import { type Passage, passageOf } from './passage.ts'
import { readBase } from './read-base.ts'
import { readContext, type SessionReading } from './read-context.ts'
import { type IndexedRound, numberOf, type Subject, type SubjectPart, type SubjectRound } from './subject.ts'

/**
 * Reads a session for surgery: what its client would send, or with `mends` what it would if nothing were wrong with the
 * session, and what the record knows of its rounds.
 */
export async function openSubject(
  workspace: Workspace,
  session: Session,
  how: SessionReading = { mends: false },
): Promise<Subject> {
  const { store } = workspace
  const { tools } = clientOf(session)
  const [context, rounds] = await Promise.all([readContext(workspace, session, how), store.listRounds(session.id)])
  const rows = new Map(rounds.map((row) => [row.round, row]))
  const note = session.facts.surgery
  const partial = new Set(note?.partial)
  const isOld = (note?.parser ?? NUMBERED_SINCE) < NUMBERED_SINCE
  const rowsBefore = new Set(note?.rowsBefore)
  const origins = note ? await provenOrigins(workspace, session, rounds) : await originsOfIndexes(workspace, context)
  const originRows = await rowsOfOrigins(workspace, origins)
  const files = await filesOfOrigins(workspace, origins)
  const parts = context.parts.flatMap(withRest).map(toPart)
  let unsent: readonly SubjectRound[] | undefined
  return {
    session: session.id,
    client: session.client,
    title: session.facts.title,
    agent: session.facts.agent,
    source: session.source,
    roleOf: (tool) => tools.act(tool, undefined).role,
    parts,
    unsent: () => {
      unsent ??= unsentRounds()
      return unsent
    },
    head: context.head,
    inherited: await readBase(workspace, session, context),
    fixed: await fixedTokensOf(store, session),
    openCalls: context.openCalls,
    origins,
    highest: session.facts.highestRound,
    ...(how.originals && { sent: await openSubject(workspace, session) }),
  }

  function toPart(part: ContextPart): SubjectPart {
    const { lines } = part
    const passage = passageOf(lines, session.facts.charsAToken)
    if (part.kind === 'rest') return toRest(part, passage)
    if (part.kind === 'other') return { kind: 'other', ...passage }
    if (part.kind === 'round') return toRound(part.round, passage)
    const text = part.text ?? ''
    if (markOf(text) !== 'index') return { kind: 'text', text, origin: textOrigin(text), ...passage }
    return { kind: 'index', rounds: readIndex(text).map(({ number, row }) => toIndexed(number, row)), ...passage }
  }

  function toRound(round: number, passage: Passage): SubjectRound {
    const row = rows.get(round)
    const roundId = row?.roundId ?? ((passage.lines[0]!.id ?? `${session.id}:${round}`) as RoundId)
    return {
      kind: 'round',
      ref: { session: session.id, round, roundId },
      started: row?.started ?? null,
      ended: row?.ended ?? null,
      engagement: row?.engagement ?? null,
      isPartial: partial.has(round),
      ...(row?.within !== undefined && { within: row.within }),
      ...passage,
    }
  }

  function unsentRounds(): readonly SubjectRound[] {
    const sent = new Set(parts.flatMap((part) => (part.kind === 'round' || part.kind === 'rest' ? numberOf(part) : [])))
    return rounds.flatMap(({ round }) => {
      const lines = round === 0 || sent.has(round) ? [] : context.linesOf(round)
      return lines.length === 0 ? [] : [toRound(round, passageOf(lines, session.facts.charsAToken))]
    })
  }

  /** In a session that surgery wrote nothing but its note tells where it begins. */
  function withRest(part: ContextPart): readonly ContextPart[] {
    const from = note?.rest ? part.lines.findIndex(({ id }) => id === note.rest!.from) : -1
    if (part.kind !== 'other' || from === -1) return [part]
    const [before, rest] = [part.lines.slice(0, from), part.lines.slice(from)]
    const cut = (kind: 'other' | 'rest', lines: ContextPart['lines']): ContextPart[] =>
      lines.length === 0 ? [] : [{ kind, round: 0, lines }]
    return [...cut('other', before), ...cut('rest', rest)]
  }

  function toRest({ round }: ContextPart, passage: Passage): SubjectPart {
    const row = round === 0 ? undefined : rows.get(round)
    if (row) {
      const { roundId, started, ended, engagement, within } = row
      const ref = { session: session.id, round, roundId }
      return { kind: 'rest', number: round, ref, started, ended, engagement, within, ...passage }
    }
    if (!note?.rest) return { kind: 'other', ...passage }
    const { row: _, isShared: __, file: ___, ...known } = toIndexed(note.rest.round, '')
    return { kind: 'rest', ended: null, ...known, ...passage }
  }

  function toIndexed(number: number, row: string): IndexedRound {
    const origin = originOf(origins, number) ?? { session: session.id, round: number }
    const known = originRows.get(`${origin.session}:${origin.round}`)
    return {
      ref: {
        session: origin.session as Session['id'],
        round: origin.round,
        roundId: known?.roundId ?? (`${origin.session}:${origin.round}` as RoundId),
      },
      number,
      file: files.get(origin.session) ?? null,
      started: known?.started ?? null,
      engagement: known?.engagement ?? null,
      row,
      isShared: note?.kind === 'split' && !rowsBefore.has(number),
      ...(known?.within !== undefined && origin.round === number && { within: known.within }),
      ...(isOld && { inner: innerOf(origin, number) }),
    }
  }

  /** What the row of an older Stet stands for besides. */
  function innerOf(origin: Origin, number: number): NonNullable<IndexedRound['inner']> {
    return [...originRows.values()]
      .filter((row) => row.session === origin.session && row.within === origin.round)
      .map(({ session: of, round, roundId, started }) => {
        return { ref: { session: of, round, roundId }, started, number: round, within: number }
      })
  }
}

function textOrigin(text: string): TextOrigin {
  const mark = markOf(text)
  return mark === 'legend' || mark === 'lineage' ? mark : 'summary'
}

/** Where the rows of indexes come from in a session that lost its note to a client's fork. */
async function originsOfIndexes({ store }: Workspace, { parts }: Context): Promise<readonly OriginRange[]> {
  const found: OriginRange[] = []
  for (const { text = '' } of parts.filter((part) => part.kind === 'synthetic')) {
    const session = indexedSession(text)
    const known = session === undefined ? undefined : await store.findSession(session as Session['id'])
    if (!known) continue
    for (const { number } of readIndex(text)) {
      const first = originOf(known.facts.surgery?.origins ?? [], number) ?? { session: known.id, round: number }
      found.push({ session: first.session, from: first.round, to: first.round, as: number })
    }
  }
  return originRanges(found)
}

/** The rounds of the sessions that this one's numbers come from, by `<session>:<round>`. */
async function rowsOfOrigins(
  { store }: Workspace,
  origins: readonly OriginRange[],
): Promise<ReadonlyMap<string, RoundRow>> {
  const rows = new Map<string, RoundRow>()
  for (const origin of new Set(origins.map(({ session }) => session))) {
    for (const row of await store.listRounds(origin as Session['id'])) rows.set(`${origin}:${row.round}`, row)
  }
  return rows
}

/** Where the files are of the sessions that this one's numbers come from. */
async function filesOfOrigins(
  { store }: Workspace,
  origins: readonly OriginRange[],
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const origin of new Set(origins.map(({ session }) => session))) {
    const session = await store.findSession(origin as Session['id'])
    if (session) files.set(origin, session.source)
  }
  return files
}
