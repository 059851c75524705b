/** Where the page is: everything one sees follows from the address. */
interface Route {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

let current = $state.raw<Route>(read())

addEventListener('popstate', () => {
  current = read()
})

export const route = {
  get page(): string {
    return current.path[0] ?? ''
  },
  get id(): string {
    return current.path[1] ?? ''
  },
  get query(): URLSearchParams {
    return current.query
  },
}

function read(): Route {
  const path = location.pathname
    .split('/')
    .filter((name) => name !== '')
    .map((name) => decodeURIComponent(name))
  return { path, query: new URLSearchParams(location.search) }
}

/** Goes to another address of the page. */
export function go(url: string): void {
  history.pushState(null, '', url)
  current = read()
}

/** Changes words of the query; undefined takes one out. A step back undoes only what was pushed. */
export function setQuery(
  patch: Readonly<Record<string, string | undefined>>,
  how: 'push' | 'replace' = 'replace',
): void {
  const query = new URLSearchParams(location.search)
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined || value === '') query.delete(key)
    else query.set(key, value)
  }
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  const url = location.pathname + (text === '' ? '' : `?${text}`)
  if (url === location.pathname + location.search) return
  if (how === 'push') history.pushState(null, '', url)
  else history.replaceState(null, '', url)
  current = read()
}

export function sessionUrl(id: string, query: Readonly<Record<string, string | number>> = {}): string {
  const words = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
  return `/session/${encodeURIComponent(id)}${words === '' ? '' : `?${words}`}`
}

/** Follows links inside the page without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest?.('a[href]')
  const href = link?.getAttribute('href')
  if (!href?.startsWith('/') || link?.hasAttribute('download')) return
  event.preventDefault()
  go(href)
}
