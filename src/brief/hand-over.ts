import { Failure, isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { readInput } from '../record/chain/read-input.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { provable } from './brief-rounds.ts'
import { type EntrySource, entriesNow, entryLine, mergeEntries, type Refused } from './entries/entry.ts'
import { readHandoff } from './entries/handoff.ts'
import { type ReadSummary, readSummary } from './entries/read-summary.ts'
import { type Provable, type Standing, type TakenIn, takeIn, toWrite } from './entries/standing.ts'
import { keepEntries, standingOf } from './entries-of.ts'
import { jsonIn } from './open-summarizer.ts'

export type WhatToWrite = Awaited<ReturnType<typeof whatToWrite>>
export type HandedOver = ReturnType<typeof handedOver>

/** Characters of what was said: an agent has its own session before it, and needs the words of another one. */
const OWN = 24_000
const OTHER = 60_000
const MOST_TRIES = 5

/** What an agent needs to write the next entries of a session. */
export async function whatToWrite(workspace: Workspace, session: Session) {
  const isOwn = (await workspace.inside?.())?.session === session.clientId
  const proof = await provable(workspace, session)
  return { session: session.id, ...toWrite(proof, await standingOf(workspace, session), isOwn ? OWN : OTHER) }
}

interface HandOverOptions extends Pick<EntrySource, 'writer' | 'name'> {
  /** The last round that it is about, where whoever wrote it was given rounds up to there. */
  readonly through?: number
  readonly dryRun?: boolean
}

/**
 * Takes entries that somebody wrote of a session into the record: those that it bears out are kept, the others come back with
 * the reason, with what they may have missed. Where another was kept meanwhile, they are taken in after it.
 */
export async function handOver(
  workspace: Workspace,
  session: Session,
  sent: unknown,
  { writer, name, through, dryRun = false }: HandOverOptions,
  known?: Provable,
): Promise<HandedOver> {
  const handoff = readHandoff(await maskedValue(sent))
  const proof = known ?? (await provable(workspace, session))
  const taken = await changed(workspace, session, { writer, name, dryRun }, (before, source) =>
    takeIn(proof, before, handoff, { source, ...(through !== undefined && { through }) }),
  )
  return handedOver(session, proof, taken)
}

/** What became of entries, as it is told. */
export function handedOver(session: Session, proof: Provable, { standing, accepted, refused, questions }: TakenIn) {
  const current = entriesNow(standing.entries).current.map(entryLine)
  return {
    session: session.id,
    accepted,
    refused,
    questions,
    /** Characters that the entries which hold take where they are printed. */
    printed_chars: current.reduce((sum, line) => sum + line.length + 1, 0),
    /** The last round that entries were written of, and the last there is. */
    through: standing.through,
    last: proof.record.last,
  }
}

/**
 * Takes a summary that somebody wrote of a session under headings, such as the five of a handoff, into its entries. What the
 * record does not bear out comes back with the reason, and is not kept.
 */
export async function keepSummary(
  workspace: Workspace,
  session: Session,
  summary: string,
  dryRun: boolean,
): Promise<ReadSummary> {
  const { record, facts } = await provable(workspace, session)
  const text = await maskedValue(summary)
  const name = (await workspace.inside?.())?.client ?? session.client
  const { read } = await changed(workspace, session, { writer: 'agent', name, dryRun }, (before, source) => {
    const read = readSummary(text, { record, files: facts.files, before: before.entries }, { source })
    const entries = mergeEntries(before.entries, read.entries)
    return { read, standing: { ...before, entries, through: record.last }, refused: [] }
  })
  return read
}

/** Changes the entries of a session and keeps them; where others did so meanwhile, theirs are changed. */
async function changed<T extends { readonly standing: Standing; readonly refused: readonly Refused[] }>(
  workspace: Workspace,
  session: Session,
  { writer, name, dryRun }: HandOverOptions & { readonly dryRun: boolean },
  change: (standing: Standing, source: EntrySource) => T,
): Promise<T> {
  const source = { writer, name, session: session.id, at: workspace.clock().toISOString() }
  for (let tries = 1; ; tries++) {
    const { commit, ...before } = await standingOf(workspace, session)
    const made = change(before, source)
    const kept = { ...made.standing, at: source.at, source, refused: made.refused }
    try {
      if (!dryRun) await keepEntries(workspace, session, kept, commit)
      return made
    } catch (error) {
      if (!isFailure(error, 'tag-moved') || tries === MOST_TRIES) throw error
    }
  }
}

/** The JSON in a file that somebody named, or `-` for what comes on standard input. A fence around it is no part of it. */
export async function readJson(
  workspace: Workspace,
  path: string,
  stdin: () => AsyncIterable<Uint8Array>,
): Promise<unknown> {
  const chunks: Uint8Array[] = []
  if (path === '-') for await (const chunk of stdin()) chunks.push(chunk)
  else chunks.push(await readInput(workspace, path))
  const value = jsonIn(Buffer.concat(chunks).toString('utf8'))
  if (value !== undefined) return value
  throw new Failure('usage', `${path === '-' ? 'Standard input' : `The file ${path}`} is not JSON with entries.`, {
    facts: { path },
    hint: 'Run `stet handoff` to see the form.',
  })
}
