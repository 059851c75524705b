import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { Answer } from '../../commands/kit/call.ts'

/** Sends bytes to be kept, never to be shown: what was recorded does not become a page of this server. */
export function documentAnswer(
  context: Context,
  { stream: chunks, document }: Extract<Answer, { readonly stream: unknown }>,
): Response {
  context.header('content-type', document?.type ?? 'application/octet-stream')
  context.header(
    'content-disposition',
    `attachment; filename="${(document?.name ?? 'document').replace(/[^\w.~-]/g, '_')}"`,
  )
  return stream(context, async (out) => {
    for await (const chunk of chunks) await out.write(new Uint8Array(chunk))
  })
}
