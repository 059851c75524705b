import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from '../../digest/extract.ts'
import { type Gate, gatesOf } from '../../digest/gates.ts'
import { grade } from '../../digest/probes/grade.ts'
import { probesOf } from '../../digest/probes/probes.ts'
import type { About } from '../../digest/render/about.ts'
import { withinShare } from '../../digest/render/within-share.ts'
import type { CompressRequest } from '../../digest/request.ts'
import { settle } from '../../digest/settle.ts'
import { tagOf } from '../../digest/tag.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { commitOfRound } from '../commit-of-round.ts'
import { placeFile } from '../place-file.ts'
import type { Workspace } from '../workspace.ts'
import { compressionsIn, freeTag, keepCompression } from './compressions.ts'
import { digestRounds } from './digest-rounds.ts'
import { resolveTurns } from './resolve-turns.ts'

export interface CompressOptions {
  /** The folder that a folder for this compression is made in. */
  readonly out: string
  readonly dryRun?: boolean
  /** Now, whatever the gates say: nothing is searched, nothing refused. */
  readonly isEmergency?: boolean
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
  readonly tokens_before: number
  readonly tokens_after: number
  readonly prompt: string
}

/** Compresses rounds into a state and a prompt that a new session goes on from. The record is only added to. */
export async function compress(
  workspace: Workspace,
  session: Session,
  request: CompressRequest,
  options: CompressOptions,
): Promise<Compressed> {
  const known = await compressionsIn(workspace, session.facts.cwd)
  const prior = known.filter((one) => one.session === session.id)
  const turns = await resolveTurns(workspace, session, request, prior)
  const source = await digestRounds(workspace, session, (round) => round >= turns.from && round <= turns.to)
  if (source.rounds.length === 0) throw nothing(session)
  const state = extract(source.rounds)
  const view = settle(state)
  const tag = freeTag(
    tagOf(view, session.facts.title, request.scope ?? undefined),
    (one) => known.some((other) => other.tag === one) || existsSync(join(options.out, one)),
  )
  const about: About = {
    session: session.id,
    title: session.facts.title,
    cwd: session.facts.cwd,
    tag,
    at: workspace.clock().toISOString(),
    turns: turns.to - Math.max(turns.from, turns.fresh) + 1,
    last: turns.to,
  }
  const { state: stateText, prompt: promptText, shown } = withinShare(view, about, source.chars)
  const graded = grade(probesOf(shown), `${stateText}\n${promptText}`)
  const gates = gatesOf({ view: shown, about, prompt: promptText, grade: graded })
  const folder = join(options.out, tag)
  const files = { state: join(folder, 'state.yaml'), prompt: join(folder, 'prompt.md') }
  let commit: CommitId | null = null
  if (!options.dryRun) {
    await placeFile(files.state, [Buffer.from(stateText)], { replaces: false })
    await placeFile(files.prompt, [Buffer.from(promptText)], { replaces: false })
    commit = await keepCompression(workspace, await tipOf(workspace, session, turns.to), promptText, {
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
    tokens_before: estimateTokens(source.chars),
    tokens_after: estimateTokens(stateText.length + promptText.length),
    prompt: promptText,
  }
}

/** The commit that the last of these rounds ends in. */
async function tipOf({ store }: Workspace, session: Session, round: number): Promise<Commit> {
  const id = await commitOfRound(store, session.id, round)
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
