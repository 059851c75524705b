import type { Brief } from '../../brief/brief.ts'
import { type FileHistory, fileVersions } from '../../brief/facts/versions.ts'
import type { About } from '../../brief/render/about.ts'
import { archiveOf, archiveText } from '../../brief/render/archive.ts'
import { retrievalProtocol } from '../../brief/render/continuation-prompt.ts'
import type { BriefRound } from '../../brief/round.ts'
import type { Session } from '../../model/session.ts'
import { blockText } from '../read/block-text.ts'
import { notedFilesOf } from '../read/noted-files.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds, originalRounds, readOriginals } from './brief-rounds.ts'
import type { Compression } from './compressions.ts'

interface Made {
  readonly brief: Brief
  readonly about: About
  readonly prior: readonly Compression[]
  readonly location: string
}

/** The archive of a compression: every word of its rounds, as `inject` gives it, every version of every file, every entry. */
export async function losslessOf(workspace: Workspace, session: Session, { brief, about, prior, location }: Made) {
  const { from, to } = brief.facts
  const isMeant = (round: number) => round >= from && round <= to
  const { rounds } = await briefRounds(workspace, session, isMeant)
  const transcript = []
  for await (const one of readOriginals(workspace, await originalRounds(workspace, session), isMeant)) {
    const text = one.blocks.map(blockText).filter(Boolean).join('\n\n')
    transcript.push({ round: one.round, at: one.row.started, text })
  }
  const archive = archiveOf({
    brief,
    about,
    location,
    files: await versionsOf(workspace, session, rounds),
    transcript,
    lineage: [
      ...prior.map(({ tag, range, at }) => ({ tag, turns: range, at })),
      { tag: about.tag, turns: [from, to], at: about.at },
    ],
  })
  const sidecar = `${JSON.stringify(archive)}\n`
  // the sidecar is the archive for programs
  return { archive, texts: { archive: archiveText(archive), retrieval: retrievalProtocol(about), sidecar } }
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
