import { join } from 'node:path'
import type { Client, Prompt } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { closed, linesOf } from '../../clients/lines.ts'
import { isOnlyPrompts, promptsOf } from '../../clients/prompts/index.ts'
import { readPlainFile } from '../../clients/read-plain-file.ts'
import { type SessionId, safeName, sessionIdOf } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { bytesAt } from './bytes-at.ts'
import { capture } from './capture.ts'
import type { CaptureContext } from './capture-context.ts'
import { summarizerMark } from './summarizer-mark.ts'

/** The transcript of a session that just began may come a moment later than its first prompt. */
const SETTLED_MS = 60_000

export interface PromptsCaptured {
  readonly session: SessionId
  readonly path: string
  readonly newBytes: number
}

interface Typed extends Prompt {
  readonly line: Buffer
}

/**
 * Records what clients' histories of prompts have of sessions whose transcript is neither in the record nor on this
 * machine: each as a session of its own, which has its prompts and nothing else. A prompt that does not say which session it is
 * of is left out: it may be of one that was forgotten. So are those of Stet's own summarizer.
 */
export async function capturePrompts(
  workspace: Workspace,
  context: CaptureContext,
  transcripts: readonly string[],
): Promise<readonly PromptsCaptured[]> {
  const captured: PromptsCaptured[] = []
  const settled = new Date(workspace.clock().getTime() - SETTLED_MS).toISOString()
  for (const client of CLIENTS) {
    const configDir = workspace.configDirs[client.name]
    if (!client.history || configDir === undefined) continue
    const path = join(configDir, client.history.file)
    const there = new Set(transcripts.map((file) => client.files.idIn?.(file)))
    for (const [id, typed] of bySession(client, path, summarizerMark(workspace))) {
      if (there.has(id) || typed.some(({ at }) => at !== null && at > settled)) continue
      const taken = await captureSession(context, client, { id, typed })
      if (taken) captured.push({ ...taken, path })
    }
  }
  return captured
}

function bySession(client: Client, path: string, ownMark: string | undefined): ReadonlyMap<string, readonly Typed[]> {
  const sessions = new Map<string, Typed[]>()
  for (const line of linesOf(contentOf(path))) {
    const prompt = client.history!.read(line)
    if (!prompt || prompt.session === null || (ownMark !== undefined && prompt.text.includes(ownMark))) continue
    const id = safeName(prompt.session)
    const typed = { ...prompt, line }
    if (sessions.has(id)) sessions.get(id)!.push(typed)
    else sessions.set(id, [typed])
  }
  return sessions
}

function contentOf(path: string): Buffer {
  try {
    return Buffer.from(readPlainFile(path))
  } catch {
    return Buffer.alloc(0) // no prompt was noted, or it is no file
  }
}

async function captureSession(
  context: CaptureContext,
  client: Client,
  { id, typed }: { readonly id: string; readonly typed: readonly Typed[] },
): Promise<Omit<PromptsCaptured, 'path'> | undefined> {
  const { store } = context
  const [known, ...others] = await store.generations(client.name, id)
  if ((known && !isOnlyPrompts(known)) || others.length > 0) return undefined
  if (!known && (await store.listForgotten({ client: client.name, clientId: id })).length > 0) return undefined
  const fresh = typed.filter(({ at }) => !known || (at !== null && at > (known.facts.ended ?? '')))
  if (fresh.length === 0) return undefined
  const bytes = Buffer.concat(fresh.map(({ line }) => closed(line)))
  const session = known?.id ?? sessionIdOf(id, 0)
  const { newBytes } = await capture(context, promptsOf(client), bytesAt(session, bytes, known?.bytes ?? 0), {
    session,
    ...(known ? await after(context, known) : beginning(client, id)),
    lastLine: 'closed',
    source: session,
    links: [],
  })
  return { session, newBytes }
}

function beginning(client: Client, clientId: string) {
  const create = { client: client.name, clientId, generation: 0, format: promptsOf(client).format }
  return { create, head: null, bytes: 0, parserState: null }
}

async function after({ store }: CaptureContext, { id, head, bytes }: Session) {
  return { head, bytes, parserState: await store.findParserState(id) }
}
