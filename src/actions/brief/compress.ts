import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Brief } from '../../brief/brief.ts'
import { type Component, componentsOf } from '../../brief/facts/components.ts'
import { type Gate, gatesOf } from '../../brief/gates.ts'
import { inherit } from '../../brief/inherit.ts'
import { losslessGates } from '../../brief/lossless-gates.ts'
import { ofRounds } from '../../brief/of-rounds.ts'
import { grade } from '../../brief/probes/grade.ts'
import { probesOf } from '../../brief/probes/probes.ts'
import type { About } from '../../brief/render/about.ts'
import { continuationPrompt } from '../../brief/render/continuation-prompt.ts'
import { losslessPrompt, MOST_CHARS } from '../../brief/render/lossless-prompt.ts'
import { lossyState } from '../../brief/render/lossy-state.ts'
import { type Shown, shownOf } from '../../brief/render/shown.ts'
import { type CompressRequest, isPartial } from '../../brief/request.ts'
import { scopeOf, tagOf } from '../../brief/tag.ts'
import { clientOf } from '../../clients/client-of.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { shellQuoted } from '../../model/shell-quoted.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { placeFile } from '../files/place-file.ts'
import { commitOfRound } from '../read/commit-of-round.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { requireAbility } from '../require-ability.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { type AskFirst, askFirst } from './ask-first.ts'
import { type Compression, compressionsIn, freeTag, keepCompression } from './compressions.ts'
import { losslessFiles, losslessOf, writeLossless } from './lossless.ts'
import { resolveContext } from './resolve-context.ts'
import { resolveTurns } from './resolve-turns.ts'
import { briefSession } from './session-brief.ts'
import { tokensInContext } from './tokens-in-context.ts'

export interface CompressOptions extends AskFirst {
  /** The folder that a folder for this compression is made in. */
  readonly out: string
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
  const asked = await askFirst(workspace, session, options)
  const isMeant = (round: number) => round >= turns.from && round <= turns.to
  const { rounds, ...whole } = await briefSession(workspace, session, isMeant)
  if (rounds.length === 0) throw nothing(session)
  const brief = ofRounds(whole, isMeant)
  const partial = isPartial(request) ? await partialOf(workspace, session, request, { brief, known, ...turns }) : {}
  const title = session.facts.title && (await maskedText(session.facts.title))
  const tag = await freeTag(
    workspace,
    tagOf(brief, title, partial.scope && scopeOf(partial.scope)),
    (one) => known.some((other) => other.tag === one) || existsSync(join(options.out, one)),
  )
  const components = componentsOf(rounds)
  const unsourced = prior
    .flatMap((one) => one.unsourced)
    .filter(({ round }) => isMeant(round) && !brief.entries.current.some((entry) => entry.rounds.includes(round)))
  const about: About = {
    session: session.id,
    title,
    cwd: session.facts.cwd,
    file: session.source,
    tag,
    at: workspace.clock().toISOString(),
    turns: turns.to - Math.max(turns.from, turns.fresh) + 1,
    last: turns.to,
    components,
    unsourced,
    ...partial,
  }
  const folder = join(options.out, tag)
  const isLossless = request.mode === 'lossless'
  const promptOf = (one: Shown) => continuationPrompt(one, about)
  const shown = shownOf(brief, (one) => promptOf(one).length)
  const lossless = isLossless
    ? await losslessOf(workspace, session, { brief, about, prior, location: losslessFiles(folder).archive })
    : undefined
  const state = lossyState(shown, about, 'prompt.md')
  const prompt = lossless
    ? losslessPrompt(promptOf(shownOf(brief, (one) => promptOf(one).length, MOST_CHARS)), lossless.archive)
    : promptOf(shown)
  const graded = grade(probesOf(shown), `${state}\n${prompt}`)
  const gates = [
    ...gatesOf({ shown, about, state, prompt, grade: graded }),
    ...(lossless ? losslessGates({ ...lossless, brief, prompt }) : []),
  ]
  const files = {
    state: join(folder, 'state.yaml'),
    prompt: join(folder, 'prompt.md'),
    ...(isLossless && losslessFiles(folder)),
  }
  let commit: CommitId | null = null
  if (!options.dryRun) {
    await placeFile(files.state, [Buffer.from(state)], { replaces: false })
    await placeFile(files.prompt, [Buffer.from(prompt)], { replaces: false })
    if (lossless) await writeLossless(losslessFiles(folder), lossless)
    commit = await keepCompression(workspace, await tipOf(workspace, session, turns.to), prompt, {
      version: 2,
      tag,
      mode: request.mode,
      session: session.id,
      range: [turns.from, turns.to],
      isPartial: about.scope !== undefined,
      scope: request.scope,
      context: request.context,
      at: about.at,
      entries: brief.entries.current,
      unsourced,
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
    tokens_after: estimateTokens(state.length + prompt.length),
    components,
    prompt,
    start: clientOf(session).files.promptCommand?.(shellQuoted(files.prompt)) ?? null,
    warnings: [
      ...asked,
      ...(about.inherited?.contradictions ?? []).map(
        (one) => `Contradiction: before: ${one.inherited} · now: ${one.current} (round ${one.round})`,
      ),
    ],
  }
}

/** What a partial compression says of itself, and what it takes over. */
async function partialOf(
  workspace: Workspace,
  session: Session,
  request: CompressRequest,
  {
    brief,
    known,
    from,
    to,
  }: { readonly brief: Brief; readonly known: readonly Compression[]; readonly from: number; readonly to: number },
): Promise<Pick<About, 'scope' | 'inherited'>> {
  const context =
    request.context === null
      ? undefined
      : await resolveContext(workspace, session, request.context, { known, from, to })
  return {
    scope: { range: [from, to], topic: request.scope, priorTag: context?.tag ?? null, query: request.context },
    ...(context && {
      inherited: inherit(context, brief, { ...context, query: request.context!, scope: request.scope }),
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
