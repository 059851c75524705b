import { join } from 'node:path'
import type { Brief } from '../../brief/brief.ts'
import { type FileHistory, fileVersions } from '../../brief/facts/versions.ts'
import type { About } from '../../brief/render/about.ts'
import { type Archive, type ArchivedRound, archiveOf } from '../../brief/render/archive.ts'
import { archiveText } from '../../brief/render/archive-text.ts'
import { retrievalProtocol } from '../../brief/render/retrieval.ts'
import type { BriefRound } from '../../brief/round.ts'
import type { Session } from '../../model/session.ts'
import { placeFile } from '../files/place-file.ts'
import { blockText } from '../read/block-text.ts'
import { notedFilesOf } from '../read/noted-files.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
import type { Compression } from './compressions.ts'
import { originalRounds, readOriginals } from './original-rounds.ts'

export interface LosslessFiles {
  readonly archive: string
  readonly retrieval: string
  /** The archive for programs. */
  readonly sidecar: string
}

/** What a lossless compression writes beside its state and its prompt. */
export interface Lossless {
  readonly archive: Archive
  readonly texts: Readonly<Record<keyof LosslessFiles, string>>
}

export function losslessFiles(folder: string): LosslessFiles {
  return {
    archive: join(folder, 'archive.md'),
    retrieval: join(folder, 'retrieval.md'),
    sidecar: join(folder, 'archive.json'),
  }
}

/** The archive of a compression: every word of its rounds, every version of every file, every entry. */
export async function losslessOf(
  workspace: Workspace,
  session: Session,
  made: {
    readonly brief: Brief
    readonly about: About
    readonly prior: readonly Compression[]
    readonly location: string
  },
): Promise<Lossless> {
  const { brief, about, prior, location } = made
  const { from, to } = brief.facts
  const { rounds } = await briefRounds(workspace, session, (round) => round >= from && round <= to)
  const archive = archiveOf({
    brief,
    about,
    location,
    files: await versionsOf(workspace, session, rounds),
    transcript: await transcriptOf(workspace, session, rounds),
    lineage: [
      ...prior.map((one) => ({ tag: one.tag, turns: one.range, at: one.at })),
      { tag: about.tag, turns: [from, to] as const, at: about.at },
    ],
  })
  return {
    archive,
    texts: {
      archive: archiveText(archive),
      retrieval: retrievalProtocol(about),
      sidecar: `${JSON.stringify(archive)}\n`,
    },
  }
}

export async function writeLossless(files: LosslessFiles, { texts }: Lossless): Promise<void> {
  for (const name of ['archive', 'retrieval', 'sidecar'] as const)
    await placeFile(files[name], [Buffer.from(texts[name])], { replaces: false })
}

/** Every version of every file written in these rounds; what files held before is looked for in all rounds before them. */
export async function versionsOf(
  workspace: Workspace,
  session: Session,
  rounds: readonly BriefRound[],
): Promise<readonly FileHistory[]> {
  const [from, to] = [rounds[0]?.round ?? 0, rounds.at(-1)?.round ?? 0]
  const all = from <= 1 ? rounds : (await briefRounds(workspace, session, (round) => round <= to)).rounds
  return fileVersions(all, { from, cwd: session.facts.cwd, noted: await notedFilesOf(workspace, session, all) })
}

/** The text of each round, as `inject` gives it. */
async function transcriptOf(
  workspace: Workspace,
  session: Session,
  rounds: readonly BriefRound[],
): Promise<readonly ArchivedRound[]> {
  const transcript: ArchivedRound[] = []
  const numbers = new Set(rounds.map(({ round }) => round))
  const originals = await originalRounds(workspace, session)
  for await (const { round, row, blocks } of readOriginals(workspace, originals, (one) => numbers.has(one)))
    transcript.push({ round, at: row.started, text: blocks.map(blockText).filter(Boolean).join('\n\n') })
  return transcript
}
