import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Component, componentsOf } from '../../brief/facts/components.ts'
import { type CompressRequest, isPartial } from '../../brief/request.ts'
import { clientOf } from '../../clients/client-of.ts'
import { type Gate, gatesOf } from '../../digest/gates.ts'
import { inherit } from '../../digest/inherit.ts'
import { losslessGates } from '../../digest/lossless-gates.ts'
import { grade } from '../../digest/probes/grade.ts'
import { probesOf } from '../../digest/probes/probes.ts'
import type { About } from '../../digest/render/about.ts'
import { losslessPrompt, MOST_CHARS } from '../../digest/render/lossless-prompt.ts'
import { withinShare } from '../../digest/render/within-share.ts'
import { settle, type View } from '../../digest/settle.ts'
import { scopeOf, tagOf } from '../../digest/tag.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { shellQuoted } from '../../model/shell-quoted.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { briefRounds } from '../brief/brief-rounds.ts'
import { placeFile } from '../files/place-file.ts'
import { commitOfRound } from '../read/commit-of-round.ts'
import { requireAbility } from '../require-ability.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { type Compression, compressionsIn, freeTag, keepCompression } from './compressions.ts'
import { digestState } from './digest-state.ts'
import { enriched } from './enriched.ts'
import { losslessFiles, losslessOf, writeLossless } from './lossless.ts'
import { resolveContext } from './resolve-context.ts'
import { resolveTurns } from './resolve-turns.ts'
import { tokensInContext } from './tokens-in-context.ts'

export interface CompressOptions {
  /** The folder that a folder for this compression is made in. */
  readonly out: string
  readonly dryRun?: boolean
  /** Has the configured model write the prompt; what it writes is taken only where it holds as much as ours. */
  readonly enriches?: boolean
  /** Compresses again where nothing was said since the last compression. */
  readonly again?: boolean
  /** Told which rounds were asked for, before anything is written. */
  readonly resolved?: (turns: readonly [from: number, to: number]) => void
}

export interface Compressed {
  readonly tag: string
  readonly mode: 'lossy' | 'lossless'
  readonly session: string
  readonly turns: readonly [from: number, to: number]
  /** Null in a dry run. */
  readonly commit: CommitId | null
  readonly files: {
    readonly state: string
    readonly prompt: string
    readonly archive?: string
    readonly retrieval?: string
  }
  readonly gates: readonly Gate[]
  readonly score: number
  /** What these rounds hold of the context, not of the record. */
  readonly tokens_before: number
  readonly tokens_after: number
  /** What the context is made of, and what became of each part. */
  readonly components: readonly Component[]
  readonly prompt: string
  /** The command that starts a new session with the prompt; null where the client has none. */
  readonly start: string | null
  readonly warnings: readonly string[]
}

/** Compresses rounds into a state and a prompt that a new session goes on from. The record is only added to. */
export async function compress(
  workspace: Workspace,
  reference: SessionRef,
  request: CompressRequest,
  options: CompressOptions,
): Promise<Compressed> {
  const session = await sessionOf(workspace, reference)
  requireAbility(clientOf(session), 'compactions') // before anything is written
  const known = await compressionsIn(workspace, session.facts.cwd)
  const prior = known.filter((one) => one.session === session.id)
  const isDone = prior.some((one) => !one.isPartial && one.range[1] >= session.facts.highestRound)
  const turns = await resolveTurns(workspace, session, request, options.again && isDone ? [] : prior)
  options.resolved?.([turns.from, turns.to])
  const source = await briefRounds(workspace, session, (round) => round >= turns.from && round <= turns.to)
  if (source.rounds.length === 0) throw nothing(session)
  const state = await digestState(source.rounds)
  const view = settle(state, source.last)
  const partial = isPartial(request) ? await partialOf(workspace, session, request, { view, known, ...turns }) : {}
  const tag = await freeTag(
    workspace,
    tagOf(view, session.facts.title, partial.scope && scopeOf(partial.scope)),
    (one) => known.some((other) => other.tag === one) || existsSync(join(options.out, one)),
  )
  const components = componentsOf(source.rounds)
  const about: About = {
    session: session.id,
    title: session.facts.title,
    cwd: session.facts.cwd,
    file: session.source,
    tag,
    at: workspace.clock().toISOString(),
    turns: turns.to - Math.max(turns.from, turns.fresh) + 1,
    last: turns.to,
    components,
    ...partial,
  }
  const folder = join(options.out, tag)
  const isLossless = request.mode === 'lossless'
  const made = withinShare(view, about, source.chars, isLossless ? MOST_CHARS : undefined)
  const lossless = isLossless
    ? await losslessOf(workspace, session, {
        view,
        about,
        rounds: source.rounds,
        prior,
        location: losslessFiles(folder).archive,
      })
    : undefined
  const plain = lossless ? losslessPrompt(made.prompt, lossless.archive) : made.prompt
  const probes = probesOf(view)
  const judged = (prompt: string) => {
    const graded = grade(probes, `${made.state}\n${prompt}`)
    const gates = gatesOf({ view: made.shown, about, state: made.state, prompt, grade: graded })
    return {
      prompt,
      graded,
      gates: lossless ? [...gates, ...losslessGates({ ...lossless, view, prompt })] : gates,
      alone: () => grade(probes, prompt).overall,
    }
  }
  const warnings = (about.inherited?.contradictions ?? []).map(
    (one) => `Contradiction: before: ${one.inherited} · now: ${one.current} (round ${one.round})`,
  )
  if (options.enriches && options.dryRun) warnings.push('A dry run asks no model.')
  const { prompt, graded, gates } =
    options.enriches && !options.dryRun ? await enriched(workspace, judged(plain), judged, warnings) : judged(plain)
  const files = {
    state: join(folder, 'state.yaml'),
    prompt: join(folder, 'prompt.md'),
    ...(isLossless && losslessFiles(folder)),
  }
  let commit: CommitId | null = null
  if (!options.dryRun) {
    await placeFile(files.state, [Buffer.from(made.state)], { replaces: false })
    await placeFile(files.prompt, [Buffer.from(prompt)], { replaces: false })
    if (lossless) await writeLossless(losslessFiles(folder), lossless)
    commit = await keepCompression(workspace, await tipOf(workspace, session, turns.to), prompt, {
      version: 1,
      tag,
      mode: request.mode,
      session: session.id,
      range: [turns.from, turns.to],
      isPartial: about.scope !== undefined,
      scope: request.scope,
      context: request.context,
      at: about.at,
      state,
    })
  }
  return {
    tag,
    mode: request.mode,
    session: session.id,
    turns: [turns.from, turns.to],
    commit,
    files,
    gates,
    score: graded.overall,
    tokens_before: await tokensInContext(workspace, session, turns),
    tokens_after: estimateTokens(made.state.length + prompt.length),
    components,
    prompt,
    start: clientOf(session).files.promptCommand?.(shellQuoted(files.prompt)) ?? null,
    warnings,
  }
}

/** What a partial compression says of itself, and what it takes over. */
async function partialOf(
  workspace: Workspace,
  session: Session,
  request: CompressRequest,
  {
    view,
    known,
    from,
    to,
  }: { readonly view: View; readonly known: readonly Compression[]; readonly from: number; readonly to: number },
): Promise<Pick<About, 'scope' | 'inherited'>> {
  const context =
    request.context === null
      ? undefined
      : await resolveContext(workspace, session, request.context, { known, from, to })
  return {
    scope: { range: [from, to], topic: request.scope, priorTag: context?.tag ?? null, query: request.context },
    ...(context && {
      inherited: inherit(context.state, view, { ...context, query: request.context!, scope: request.scope }),
    }),
  }
}

/** The commit that the last of these rounds ends in; of a round that the session's file does not hold, the session's last. */
async function tipOf({ store }: Workspace, session: Session, round: number): Promise<Commit> {
  const id = (await commitOfRound(store, session.id, [round])) ?? session.head
  const commit = id === undefined ? undefined : await store.findCommit(id as CommitId)
  if (commit) return commit
  throw nothing(session)
}

function nothing(session: Session): Failure {
  return new Failure('nothing-to-do', `Session ${session.id} has no rounds to compress.`, {
    facts: { session: session.id },
    hint: `Run \`stet rounds ${session.id}\` to see what it has.`,
  })
}
