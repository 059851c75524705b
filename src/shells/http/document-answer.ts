import type { Context } from 'hono'
import type { Answer } from '../../commands/kit/call.ts'

/**
 * Sends bytes to be kept, never to be shown: what was recorded does not become a page of this server. What fails before the first
 * bytes is a failure like any other; later the connection breaks, so that nobody takes a part for the whole.
 */
export async function documentAnswer(
  context: Context,
  { stream: chunks, document }: Extract<Answer, { readonly stream: unknown }>,
  onBroken: (error: unknown) => void,
): Promise<Response> {
  const rest = chunks[Symbol.asyncIterator]()
  let next: IteratorResult<Uint8Array> | undefined = await rest.next()
  context.header('content-type', document?.type ?? 'application/octet-stream')
  context.header(
    'content-disposition',
    `attachment; filename="${(document?.name ?? 'document').replace(/[^\w.~-]/g, '_')}"`,
  )
  return context.body(
    new ReadableStream<Uint8Array>({
      async pull(out) {
        try {
          const { done, value } = next ?? (await rest.next())
          next = undefined
          if (done) out.close()
          else out.enqueue(new Uint8Array(value))
        } catch (error) {
          onBroken(error)
          throw error
        }
      },
      cancel: async () => void (await rest.return?.()),
    }),
  )
}
