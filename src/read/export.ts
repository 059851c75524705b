import { existsSync, lstatSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { clientOf } from '../clients/client-of.ts'
import { documentName } from '../model/document-name.ts'
import { Failure, isFailure } from '../model/errors.ts'
import type { ArtifactId } from '../model/id.ts'
import type { ExactBytes, MaskedBytes } from '../model/passed.ts'
import type { Session } from '../model/session.ts'
import { holdsAt, openSource } from '../record/capture/source-file.ts'
import { type SessionRef, sessionOf, sessionsOf } from '../record/naming/session-ref.ts'
import { bytesPastDamage, type Gap, sessionBytes } from '../record/reading/session-bytes.ts'
import { titled } from '../record/reading/titled.ts'
import type { Workspace } from '../record/workspace.ts'
import { exactStream } from '../redaction/exactly.ts'
import { mask } from '../redaction/mask.ts'
import { maskedLines } from '../redaction/masked-lines.ts'
import { isInClients, recordReplaced, refuseOverwrite } from '../surgery/refuse-overwrite.ts'
import { refuseStore } from '../surgery/refuse-store.ts'
import { outPath, refuseMissingFolder } from '../system/out-path.ts'
import { placeFile } from '../system/place-file.ts'
import { jsonDocument, markdownDocument } from './export-documents.ts'
import { exportedIn, exportFolder } from './export-folder.ts'
import { htmlDocument } from './html-document.ts'

export const EXPORT_FORMATS = ['raw', 'json', 'markdown', 'html'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportOptions {
  readonly to: ExportFormat
  readonly out: string
  readonly force?: boolean
  readonly parents?: boolean
  readonly dryRun?: boolean
  /** Masks the secrets in raw and json, which are as they were recorded otherwise. */
  readonly masks?: boolean
  /** Leaves out what is damaged, and says what that is. */
  readonly pastDamage?: boolean
  /** What is there already next to a session's file stays as it is. */
  readonly keepsSideFiles?: boolean
  /** Other sessions that go into the same folder of json. */
  readonly also?: readonly SessionRef[]
}

export interface Exported {
  readonly session: string
  readonly to: ExportFormat
  readonly path: string
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  /** Bytes of the session that could not be read; none unless asked to go past damage. */
  readonly gaps: readonly Gap[]
}

/** A file to write; its bytes are read when it is compared and when it is written. */
interface Target {
  readonly path: string
  readonly chunks: () => AsyncIterable<Buffer>
  /** The session whose file it is. */
  readonly session?: Session
}

/** A session in one of its readable forms: the client's file to the byte, one JSON value, Markdown, or a page. */
export async function* exportStream(
  workspace: Workspace,
  reference: SessionRef,
  to: ExportFormat,
  { onGap, masks = false }: StreamOptions = {},
): AsyncIterable<MaskedBytes | ExactBytes> {
  const session = await sessionOf(workspace, reference)
  const from = onGap ? pastDamage(workspace, session, onGap) : workspace
  switch (to) {
    case 'raw':
      yield* given(onGap ? bytesPastDamage(workspace.store, session, onGap) : sessionBytes(workspace.store, session))
      return
    case 'json':
      yield* given(jsonDocument(from, session))
      return
    case 'markdown':
      yield* markdownDocument(from, session)
      return
    case 'html':
      yield* htmlDocument(from, session)
  }

  function given(bytes: AsyncIterable<Buffer>) {
    return masks ? maskedLines(bytes) : exactStream(bytes)
  }
}

/** A folder gets a file of the session's own name or title; the folder that json makes is named itself. */
async function placeOf(
  { cwd }: Workspace,
  session: Session,
  { to, out, mayMake }: { readonly to: ExportFormat; readonly out: string; readonly mayMake: boolean },
): Promise<string> {
  if (to === 'json') {
    refuseMissingFolder(cwd, out, mayMake)
    return resolve(cwd, out)
  }
  const name = to === 'raw' ? basename(session.source) : await nameOfDocument(session, to)
  return outPath(cwd, out, { name, mayMake })
}

const ENDINGS = { raw: '.jsonl', json: '.json', markdown: '.md', html: '.html' }

/** Documents for people are named after the title, the others after the session. */
export async function nameOfDocument(session: Session, to: ExportFormat): Promise<string> {
  const isForPeople = to === 'html' || to === 'markdown'
  const title = titled(session)
  return documentName(isForPeople && title !== null ? (await mask(title)).text : null, session.id, ENDINGS[to])
}

interface StreamOptions {
  /** Told what cannot be read any more; the rest is exported. Without it, damage is a failure. */
  readonly onGap?: ((gap: Gap) => void) | undefined
  /** Masks the secrets in raw and json, which are as they were recorded otherwise. */
  readonly masks?: boolean | undefined
}

/** A workspace in which damaged bytes of the session are blank lines. */
function pastDamage(workspace: Workspace, session: Session, onGap: (gap: Gap) => void): Workspace {
  const { artifacts } = workspace.store
  const told = new Set<ArtifactId>()
  const get = async (id: ArtifactId) => {
    try {
      return await artifacts.get(id)
    } catch (error) {
      if (!isFailure(error, 'artifact-missing', 'artifact-corrupt')) throw error
      for await (const { artifact, start, end } of workspace.store.listChain(session.id)) {
        if (artifact !== id) continue
        if (!told.has(id)) onGap({ start, end })
        told.add(id)
        return Buffer.alloc(end - start, '\n')
      }
      throw error
    }
  }
  return { ...workspace, store: { ...workspace.store, artifacts: { ...artifacts, get } } }
}

/**
 * Writes a session to `out`: the client's file with what was next to it (`raw`), a Markdown document, one JSON
 * document where `out` ends in `.json`, else the folder of blocks, rounds, indexes and databases. Everything is
 * written next to its place first and moved there whole. Unless forced, an existing target is refused before anything is
 * written; a session's file that is replaced is taken into the record first.
 */
export async function exportTo(
  workspace: Workspace,
  reference: SessionRef,
  {
    to,
    out,
    force = false,
    parents = false,
    dryRun = false,
    pastDamage: isPast = false,
    masks = false,
    keepsSideFiles = false,
    also = [],
  }: ExportOptions,
): Promise<Exported> {
  const session = await sessionOf(workspace, reference)
  const path = await placeOf(workspace, session, { to, out, mayMake: parents })
  refuseStore(workspace, path)
  const gaps: Gap[] = []
  const onGap = isPast ? (gap: Gap) => void gaps.push(gap) : undefined
  const own = to === 'raw' && !isPast && !masks
  const targets: Target[] = [
    { path, chunks: () => exportStream(workspace, session, to, { onGap, masks }), ...(own && { session }) },
  ]
  if (to === 'raw')
    targets.push(
      ...(await sideFileTargets(workspace, session, path, masks)).filter(
        (one) => !keepsSideFiles || !existsSync(one.path),
      ),
    )
  const others: Target[] = []
  for (const target of targets) if (!force || !(await isOwnExport(workspace, target))) others.push(target)
  for (const target of others) await refuseOverwrite(workspace, target.path, force)
  if (force && !dryRun) for (const target of others) await recordReplaced(workspace, target.path)
  if (to === 'json' && !path.endsWith('.json')) {
    const others = [...(await sessionsOf(workspace, also)), ...(force ? await exportedIn(workspace, path) : [])]
    const all = new Map([session, ...others].map((one) => [one.id, one]))
    const files = await exportFolder(workspace, [...all.values()], path, { replaces: force, masks, dryRun })
    return { session: session.id, to, path, files, gaps }
  }
  const placing = { replaces: force }
  const files: { path: string; bytes: number }[] = []
  const put = async (target: string, chunks: AsyncIterable<Buffer>) => {
    files.push({ path: target, bytes: dryRun ? await countBytes(chunks) : await placeFile(target, chunks, placing) })
  }
  for (const target of targets) await put(target.path, target.chunks())
  return { session: session.id, to, path, files, gaps }
}

/** What the client keeps next to a session's file, in the folder it expects: side files as they were last, and subagents. */
async function sideFileTargets(
  { store }: Workspace,
  session: Session,
  path: string,
  masks: boolean,
): Promise<readonly Target[]> {
  const given = (bytes: AsyncIterable<Buffer>) => (masks ? maskedLines(bytes) : bytes)
  const { files: own } = clientOf(session)
  const folder = own.folderOf?.(path) ?? `${path}-files`
  const newest = new Map((await store.listSideFiles(session.id)).map((file) => [file.path, file]))
  const files: Target[] = []
  for (const file of newest.values()) {
    files.push({ path: inside(folder, file.path), chunks: () => given(store.artifacts.stream(file.artifact)) })
  }
  for (const link of await store.listLineage(session.id)) {
    const subagent =
      link.kind === 'spawn' && link.parent === session.id ? await store.findSession(link.child) : undefined
    if (subagent) {
      const name = join('subagents', own.nameOf(subagent.clientId))
      files.push({
        path: inside(folder, name),
        chunks: () => given(sessionBytes(store, subagent)),
        ...(!masks && { session: subagent }),
      })
    }
  }
  return files
}

/** Writes what the client keeps next to a session's file, where it is not there yet. */
export async function writeSideFiles(workspace: Workspace, session: Session, path: string): Promise<void> {
  for (const target of await sideFileTargets(workspace, session, path, false))
    if (!existsSync(target.path)) await placeFile(target.path, target.chunks(), { replaces: false })
}

/** Whether a file was exported before from the same session, and nothing was changed or added in it. */
async function isOwnExport(workspace: Workspace, { path, chunks, session }: Target): Promise<boolean> {
  if (
    !session ||
    path === session.source ||
    !lstatSync(path, { throwIfNoEntry: false })?.isFile() ||
    (await isInClients(workspace, path))
  )
    return false
  const noted = await workspace.store.findSource(path)
  return (noted === undefined || noted.session === session.id) && beginsWith(chunks(), path)
}

/** Whether bytes begin with all that is in a file. */
async function beginsWith(chunks: AsyncIterable<Buffer>, path: string): Promise<boolean> {
  const file = openSource(path)
  try {
    let at = 0
    for await (const chunk of chunks) {
      if (!holdsAt(file, chunk.subarray(0, file.size - at), at)) return false
      at += chunk.length
      if (at >= file.size) break
    }
    return at >= file.size
  } finally {
    file.close()
  }
}

async function countBytes(chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  return bytes
}

/** A path below the folder; recorded names that would leave it are refused. */
function inside(folder: string, name: string): string {
  const path = resolve(folder, name)
  if (path.startsWith(`${folder}/`)) return path
  throw new Failure('name-invalid', `The recorded name ${JSON.stringify(name)} points outside its folder.`, {
    facts: { name },
  })
}
