import type { Readable, Writable } from 'node:stream'
import { type JSONRPCMessage, JSONRPCMessageSchema, type Transport } from './sdk.ts'

/** No tool takes as much. */
const LONGEST_LINE = 10 << 20
const NEWLINE = 10
/** Codes of JSON-RPC. */
const NO_JSON = -32700
const NO_MESSAGE = -32600

/**
 * Messages as lines of JSON. A line that is none, or too long to be read, is answered with an error, and the next is read. When
 * the client has sent its last, what it asked for is still answered.
 */
export function lineTransport(input: Readable, output: Writable): Transport {
  const asked = new Set<string | number>()
  let pieces: Buffer[] = []
  let held = 0
  let hasEnded = false
  let isClosed = false

  const transport: Transport = {
    async start() {
      input.on('data', read)
      input.once('end', end)
      input.once('error', close)
      output.once('error', close)
    },
    send: (message) =>
      new Promise((done) => {
        output.write(`${JSON.stringify(message)}\n`, () => {
          if (!('method' in message) && message.id !== undefined) asked.delete(message.id)
          closeWhenAnswered()
          done()
        })
      }),
    close: async () => close(),
  }
  return transport

  function read(chunk: Buffer): void {
    let at = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, at)) {
      hold(chunk.subarray(at, end))
      take()
      at = end + 1
    }
    hold(chunk.subarray(at))
  }

  /** Of a line that is too long only the beginning and the end are held, where its id is. */
  function hold(piece: Buffer): void {
    if (piece.length === 0) return
    held += piece.length
    pieces.push(piece)
    if (held > LONGEST_LINE && pieces.length > 2) pieces = [pieces[0]!, ...pieces.slice(-2)]
  }

  function take(): void {
    const line = Buffer.concat(pieces)
    const length = held
    pieces = []
    held = 0
    if (length > LONGEST_LINE) {
      const sent = `${(length / (1 << 20)).toFixed(1)} MB`
      refuse(idAround(line), NO_MESSAGE, `A message has at most ${LONGEST_LINE >> 20} MB; this one has ${sent}.`)
    } else if (line.toString().trim() !== '') receive(line.toString())
  }

  function receive(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      refuse(null, NO_JSON, 'That line is not JSON.')
      return
    }
    const { success, data } = JSONRPCMessageSchema.safeParse(value)
    if (!success) {
      refuse(idOf(value), NO_MESSAGE, 'That is not a message of JSON-RPC 2.0.')
      return
    }
    noteAsked(data)
    transport.onmessage?.(data)
  }

  function noteAsked(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message) asked.add(message.id)
    else if (message.method === 'notifications/cancelled') asked.delete(idOf(message.params, 'requestId') ?? '')
  }

  function refuse(id: string | number | null, code: number, message: string): void {
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
  }

  function end(): void {
    hasEnded = true
    take()
    closeWhenAnswered()
  }

  function closeWhenAnswered(): void {
    if (hasEnded && asked.size === 0) close()
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    input.off('data', read)
    input.pause()
    transport.onclose?.()
  }
}

function idOf(value: unknown, name = 'id'): string | number | null {
  const id = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** The id of a message that is not read: clients write it next to the version, at the beginning or the end. */
function idAround(line: Buffer): string | number | null {
  const around = `${line.subarray(0, 200)}\n${line.subarray(-200)}`
  const [, found] = /"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/.exec(around) ?? []
  return found === undefined ? null : JSON.parse(found)
}
