/** What an action said it cannot do: what is so, and what to do. */
export class ApiFailure extends Error {
  readonly code: string
  readonly hint: string | null

  constructor({ code, message, hint }: { code: string; message: string; hint?: string | null }) {
    super(message)
    this.code = code
    this.hint = hint ?? null
  }
}

const KEPT = 'stet-key'

/** The key of this tab: from the address it was opened with, kept for the tab, or asked of another tab of this page. */
export async function findKey(): Promise<string | null> {
  const given = /[#&]key=([\w-]+)/.exec(location.hash)?.[1]
  if (given !== undefined) {
    sessionStorage.setItem(KEPT, given)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  const channel = new BroadcastChannel('stet')
  const known = () => sessionStorage.getItem(KEPT)
  channel.addEventListener('message', ({ data }) => {
    const key = known()
    if (data === 'key?' && key !== null) channel.postMessage({ key })
  })
  return known() ?? askOtherTabs(channel)
}

function askOtherTabs(channel: BroadcastChannel): Promise<string | null> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(null), 400)
    channel.addEventListener('message', ({ data }) => {
      if (typeof data?.key !== 'string') return
      clearTimeout(timer)
      sessionStorage.setItem(KEPT, data.key)
      done(data.key)
    })
    channel.postMessage('key?')
  })
}

export function keepKey(key: string): void {
  sessionStorage.setItem(KEPT, key)
}

export function authorization(): Record<string, string> {
  return { authorization: `Bearer ${sessionStorage.getItem(KEPT) ?? ''}` }
}

/** Asks for an action by its name. */
export async function call<T>(action: string, input: object = {}, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(`/api/${action.replaceAll(' ', '/')}`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure({
      code: 'unreachable',
      message: 'The server does not answer.',
      hint: 'Run `stet view` again.',
    })
  })
  const value = await answer.json()
  if (value !== null && typeof value === 'object' && 'error' in value) throw new ApiFailure(value.error)
  return value as T
}

/** Has the browser keep a document that the server makes. */
export async function download(action: string, input: object, name: string): Promise<void> {
  const answer = await fetch(`/api/${action}`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!answer.ok) throw new ApiFailure((await answer.json()).error)
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
