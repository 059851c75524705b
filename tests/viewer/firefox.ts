import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../debian.ts'

const PROGRAM = '/usr/bin/firefox-esr'

/** A tab of Debian's Firefox, driven over WebDriver BiDi, which every browser of the standard speaks. */
export interface Firefox {
  readonly open: (url: string) => Promise<void>
  /** What an expression gives in the page; it must be plain. */
  readonly look: <T>(expression: string) => Promise<T>
  /** Waits until an expression is true in the page. */
  readonly until: (expression: string) => Promise<void>
  /** Keys, one after the other; a word of several letters that is no name of a key is typed. */
  readonly press: (...keys: readonly string[]) => Promise<void>
  /** What the page complained of. */
  readonly errors: readonly string[]
  readonly close: () => Promise<void>
}

const KEYS: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C', Space: ' ' }

/** Undefined where there is no Firefox and none can be installed. */
export async function openFirefox(): Promise<Firefox | undefined> {
  if (!existsSync(PROGRAM)) installPackage('firefox-esr')
  if (!existsSync(PROGRAM)) return undefined
  const home = mkdtempSync(join(tmpdir(), 'stet-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0']
  const child = spawn(PROGRAM, args, { env: { ...process.env, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise<string>((done, fail) => {
    let text = ''
    child.once('error', fail)
    child.stderr.on('data', (data) => {
      text += data
      const found = /WebDriver BiDi listening on ws:\/\/(\S+)/.exec(text)
      if (found) done(found[1]!)
    })
  })
  const errors: string[] = []
  const { send, end } = await connect(`http://${address}/session`, ({ params }) => {
    if (params?.level === 'error') errors.push(String(params.text))
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = await send('browsingContext.create', { type: 'tab' })
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
  const look = async <T>(expression: string): Promise<T> => {
    const answer = await send('script.evaluate', {
      expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
      target: { context },
      awaitPromise: true,
    })
    if (answer.type === 'exception') throw new Error(`${expression}: ${answer.exceptionDetails.text}`)
    return JSON.parse(answer.result.value ?? 'null')
  }
  return {
    errors,
    look,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    until: async (expression) => {
      for (let nth = 0; nth < 300; nth++) {
        if (await look<boolean>(`Boolean(${expression})`)) return
        await new Promise((done) => setTimeout(done, 100))
      }
      throw new Error(`This never was so: ${expression}`)
    },
    press: async (...keys) => {
      const values = keys.flatMap((key) => KEYS[key] ?? [...key])
      const actions = values.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
    },
    close: async () => {
      end()
      const gone = new Promise((done) => child.once('exit', done))
      child.kill()
      await gone
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

interface Message {
  readonly id?: number
  readonly type?: string
  readonly message?: string
  readonly result?: Answer
  readonly params?: Readonly<Record<string, unknown>>
}

// biome-ignore lint/suspicious/noExplicitAny: what Firefox answers
type Answer = any

/** A WebSocket as far as BiDi needs it: text both ways. Node 20 has none. */
async function connect(url: string, onEvent: (event: Message) => void) {
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const key = { 'sec-websocket-key': randomBytes(16).toString('base64') }
  const socket = await new Promise<Socket>((done, fail) => {
    const asked = get(url, { headers: { ...headers, ...key } })
    asked.on('upgrade', (_, socket) => done(socket)).on('error', fail)
  })
  const waiting = new Map<number, (message: Message) => void>()
  let received = Buffer.alloc(0)
  let last = 0
  socket.on('close', () => {
    for (const answer of waiting.values()) answer({ type: 'error', message: 'Firefox closed the connection' })
  })
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (let frame = textIn(received); frame; frame = textIn(received)) {
      received = received.subarray(frame.end)
      const message: Message = JSON.parse(frame.text)
      if (message.id === undefined) onEvent(message)
      else waiting.get(message.id)?.(message)
    }
  })
  return {
    end: () => socket.destroy(),
    send: (method: string, params: object): Promise<Answer> =>
      new Promise((done, fail) => {
        const id = ++last
        waiting.set(id, ({ type, message, result }) =>
          type === 'error' ? fail(new Error(`${method}: ${message}`)) : done(result),
        )
        socket.write(frameOf(JSON.stringify({ id, method, params })))
      }),
  }
}

/** One whole frame of text, masked as the protocol asks; Firefox refuses a mask of zeros. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  const isLong = body.length > 65_535
  const head = Buffer.alloc(body.length < 126 ? 6 : isLong ? 14 : 8)
  head[0] = 0x81
  head[1] = 0x80 | (body.length < 126 ? body.length : isLong ? 127 : 126)
  if (isLong) head.writeBigUInt64BE(BigInt(body.length), 2)
  else if (body.length >= 126) head.writeUInt16BE(body.length, 2)
  const mask = Buffer.from([1, 2, 3, 4])
  mask.copy(head, head.length - mask.length)
  return Buffer.concat([head, body.map((byte, at) => byte ^ mask[at % 4]!)])
}

/** The first frame, where all of it is there. */
function textIn(bytes: Buffer): { readonly text: string; readonly end: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes[1]! & 127
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < start) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const end = start + length
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', start, end), end }
}
