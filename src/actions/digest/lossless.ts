import { join } from 'node:path'
import type { About } from '../../digest/render/about.ts'
import { type ArchivedRound, archiveOf, archiveText } from '../../digest/render/archive.ts'
import { retrievalProtocol } from '../../digest/render/retrieval.ts'
import type { DigestRound } from '../../digest/round.ts'
import type { View } from '../../digest/settle.ts'
import { fileVersions } from '../../digest/versions.ts'
import type { Session } from '../../model/session.ts'
import { placeFile } from '../files/place-file.ts'
import { blockText } from '../read/block-text.ts'
import { createRoundReader } from '../read/round-blocks.ts'
import type { Workspace } from '../workspace.ts'
import type { Compression } from './compressions.ts'

export interface LosslessFiles {
  readonly archive: string
  readonly retrieval: string
  /** The archive for programs. */
  readonly sidecar: string
}

export function losslessFiles(folder: string): LosslessFiles {
  return {
    archive: join(folder, 'archive.md'),
    retrieval: join(folder, 'retrieval.md'),
    sidecar: join(folder, 'archive.json'),
  }
}

/** Writes the archive of a compression: every word of its rounds, every version of every file, every decision. */
export async function writeLossless(
  workspace: Workspace,
  session: Session,
  files: LosslessFiles,
  made: {
    readonly view: View
    readonly about: About
    readonly rounds: readonly DigestRound[]
    readonly prior: readonly Compression[]
  },
): Promise<void> {
  const { view, about, rounds, prior } = made
  const archive = archiveOf({
    view,
    about,
    location: files.archive,
    files: fileVersions(rounds),
    transcript: await transcriptOf(workspace, session, rounds),
    lineage: [
      ...prior.map((one) => ({ tag: one.tag, turns: one.range, at: one.at })),
      { tag: about.tag, turns: [view.from, view.to] as const, at: about.at },
    ],
  })
  await placeFile(files.archive, [Buffer.from(archiveText(archive))], { replaces: false })
  await placeFile(files.retrieval, [Buffer.from(retrievalProtocol(about))], { replaces: false })
  await placeFile(files.sidecar, [Buffer.from(`${JSON.stringify(archive)}\n`)], { replaces: false })
}

/** The text of each round, as `inject` gives it. */
async function transcriptOf(
  workspace: Workspace,
  session: Session,
  rounds: readonly DigestRound[],
): Promise<readonly ArchivedRound[]> {
  const transcript: ArchivedRound[] = []
  const read = createRoundReader(workspace, session)
  for (const { round, at } of rounds) {
    const blocks = await read.blocks({ round, engagement: null })
    transcript.push({ round, at, text: blocks.map(blockText).filter(Boolean).join('\n\n') })
  }
  return transcript
}
