import type { MiddlewareHandler } from 'hono'
import { encodeCbor } from './cbor.ts'
import { CBOR, typeOf } from './content-type.ts'

/** Answers who sends CBOR, or asks for it, in CBOR: values and failures, but no document to keep. */
export const answerInCbor: MiddlewareHandler = async (context, next) => {
  await next()
  const { req, res } = context
  const isAsked = typeOf(req.header('content-type')) === CBOR || typeOf(req.header('accept')) === CBOR
  const isValue = typeOf(res.headers.get('content-type')) === 'application/json'
  if (!isAsked || !isValue || res.headers.has('content-disposition')) return
  const bytes = encodeCbor(await res.json())
  const headers = new Headers(res.headers)
  headers.set('content-type', CBOR)
  headers.delete('content-length')
  context.res = undefined // else the headers of both are joined
  context.res = new Response(new Uint8Array(bytes), { status: res.status, headers })
}
