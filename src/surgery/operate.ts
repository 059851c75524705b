import { randomUUID } from 'node:crypto'
import { extname, join, resolve, sep } from 'node:path'
import type { Client } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { windowOf } from '../clients/window-of.ts'
import { Failure } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'
import { rangeText } from '../model/range.ts'
import type { Session } from '../model/session.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import { resuming, sessionPath } from '../record/naming/client-files.ts'
import { withoutOperation } from '../record/reading/titled.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { isFolderName, outPath, refuseMissingFolder } from '../system/out-path.ts'
import { carryOut } from './carry-out.ts'
import { contextSize } from './context-size.ts'
import { lostIn } from './crossing.ts'
import { hasRemainingBlocks } from './has-remaining-blocks.ts'
import type { RowForm } from './index-row.ts'
import { openSubject } from './open-subject.ts'
import { type Operated, type OperatedSession, operatedSession } from './operated.ts'
import { partsAfter } from './parts-after.ts'
import { type Preview, previewOf } from './preview.ts'
import { refuseForSession } from './refuse-overwrite.ts'
import { withRowsForMissing } from './rows-for-missing.ts'
import { type Script, scriptOf } from './script.ts'
import { ancestorsOf, liveWarnings, refuseSubagents } from './sources.ts'
import { type Subject, shownRoundsOf, unsentAt } from './subject.ts'
import { withLineage } from './with-lineage.ts'
import { writeOutput } from './write-output.ts'

export interface OperateOptions {
  /** Where the new session goes instead of where its client looks for it; a folder where there are several. */
  readonly out?: string | undefined
  /** How an index tells of a round. */
  readonly rows?: RowForm | undefined
  readonly force?: boolean
  /** Makes the folder that `out` names where it does not exist. */
  readonly parents?: boolean
  /** The sources are not ended: somebody goes on in them. */
  readonly keep?: boolean
  readonly dryRun?: boolean
  /** Tells what each new context is made of, part by part. */
  readonly parts?: boolean
  /** Whom the new session is for; else the client of the first source. */
  readonly to?: Client | undefined
  /** Reads the sources as they are when nothing is wrong with them. */
  readonly mends?: boolean
  /** Reads the sources as if their client had never compacted them; together with `mends`. */
  readonly originals?: boolean
  /** Reads the source only before this byte: as its client would have sent it then. */
  readonly until?: number | undefined
  /** What else Stet's own note says in each new session. */
  readonly note?: Readonly<Record<string, unknown>> | undefined
  /** The handoff that is written down with the end of the sources. */
  readonly handoff?: string
  /** Runs when everything is planned and nothing is written yet; never in a dry run. Returns what to mind. */
  readonly beforeWriting?: () => Promise<readonly string[]>
}

/** What an operation makes of its sources. */
export interface Operation {
  readonly plans: readonly Plan[]
  /** What the first line of each new session says apart from Stet's own note. */
  readonly metadata?: (script: Script, preview: Preview, at: string) => Readonly<Record<string, unknown>>
  /** Says why nothing should be written after all, or what to mind. */
  readonly judge?: (preview: Preview, script: Script) => readonly string[] | Promise<readonly string[]>
}

/**
 * Carries out an operation: reads its sources, has it planned, works the plans out, and writes each as a session of
 * its own that the client resumes, in the record too. The sources' files and what is recorded of them stay as they are.
 */
export async function operate(
  workspace: Workspace,
  references: readonly Session[],
  plan: (subjects: readonly Subject[]) => Operation | Promise<Operation>,
  options: OperateOptions = {},
): Promise<Operated> {
  const { dryRun = false, force = false, mends = false, originals = false, until } = options
  if (options.out !== undefined) refuseMissingFolder(workspace.cwd, options.out, options.parents ?? false)
  if (!mends) for (const session of references) refuseSubagents(session)
  const sources = await Promise.all(references.map((session) => caughtUp(workspace, session)))
  const opened = new Map<string, { readonly session: Session; readonly subject: Subject }>()
  for (const session of sources) await open(session)
  const planned = await plan(sources.map((session) => opened.get(session.id)!.subject))
  await openFurther(planned.plans)
  const subjects = [...opened.values()].map(({ subject }) => subject)
  const plans = await withAncestors(planned.plans.map((plan) => withRowsForMissing(plan, subjects)))
  const operation = { ...planned, plans }
  type Prepared = Awaited<ReturnType<typeof prepare>>
  const warnings = new Set<string>()
  for (const [at, session] of sources.entries())
    for (const warning of await liveWarnings(workspace, session, references[at]!)) warnings.add(warning)
  const at = workspace.clock().toISOString()
  const prepared: Prepared[] = []
  for (const plan of operation.plans) prepared.push(await prepare(plan))
  for (const { client, path } of prepared) {
    refuseSources(path)
    await refuseForSession(workspace, client, path, force)
  }
  const kind = operation.plans[0]!.lineage.kind
  const done = dryRun ? undefined : await carriedOut()
  const before = prepared[0]!.preview.tokensBefore
  const after = prepared.reduce((most, { preview }) => Math.max(most, preview.tokensAfter), 0)
  return {
    ...(done && { operation: done.id }),
    kind,
    from: sources.map((session) => session.id),
    sessions: prepared.map(toOperated),
    tokens_before: before,
    tokens_after: after,
    saved_percent: before === 0 ? 0 : Math.round((1 - after / before) * 1000) / 10,
    ...(kind === 'trim' && {
      trimmed_count: prepared[0]!.script.cutBlocks,
      tokens_saved: prepared[0]!.preview.saved,
    }),
    warnings: [...warnings],
  }

  async function carriedOut() {
    for (const warning of (await options.beforeWriting?.()) ?? []) warnings.add(warning)
    const endings = (options.keep ? [] : sources).map((session) => ({
      session: session.id,
      context: percentAtEnd(session),
      summary: options.handoff ?? null,
    }))
    const all = { kind, at, sources: sources.map((session) => session.id), plans: operation.plans, endings }
    const sessions = prepared.map((one) => ({ path: one.path, write: () => write(one) }))
    const { warnings: unrecorded, ...carried } = await carryOut(workspace, all, sessions, { force })
    for (const warning of unrecorded) warnings.add(warning)
    return carried
  }

  /** What is replaced is another session, never the one that is read. */
  function refuseSources(path: string): void {
    const source = sources.find((session) => resolve(session.source) === resolve(path))
    if (!source) return
    throw new Failure('target-exists', `${path} is the file of session ${source.id} itself.`, {
      facts: { path, session: source.id },
      hint: 'Choose another path with --out.',
    })
  }

  async function open(session: Session): Promise<void> {
    if (opened.has(session.id)) return
    opened.set(session.id, {
      session,
      subject: await openSubject(workspace, session, { mends, originals, until }),
    })
  }

  /** A round that was only in an index comes from the session that recorded it first. */
  async function openFurther(plans: readonly Plan[]): Promise<void> {
    const wanted = plans.flatMap((plan) =>
      plan.pieces.flatMap((piece) => (piece.kind === 'round' ? [piece.ref.session] : [])),
    )
    for (const id of new Set(wanted)) {
      const session = opened.has(id) ? undefined : await workspace.store.findSession(id)
      if (session) await open(session)
    }
  }

  async function withAncestors(plans: readonly Plan[]): Promise<readonly Plan[]> {
    if (sources.length > 1) return plans // a legend tells where those come from
    const { id: session, source: file } = sources[0]!
    const ancestors = await ancestorsOf(workspace, sources[0]!)
    return plans.map((plan) => withLineage(plan, [{ session, kind: plan.lineage.kind, into: '', file }, ...ancestors]))
  }

  function idFor({ files }: Client): string {
    return workspace.newId?.() ?? files.newId?.(workspace.clock()) ?? randomUUID()
  }

  function clientIn(session: string): Client {
    return clientOf(opened.get(session)!.session)
  }

  async function prepare(plan: Plan) {
    const first = opened.get(plan.sources[0]!)!
    const client = options.to ?? clientOf(first.session)
    const isOne = operation.plans.length === 1
    const { out, parents: mayMake = false } = options
    const sessionId = (isOne && out !== undefined && client.files.idIn?.(out)) || idFor(client)
    const cwd = first.session.facts.cwd ?? workspace.cwd
    const name = client.files.nameOf(sessionId)
    const path =
      out === undefined
        ? sessionPath(workspace, client, { cwd, sessionId })
        : outPath(workspace.cwd, isOne ? withEnding(workspace.cwd, out, name) : join(out, sep), {
            name,
            mayMake: !isOne || mayMake,
          })
    const isForeign = (id: string) => clientIn(id) !== client
    const script = scriptOf(plan, subjects, { sessionId, rows: options.rows })
    const preview = previewOf(
      script,
      plan.sources.map((session) => opened.get(session)!.subject),
      isForeign,
    )
    if (!saysSomething(script)) throw nothingLeft(first.session)
    for (const warning of (await operation.judge?.(preview, script)) ?? []) warnings.add(warning)
    for (const warning of broughtBack(plan, subjects)) warnings.add(warning)
    if (client === clientOf(first.session))
      for (const warning of outgrown(preview, windowOf(first.session))) warnings.add(warning)
    const lost = lostIn(script.steps, isForeign)
    return { plan, first, client, sessionId, cwd, path, script, preview, lost }
  }

  async function write({ plan: own, first, client, sessionId, cwd, path, script, preview }: Prepared) {
    const inherited = own.sources.flatMap((id) => {
      const line = opened.get(id)!.subject.inherited
      return line ? [{ session: id, line }] : []
    })
    const sessions = new Map([...opened].map(([id, { session }]) => [id, session]))
    return writeOutput(workspace, sessions, {
      client,
      clientOf: clientIn,
      script,
      sessionId,
      path,
      cwd,
      named: {
        ...first.subject,
        title: await derivedTitle(
          own,
          own.sources.map((id) => opened.get(id)!.session),
        ),
      },
      inherited,
      ...(options.note && { note: options.note }),
      context: preview.tokensAfter,
      metadata: operation.metadata?.(script, preview, at) ?? {},
      at,
    })
  }

  function toOperated(one: Prepared, nth: number): OperatedSession {
    return operatedSession(one, {
      sources: one.plan.sources.map((id) => opened.get(id)!.session),
      resuming: resuming(one.client, one.sessionId, options.out === undefined ? undefined : one.path),
      bytesAfter: done?.outputs[nth]?.bytes,
      parts: options.parts ? partsAfter(one.script.steps, subjects, one.preview.scale) : undefined,
    })
  }

  /** Whole percents; nothing is known of a session without a reply. */
  function percentAtEnd(session: Session): number | null {
    if (session.facts.tokens === 0) return null
    const { subject } = opened.get(session.id)!
    return Math.round((contextSize(subject.sent ?? subject).context / windowOf(session)) * 100)
  }
}

/** Whether a message is left that a client could resume. */
function saysSomething({ steps }: Script): boolean {
  return steps.some((step) => {
    if (step.kind === 'say' || step.interrupted.size > 0) return true
    return step.passage.lines.some((line) => line.isMessage && hasRemainingBlocks(line, step.edits.get(line)))
  })
}

function nothingLeft({ id }: Session): Failure {
  return new Failure('nothing-to-do', `Session ${id} would have no message left to resume.`, {
    facts: { session: id },
    hint: `Run \`stet rounds ${id}\` to see what it holds.`,
  })
}

/** A client resumes a path only where it ends as its own files do. */
function withEnding(cwd: string, out: string, name: string): string {
  return extname(out) === '' && !isFolderName(cwd, out) ? `${out}${extname(name)}` : out
}

/** Says which rounds of a plan their client would not send any more. */
function broughtBack({ pieces }: Plan, subjects: readonly Subject[]): readonly string[] {
  const sent = new Set(subjects.flatMap(shownRoundsOf).map(({ ref }) => `${ref.session}:${ref.round}`))
  const back = new Map<string, number[]>()
  for (const piece of pieces) {
    if (piece.kind !== 'round' || sent.has(`${piece.ref.session}:${piece.ref.round}`)) continue
    if (!unsentAt(subjects, piece.ref)) continue
    const { session, round } = piece.ref
    const rounds = back.get(session) ?? []
    rounds.push(round)
    back.set(session, rounds)
  }
  return [...back].map(
    ([session, rounds]) =>
      `Brought back from the record: rounds ${rangeText(rounds)} of session ${session}, which its client would not send any more (rewound, or before a compaction).`,
  )
}

/** So much of a title is enough to know it by. */
const LONGEST = 80

/**
 * What a new session is called, a cut of a cut after what both were cut from: `trim of Fix the parser`, `merge of Parser, Docs`, `split of
 * Parser (console)`.
 */
async function derivedTitle({ lineage, target }: Plan, sources: readonly Session[]): Promise<string | null> {
  if (target.title !== undefined) return target.title
  const titles = [...new Set(sources.flatMap(({ facts }) => withoutOperation(facts) ?? []))]
  if (titles.length === 0) return null
  const name = target.name === null ? '' : ` (${target.name})`
  const masked = await maskedText(titles.join(', ')) // before it is cut: a part of a secret is known by no rule
  return `${lineage.kind} of ${masked.slice(0, LONGEST)}${name}`
}

/** Says that a new session is larger than its window. */
function outgrown({ tokensAfter }: Pick<Preview, 'tokensAfter'>, window: number): readonly string[] {
  if (tokensAfter <= window) return []
  const thousands = (tokens: number) => `${Math.round(tokens / 1000)}k`
  return [
    `About ${thousands(tokensAfter)} tokens do not fit a window of ${thousands(window)}: the client will compact the new session before it continues. \`stet shrink\` makes it smaller first.`,
  ]
}
