import { isAbsolute, resolve } from 'node:path'
import { clientOf } from '../clients/client-of.ts'
import type { Droppable } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import { shortId } from '../model/id.ts'
import type { Plan, RoundRef } from '../model/plan.ts'
import { parseRange, rangeText, roundsIn } from '../model/range.ts'
import type { Session } from '../model/session.ts'
import { type SessionRef, sessionOf, sessionsOf } from '../record/naming/session-ref.ts'
import { roundBlocks } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { phaseStart } from '../work/phases-of.ts'
import { isEngagement, tag } from '../work/tag.ts'
import { taggedBy } from '../work/tags-of-operation.ts'
import { parseBorder } from './border.ts'
import { checkUsed, compressBefore, compressEngagement } from './compress.ts'
import { drop } from './drop.ts'
import { dropBlocks, namesBlocks } from './drop-blocks.ts'
import { FULL } from './fidelity.ts'
import type { FidelityRule } from './fidelity-rule.ts'
import { merge, type SharedFile } from './merge.ts'
import { type OperateOptions, operate } from './operate.ts'
import type { Operated } from './operated.ts'
import { piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { type SplitRanges, split, splitMapOf } from './split.ts'
import { indexedIn, numberOf, numbersMeant, type Subject, shownRoundsOf } from './subject.ts'
import { withFidelity } from './with-fidelity.ts'

/** An operation that makes one session of one. */
export type Cut =
  | { readonly kind: 'compress-before'; readonly before: string }
  | { readonly kind: 'compress-engagement'; readonly engagement: string }
  | { readonly kind: 'extract-engagement'; readonly engagement: string }
  | { readonly kind: 'drop'; readonly range: string; readonly kinds: readonly Droppable[] }
  | { readonly kind: 'export' }

export interface SurgeryOptions extends OperateOptions {
  /** How rounds are shown that stay. */
  readonly rules?: readonly FidelityRule[]
}

export async function cutSession(
  workspace: Workspace,
  reference: SessionRef,
  cut: Cut,
  options: SurgeryOptions = {},
): Promise<Operated> {
  const session = await sessionOf(workspace, reference)
  const began = cut.kind === 'compress-before' ? phaseStart(session, cut.before, workspace.cwd) : undefined
  const meant = cut.kind === 'compress-before' ? { ...cut, before: began ?? cut.before } : cut
  const judged = began === undefined ? undefined : (subject: Subject) => acrossPhase(subject, cut, began)
  return planSession(workspace, session, (subject) => planOfCut(subject, meant, workspace.clock()), options, judged)
}

/** A round belongs where it began: one that went on into a phase is in the index of what was before it. */
function acrossPhase(subject: Subject, cut: Cut, began: string): readonly string[] {
  const across = shownRoundsOf(subject).filter(
    ({ started, ended }) => started !== null && started < began && ended !== null && ended > began,
  )
  if (across.length === 0 || cut.kind !== 'compress-before') return []
  const rounds = rangeText(across.map(numberOf))
  const [who, is, it] = across.length === 1 ? ['Round', 'is', 'it'] : ['Rounds', 'are', 'they']
  return [`${who} ${rounds} went on into the phase ${cut.before}, and ${is} in the index because ${it} began before.`]
}

/** Carries out whatever plan is made of one session. */
export async function planSession(
  workspace: Workspace,
  session: Session,
  plan: (subject: Subject) => Plan,
  { rules = [], ...options }: SurgeryOptions = {},
  judge: (subject: Subject) => readonly string[] = () => [],
): Promise<Operated> {
  return operate(
    workspace,
    [session],
    ([subject]) => ({ plans: withFidelity([subject!], [plan(subject!)], rules), judge: () => judge(subject!) }),
    options,
  )
}

export async function mergeSessions(
  workspace: Workspace,
  references: readonly SessionRef[],
  { rules = [], ...options }: SurgeryOptions = {},
): Promise<Operated> {
  const sessions = await sessionsOf(workspace, references)
  const distinct = [...new Map(sessions.map((session) => [session.id, session])).values()]
  if (distinct.length < 2) {
    throw new Failure('usage', 'A merge needs two or more different sessions.', {
      hint: 'stet merge SESSION SESSION',
    })
  }
  const shared = await sharedFiles(workspace, distinct)
  return operate(
    workspace,
    distinct,
    (subjects) => ({
      plans: withFidelity(subjects, [merge(subjects as [Subject, ...Subject[]], shared)], rules),
      judge: () => (shared.length === 0 ? [] : [sharedWarning(shared)]),
    }),
    options,
  )
}

function sharedWarning(shared: readonly SharedFile[]): string {
  const named = shared
    .slice(0, 5)
    .map(({ path, sessions }) => `${path} (${sessions.map((id) => shortId(id)).join(', ')})`)
  const more = shared.length > 5 ? ` and ${shared.length - 5} more` : ''
  return `Several of these sessions changed the same files: ${named.join(', ')}${more}.`
}

export async function splitSession(
  workspace: Workspace,
  reference: SessionRef,
  { children, shared }: SplitRanges,
  { rules = [], ...options }: SurgeryOptions = {},
): Promise<Operated> {
  const session = await sessionOf(workspace, reference)
  const operated = await operate(
    workspace,
    [session],
    ([subject]) => ({
      plans: withFidelity([subject!], split(subject!, splitMapOf(subject!, children, shared)), rules),
    }),
    options,
  )
  if (operated.operation !== undefined)
    await tagChildren(workspace, session, children, taggedBy(workspace, operated.operation))
  return operated
}

/** Rounds that nobody tagged belong to the child that got them, where it is called as an engagement can be. */
async function tagChildren(
  workspace: Workspace,
  session: Session,
  children: SplitRanges['children'],
  by: string,
): Promise<void> {
  const untagged = new Set(
    (await workspace.store.listRounds(session.id)).flatMap(({ round, engagement }) =>
      engagement === null && round > 0 ? [round] : [],
    ),
  )
  for (const { id, ranges } of children) {
    const rounds = ranges
      .flatMap((range) => [...roundsIn(parseRange(range, session.facts.highestRound, session.id))])
      .filter((round) => untagged.has(round))
    if (isEngagement(id) && rounds.length > 0)
      await tag(workspace, session, { range: rounds.join(','), engagement: id, by })
  }
}

function planOfCut(subject: Subject, cut: Cut, now: Date): Plan {
  switch (cut.kind) {
    case 'compress-before':
      return compressBefore(subject, parseBorder(cut.before, now))
    case 'compress-engagement':
      return compressEngagement(subject, cut.engagement)
    case 'extract-engagement':
      return extractEngagement(subject, cut.engagement)
    case 'drop':
      if (namesBlocks(cut.range) && cut.kinds.length === 0) return dropBlocks(subject, cut.range)
      return drop(subject, roundsOfCut(subject, cut.range), cut.kinds)
    case 'export':
      return planOf('export', [subject], piecesOf(subject), {})
  }
}

/** `all` is what is in the context; a number that is named must be there. */
function roundsOfCut(subject: Subject, range: string): readonly number[] {
  if (range.trim() === 'all') return shownRoundsOf(subject).map(numberOf)
  return numbersMeant(shownRoundsOf(subject), roundsIn(parseRange(range, subject.highest, subject.session)))
}

/** The rounds of the engagement, whole, and nothing else; those that are only rows, or not sent, come from the record. */
function extractEngagement(subject: Subject, engagement: string): Plan {
  checkUsed(subject, engagement, true)
  const rounds = new Map<number, RoundRef>()
  for (const round of [...shownRoundsOf(subject), ...subject.unsent()])
    if (round.engagement === engagement) rounds.set(numberOf(round), round.ref)
  for (const { engagement: own, number, ref } of indexedIn(subject))
    if (own === engagement && !rounds.has(number)) rounds.set(number, ref)
  const pieces = [...rounds]
    .sort(([a], [b]) => a - b)
    .map(([, ref]) => ({ kind: 'round', ref, fidelity: FULL }) as const)
  return planOf('extract-engagement', [subject], pieces, { engagement })
}

/** The files that more than one of the sessions changed, by what their tools did, in the order of the first change. */
async function sharedFiles(workspace: Workspace, sessions: readonly Session[]): Promise<readonly SharedFile[]> {
  const changers = new Map<string, Set<string>>()
  for (const session of sessions) {
    for (const path of await changedFiles(workspace, session)) {
      if (!changers.has(path)) changers.set(path, new Set())
      changers.get(path)!.add(session.id)
    }
  }
  return [...changers].flatMap(([path, own]) => (own.size > 1 ? [{ path, sessions: [...own] }] : []))
}

async function changedFiles(workspace: Workspace, session: Session): Promise<ReadonlySet<string>> {
  const { tools } = clientOf(session)
  const files = new Set<string>()
  for (const row of await workspace.store.listRounds(session.id)) {
    if (!row.active || row.toolCount === 0) continue
    for (const block of await roundBlocks(workspace, session, row)) {
      if (block.type !== 'tool_use') continue
      for (const { path, change } of tools.act(block.name, block.content).files)
        if (change !== null) files.add(isAbsolute(path) ? path : resolve(session.facts.cwd ?? '/', path))
    }
  }
  return files
}
