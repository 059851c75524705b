import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AskFirst, askFirst } from '../brief/ask-for-entries.ts'
import { briefRounds, originalRounds, readOriginals, versionsOf } from '../brief/brief-rounds.ts'
import { compressionsIn, freeTag, keepCompression } from '../brief/compressions.ts'
import { componentsOf } from '../brief/facts/components.ts'
import { gatesOf } from '../brief/gates.ts'
import { inherit } from '../brief/inherit.ts'
import { losslessGates } from '../brief/lossless-gates.ts'
import { ofRounds } from '../brief/of-rounds.ts'
import { grade } from '../brief/probes/grade.ts'
import { probesOf } from '../brief/probes/probes.ts'
import type { About } from '../brief/render/about.ts'
import { archiveOf, archiveText } from '../brief/render/archive.ts'
import {
  continuationPrompt,
  losslessPrompt,
  MOST_CHARS,
  retrievalProtocol,
} from '../brief/render/continuation-prompt.ts'
import { lossyState } from '../brief/render/lossy-state.ts'
import { type Shown, shownOf } from '../brief/render/shown.ts'
import { type CompressRequest, isPartial } from '../brief/request.ts'
import { resolveContext, resolveTurns } from '../brief/resolve-request.ts'
import { briefSession } from '../brief/session-brief.ts'
import { scopeOf, tagOf } from '../brief/tag.ts'
import { clientOf } from '../clients/client-of.ts'
import { requireAbility } from '../clients/require-ability.ts'
import type { Commit } from '../model/commit.ts'
import { Failure } from '../model/errors.ts'
import type { CommitId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { shellQuoted } from '../model/shell-quoted.ts'
import { estimateTokens } from '../model/tokens.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { blockText } from '../record/reading/block-text.ts'
import { commitOfRound } from '../record/reading/commit-of-round.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { placeFile } from '../system/place-file.ts'
import { contextSize } from './context-size.ts'
import { openSubject } from './open-subject.ts'
import { numberOf, type SubjectPart, shownRoundsOf } from './subject.ts'
import { tokensIn, total } from './weigh.ts'

interface CompressOptions extends AskFirst {
  /** The folder that a folder for this compression is made in. */
  readonly out: string
  /** Compresses again where nothing was said since the last compression. */
  readonly again?: boolean
  /** Told which rounds were asked for, before anything is written. */
  readonly resolved?: (turns: readonly [from: number, to: number]) => void
}

export type Compressed = Awaited<ReturnType<typeof compress>>

/** Compresses rounds into a state and a prompt that a new session goes on from. The record is only added to. */
export async function compress(
  workspace: Workspace,
  reference: SessionRef,
  request: CompressRequest,
  { out, again, resolved, ...asking }: CompressOptions,
) {
  const session = await sessionOf(workspace, reference)
  requireAbility(clientOf(session), 'compactions') // before anything is written
  const { id, facts, source } = session
  const known = await compressionsIn(workspace, facts.cwd)
  const prior = known.filter((one) => one.session === id)
  const isDone = prior.some((one) => !one.isPartial && one.range[1] >= facts.highestRound)
  const { from, to, fresh } = await resolveTurns(workspace, session, request, again && isDone ? [] : prior)
  const turns = [from, to] as const
  resolved?.(turns)
  const asked = await askFirst(workspace, session, asking)
  const isMeant = (round: number) => round >= from && round <= to
  const { rounds, ...whole } = await briefSession(workspace, session, isMeant)
  if (rounds.length === 0) throw nothing(session)
  const brief = ofRounds(whole, isMeant)
  const { mode, scope: topic, context: query } = request
  const context = query === null ? undefined : await resolveContext(workspace, session, query, { known, from, to })
  const scope = isPartial(request) ? { range: turns, topic, priorTag: context?.tag ?? null, query } : undefined
  const title = facts.title && (await maskedText(facts.title))
  const isTaken = (tag: string) => known.some((one) => one.tag === tag) || existsSync(join(out, tag))
  const tag = await freeTag(workspace, tagOf(brief, title, scope && scopeOf(scope)), isTaken)
  const unsourced = prior
    .flatMap((one) => one.unsourced)
    .filter(({ round }) => isMeant(round) && !brief.entries.current.some((entry) => entry.rounds.includes(round)))
  const components = componentsOf(rounds)
  const about: About = {
    session: id,
    title,
    cwd: facts.cwd,
    file: source,
    tag,
    at: workspace.clock().toISOString(),
    turns: to - Math.max(from, fresh) + 1,
    last: to,
    components,
    unsourced,
    scope,
    inherited: context && inherit(context, brief, { ...context, query: query!, scope: topic }),
  }
  const promptOf = (one: Shown) => continuationPrompt(one, about)
  const lengthOf = (one: Shown) => promptOf(one).length
  const shown = shownOf(brief, lengthOf)
  const fileOf = (name: string) => join(out, tag, name)
  const location = fileOf('archive.md')
  const lossless = mode === 'lossless' ? await losslessOf() : undefined
  const state = lossyState(shown, about, 'prompt.md')
  const prompt = lossless
    ? losslessPrompt(promptOf(shownOf(brief, lengthOf, MOST_CHARS)), lossless.archive)
    : promptOf(shown)
  const graded = grade(probesOf(shown), `${state}\n${prompt}`)
  const texts = { state, prompt, ...lossless?.texts }
  const files = {
    state: fileOf('state.yaml'),
    prompt: fileOf('prompt.md'),
    ...(lossless && { archive: location, retrieval: fileOf('retrieval.md'), sidecar: fileOf('archive.json') }),
  }
  let commit: CommitId | null = null
  if (!asking.dryRun) {
    for (const [name, text] of Object.entries(texts))
      await placeFile(files[name as keyof typeof texts]!, [Buffer.from(text)], { replaces: false })
    commit = await keepCompression(workspace, await tip(), prompt, {
      version: 2,
      tag,
      mode,
      session: id,
      range: turns,
      isPartial: scope !== undefined,
      scope: topic,
      context: query,
      at: about.at,
      entries: brief.entries.current,
      unsourced,
    })
  }
  return {
    tag,
    mode,
    session: id,
    turns,
    /** Null in a dry run. */
    commit,
    files,
    gates: [
      ...gatesOf({ shown, about, state, prompt, grade: graded }),
      ...(lossless ? losslessGates({ ...lossless, brief, prompt }) : []),
    ],
    score: graded.overall,
    /** What these rounds hold of the context, not of the record. */
    tokens_before: await tokensInContext(workspace, session, { from, to }),
    tokens_after: estimateTokens(state.length + prompt.length),
    /** What the context is made of, and what became of each part. */
    components,
    prompt,
    /** The command that starts a new session with the prompt; null where the client has none. */
    start: clientOf(session).files.promptCommand?.(shellQuoted(files.prompt)) ?? null,
    warnings: [
      ...asked,
      ...(about.inherited?.contradictions ?? []).map(
        (one) => `Contradiction: before: ${one.inherited} · now: ${one.current} (round ${one.round})`,
      ),
    ],
  }

  /** The archive: every word of the rounds, as an agent's `inject` gives it, every version of every file, every entry. */
  async function losslessOf() {
    const { rounds: originals } = await briefRounds(workspace, session, isMeant)
    const transcript = []
    for await (const one of readOriginals(workspace, await originalRounds(workspace, session), isMeant)) {
      const blocks = await maskedValue(one.blocks) // before text is made of them
      const text = blocks.map(blockText).filter(Boolean).join('\n\n')
      transcript.push({ round: one.round, at: one.row.started, text })
    }
    const lineage = [
      ...prior.map((one) => ({ tag: one.tag, turns: one.range, at: one.at })),
      { tag, turns: [brief.facts.from, brief.facts.to] as const, at: about.at },
    ]
    const versions = await versionsOf(workspace, session, originals)
    const archive = await maskedValue(archiveOf({ brief, about, location, files: versions, transcript, lineage }))
    const sidecar = `${JSON.stringify(archive)}\n` // the archive for programs
    return { archive, texts: { archive: archiveText(archive), retrieval: retrievalProtocol(about), sidecar } }
  }

  /** The commit that the last of the rounds ends in; of a round that the session's file does not hold, the session's last. */
  async function tip(): Promise<Commit> {
    const { store } = workspace
    const ends = (await commitOfRound(store, id, [to])) ?? session.head
    const found = ends === undefined ? undefined : await store.findCommit(ends as CommitId)
    if (found) return found
    throw nothing(session)
  }
}

function nothing({ id }: Session): Failure {
  return new Failure('nothing-to-do', `Session ${id} has no rounds to compress.`, {
    facts: { session: id },
    hint: `Run \`stet rounds ${id}\` to see what it has.`,
  })
}

/** Tokens that rounds hold of what the client would send now; all of it where these are all the rounds it would send. */
async function tokensInContext(
  workspace: Workspace,
  session: Session,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const subject = await openSubject(workspace, session)
  const { context, scale } = contextSize(subject)
  const isMeant = (round: number) => round >= from && round <= to
  if (shownRoundsOf(subject).every((part) => isMeant(numberOf(part)))) return Math.round(context)
  const meant = subject.parts.filter((part) => roundsIn(part).some(isMeant))
  return Math.round(total(tokensIn(meant)) * scale)
}

function roundsIn(part: SubjectPart): readonly number[] {
  if (part.kind === 'round' || part.kind === 'rest') return [numberOf(part)]
  return part.kind === 'index' ? part.rounds.map(({ number }) => number) : []
}
