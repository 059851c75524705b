import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientOf } from '../clients/client-of.ts'
import { isFailure } from '../model/errors.ts'
import { type ArtifactId, artifactIdOf } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import { heal, openSource, type SourceFile } from '../record/capture/source-file.ts'
import type { Workspace } from '../record/workspace.ts'

/** More of a side file is not read to look for what is missing of the store. */
const LARGEST = 1 << 30

/** Puts damaged artifacts back from the files they were captured from, or copies of those; returns which. */
export async function restoreArtifacts(
  workspace: Workspace,
  damaged: ReadonlySet<ArtifactId>,
  copies: readonly string[],
): Promise<ReadonlySet<ArtifactId>> {
  const { store, cwd } = workspace
  const restored = new Set<ArtifactId>()
  const put = async (id: ArtifactId, bytes: Buffer) => {
    if (restored.has(id) || artifactIdOf(bytes) !== id) return
    await heal(store, id, bytes)
    restored.add(id)
  }
  for await (const session of store.listSessions()) {
    const files = openAll([session.source, ...copies.map((path) => resolve(cwd, path))])
    try {
      for await (const { artifact, start, end } of store.listChain(session.id)) {
        if (!damaged.has(artifact)) continue
        for (const file of files) await put(artifact, bytesOf(file, start, end))
      }
      for (const { artifact, path } of await store.listSideFiles(session.id)) {
        if (!damaged.has(artifact)) continue
        for (const file of openAll(sidePaths(session, path))) {
          if (file.size <= LARGEST) await put(artifact, bytesOf(file, 0, file.size))
          file.close()
        }
      }
    } catch (error) {
      if (!isFailure(error, 'record-corrupt')) throw error // what leads to its bytes is damaged itself
    } finally {
      for (const file of files) file.close()
    }
  }
  return restored
}

/**
 * A session whose own rows are damaged, recorded again from its file where that is there. Returns it as it is then: the same
 * one where nothing was wrong, or nothing could be done.
 */
export async function restoreSession(
  workspace: Workspace,
  session: Session,
  check: (workspace: Workspace, session: Session) => Promise<void>,
): Promise<Session> {
  if (session.damage === null && (await isSound(workspace, session, check))) return session
  if (!existsSync(session.source)) return session
  await workspace.store.forget(session.id)
  const { sessions } = await inscribe(workspace, [session.source], { sideFiles: false })
  return (sessions[0] && (await workspace.store.findSession(sessions[0].session))) ?? session
}

async function isSound(
  workspace: Workspace,
  session: Session,
  check: (workspace: Workspace, session: Session) => Promise<void>,
): Promise<boolean> {
  try {
    await check(workspace, session)
    return true
  } catch (error) {
    if (!isFailure(error, 'record-corrupt')) throw error
    return false
  }
}

function sidePaths(session: Session, name: string): readonly string[] {
  const folder = clientOf(session).files.folderOf?.(session.source)
  return folder === undefined ? [] : [join(folder, name)]
}

/** Those that are there and can be read. */
function openAll(paths: readonly string[]): readonly SourceFile[] {
  return paths.flatMap((path) => {
    try {
      return [openSource(path)]
    } catch {
      return []
    }
  })
}

function bytesOf(file: SourceFile, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
  return bytes.subarray(0, file.read(bytes, start))
}
