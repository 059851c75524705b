import { authorization } from './api.ts'

export interface Change {
  readonly sessions: readonly string[]
  readonly others: boolean
}

interface Listener {
  readonly onChange: (change: Change) => void
  readonly onState: (isLive: boolean) => void
}

/** Who holds this lock has the stream of events, and tells the other tabs. */
const LOCK = 'stet-events'
const EVERYTHING: Change = { sessions: [], others: true }
type Message = { readonly change: Change } | { readonly isLive: boolean } | 'is it live?'

/**
 * Hears of every change of the record until the signal. A browser has one stream for all its tabs, because it opens only
 * six connections to a server: the tab that holds the lock has it. A hidden tab holds nothing, and looks at everything
 * once it is seen again. Where there are no locks each visible tab has a stream of its own.
 */
export function hear(signal: AbortSignal, { onChange, onState }: Listener): void {
  const channel = new BroadcastChannel('stet-events')
  let shown = new AbortController()
  let isHolder = false
  let isLive = false

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'is it live?') {
      if (isHolder) channel.postMessage({ isLive } satisfies Message)
    } else if ('change' in data) onChange(data.change)
    else if (!isHolder) onState(data.isLive)
  }
  const tell = {
    onChange: (change: Change) => {
      onChange(change)
      channel.postMessage({ change } satisfies Message)
    },
    onState: (state: boolean) => {
      isLive = state
      onState(state)
      channel.postMessage({ isLive } satisfies Message)
    },
  }

  function show(): void {
    if (shown.signal.aborted) {
      shown = new AbortController()
      onChange(EVERYTHING)
    }
    const over = AbortSignal.any([signal, shown.signal])
    const hold = async () => {
      isHolder = true
      await readStreams(over, tell)
      isHolder = false
    }
    if (!navigator.locks) return void hold()
    channel.postMessage('is it live?' satisfies Message)
    navigator.locks.request(LOCK, { signal: over }, hold).catch(() => undefined) // hidden before its turn came
  }

  const hide = () => shown.abort()
  const options = { signal }
  addEventListener('pagehide', hide, options)
  addEventListener('pageshow', ({ persisted }) => persisted && show(), options)
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : show()), options)
  signal.addEventListener('abort', () => channel.close())
  if (document.hidden) hide()
  else show()
}

/** One stream after the other, until the signal. */
async function readStreams(signal: AbortSignal, { onChange, onState }: Listener): Promise<void> {
  let isFirst = true
  while (!signal.aborted) {
    try {
      const answer = await fetch('/api/events', { headers: authorization(), signal })
      if (!answer.ok || !answer.body) throw new Error('no events')
      onState(true)
      if (!isFirst) onChange(EVERYTHING) // something may have happened meanwhile
      isFirst = false
      for await (const event of eventsIn(answer.body)) if (event.name === 'change') onChange(JSON.parse(event.data))
    } catch {
      if (signal.aborted) return
    }
    onState(false)
    await new Promise((done) => setTimeout(done, 1000))
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<{ name: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      yield { name: field('event'), data: field('data') }
    }
  }
}
