import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../model/errors.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import { holdsAt, openSource } from '../record/capture/source-file.ts'
import { sessionBytes } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'
import { asideOf, placeFile } from '../system/place-file.ts'

const NAME = /^\.(.+)\.[0-9a-f-]{36}\.undone$/
/** A client that had the file open is done with it by then. */
const STALE_MS = 3_600_000

/**
 * Moves a session's file aside in one step, and has another take its place where there is one: then there is always
 * a file there. Returns where it is now.
 */
export async function setUndone(path: string, replacement: readonly Buffer[] | undefined): Promise<string> {
  const aside = asideOf(path)
  if (replacement === undefined) {
    await rename(path, aside)
    return aside
  }
  await link(path, aside)
  await placeFile(path, replacement, { replaces: true })
  return aside
}

/** What was moved aside last of a file, if it is still there. */
export async function lastAside(path: string): Promise<string | undefined> {
  const names = (await readdir(dirname(path)).catch(() => [])).filter((name) => NAME.exec(name)?.[1] === basename(path))
  const asides = names.map((name) => join(dirname(path), name))
  const moved = await Promise.all(asides.map(async (aside) => ({ aside, at: (await stat(aside)).ctimeMs })))
  return moved.sort((a, b) => a.at - b.at).at(-1)?.aside
}

/** Where the file was that lies here now. */
function originOf(aside: string): string {
  return join(dirname(aside), NAME.exec(basename(aside))![1]!)
}

/** Takes what was moved aside into the record, as the file it was, and reads it back from there. */
export async function captureAside(workspace: Workspace, aside: string): Promise<void> {
  const { store } = workspace
  const path = originOf(aside)
  const { size } = await stat(aside) // a client that still has it open may write on: that is captured the next time
  const { sessions, failed } = await inscribe(workspace, [path], { sideFiles: false, movedTo: aside, trust: 'nothing' })
  if (failed[0]) throw new Failure(failed[0].code, failed[0].message, { facts: { path: aside } })
  const session = await store.findSession(sessions[0]!.session)
  const file = openSource(aside)
  try {
    let at = 0
    for await (const chunk of session ? sessionBytes(store, session) : []) {
      if (!holdsAt(file, chunk, at)) break
      at += chunk.length
    }
    if (at < size) throw notKept(aside, at)
  } finally {
    file.close()
  }
}

/** Has a file that was moved aside take its place again, unless another came there meanwhile. */
export async function putBack(aside: string): Promise<void> {
  try {
    await link(aside, originOf(aside))
    await rm(aside)
  } catch {
    // another file is there by now: this one stays where it is
  }
}

/** The same for what was moved aside last of a file. */
export async function putLastBack(path: string): Promise<void> {
  const aside = await lastAside(path)
  if (aside !== undefined) await putBack(aside)
}

/**
 * Removes what `undo` moved aside in a folder, once it was captured again and read back from the record: whatever a client
 * wrote into it since is there then. What cannot be captured stays. Returns how many went, or would.
 */
export async function sweepUndone(
  workspace: Workspace,
  folder: string,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let swept = 0
  for (const name of await readdir(folder).catch(() => [])) {
    if (!NAME.test(name)) continue
    const aside = join(folder, name)
    const found = await stat(aside).catch(() => undefined)
    if (!found || workspace.clock().getTime() - Math.max(found.mtimeMs, found.ctimeMs) < STALE_MS) continue
    if (!dryRun && !(await isGone(workspace, aside))) continue
    swept++
  }
  return swept
}

async function isGone(workspace: Workspace, aside: string): Promise<boolean> {
  try {
    await captureAside(workspace, aside)
    await rm(aside)
    return true
  } catch {
    return false // it stays, and is looked at again the next time
  }
}

function notKept(path: string, at: number): Failure {
  return new Failure('record-corrupt', `The record does not have the bytes of ${path} from byte ${at} on.`, {
    facts: { path, at },
    hint: 'Run `stet verify --repair`, then the same command again; nothing was removed.',
  })
}
