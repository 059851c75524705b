import type { LiveClient } from '../clients/live-client.ts'
import { artifactIdOf } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import type { HookInput } from './quick-hook.ts'

/** Of an output that is too long, so much stays at each end. */
const HEAD = 0.6
const KEPT_SHARE = 0.5

/**
 * Puts a tool's whole output into the record, next to its session, and returns what takes its place: head, tail and a
 * reference that `inject` takes. Undefined where it is short enough.
 */
export async function offload(
  { store, clock }: Workspace,
  session: Session,
  client: LiveClient,
  { tool_response: response, tool_use_id: call }: HookInput,
  { chars, program }: { readonly chars: number; readonly program: string },
): Promise<unknown> {
  const kept: { readonly text: string; readonly id: string }[] = []
  const replaced = client.replacedOutput(response, (text) => {
    if (text.length <= chars) return undefined
    const id = artifactIdOf(Buffer.from(text))
    kept.push({ text, id })
    return shortened(text, chars, waysTo(`${session.id}:${id.slice(0, 16)}`, program))
  })
  if (replaced === undefined) return undefined
  const name = typeof call === 'string' ? call.replace(/[^\w-]/g, '_').slice(0, 80) : 'output'
  for (const [at, { text }] of kept.entries()) {
    await store.putSideFile({
      session: session.id,
      path: `offloaded/${name}${at === 0 ? '' : `-${at}`}.txt`,
      content: Buffer.from(text),
      at: clock().toISOString(),
    })
  }
  return replaced
}

/** By the agent's shell, by the server, and by this very Stet where neither knows it. */
function waysTo(ref: string, program: string): string {
  return `stet inject ${ref}, or the tool inject of the server stet, or ${program} inject ${ref}`
}

function shortened(text: string, chars: number, ways: string): string {
  const room = Math.floor(chars * KEPT_SHARE)
  const head = text.slice(0, Math.floor(room * HEAD))
  const tail = text.slice(text.length - (room - head.length))
  const left = text.length - head.length - tail.length
  return `${head}\n[… ${left} of ${text.length} characters are in the record; read them with: ${ways}]\n${tail}`
}
