/** A finding between its markers, and where it is in the text. */
export interface Finding {
  readonly id: string
  readonly at: number
  readonly attributes: Readonly<Record<string, string>>
  /** With both markers, as it was. */
  readonly raw: string
  /** The opening marker, what is between, the closing one. */
  readonly open: string
  readonly body: string
  readonly close: string
}

export interface Scanned {
  readonly findings: readonly Finding[]
  /** Markers that were there and could not be used, each with the reason. */
  readonly skipped: readonly { readonly at: number; readonly why: string }[]
}

export const DEFAULT_MARKER = 'RUNE:FINDING'
const ID = /^[A-Z][A-Z0-9]+-\d+(?:-[QN])?$/

/**
 * Finds `<!-- NAME … -->` … `<!-- /NAME id="…" -->` in one pass over the text. No pattern runs over more than one marker,
 * so that unclosed and nested ones cost no more than others.
 */
export function scanFindings(text: string, name = DEFAULT_MARKER): Scanned {
  const findings: Finding[] = []
  const skipped: { at: number; why: string }[] = []
  const openers: {
    readonly at: number
    readonly end: number
    readonly attributes: Readonly<Record<string, string>>
  }[] = []
  for (const comment of comments(text)) {
    const inner = text.slice(comment.at + 4, comment.end - 3).trim()
    if (inner.startsWith(`/${name}`) && isEnd(inner, name.length + 1)) {
      const { id } = attributesOf(inner)
      const opener = id === undefined ? openers.pop() : takeOpener(id)
      if (!opener) continue
      const why = faultOf(opener.attributes)
      if (why !== undefined) skipped.push({ at: opener.at, why })
      else {
        findings.push({
          id: opener.attributes.id!,
          at: opener.at,
          attributes: opener.attributes,
          raw: text.slice(opener.at, comment.end),
          open: text.slice(opener.at, opener.end),
          body: text.slice(opener.end, comment.at),
          close: text.slice(comment.at, comment.end),
        })
      }
    } else if (inner.startsWith(name) && isEnd(inner, name.length)) {
      openers.push({ at: comment.at, end: comment.end, attributes: attributesOf(inner) })
    }
  }
  for (const { at } of openers) skipped.push({ at, why: 'not closed' })
  return { findings, skipped: skipped.sort((a, b) => a.at - b.at) }

  /** The newest opener of this id; those opened after it were not closed. */
  function takeOpener(id: string) {
    for (let at = openers.length - 1; at >= 0 && at >= openers.length - 50; at--) {
      if (openers[at]!.attributes.id !== id) continue
      const [opener, ...inside] = openers.splice(at)
      for (const one of inside) skipped.push({ at: one.at, why: 'not closed' })
      return opener
    }
    return undefined
  }
}

function isEnd(text: string, at: number): boolean {
  return at >= text.length || /\s/.test(text[at]!)
}

/** Every comment, its quoted attributes minded: a `-->` inside quotes on the same line does not end it. */
function* comments(text: string): Generator<{ readonly at: number; readonly end: number }> {
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    const end = endOf(text, at + 4)
    if (end === -1) return
    yield { at, end }
    at = text.indexOf('<!--', end)
  }
}

function endOf(text: string, from: number): number {
  const end = text.indexOf('-->', from)
  if (end === -1) return -1
  const line = text.slice(from, end)
  const isQuoted = (line.split('"').length - 1) % 2 === 1 && !line.includes('\n')
  if (!isQuoted) return end + 3
  const next = text.indexOf('-->', end + 3)
  const stop = text.indexOf('\n', end)
  return next !== -1 && (stop === -1 || next < stop) ? next + 3 : end + 3
}

function attributesOf(inner: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {}
  for (const [, name, value] of inner.slice(0, 4000).matchAll(/(\w+)="([^"]*)"/g)) attributes[name!] = value!
  return attributes
}

/** Why a finding cannot be used, or undefined. */
function faultOf({ id, file, nonce, line }: Readonly<Record<string, string>>): string | undefined {
  if (id === undefined || !ID.test(id)) return `id ${JSON.stringify(id ?? '')}`
  if (nonce === undefined || nonce === '') return `${id}: no nonce`
  if (file !== undefined && (/^(?:[/\\]|[A-Za-z]:)/.test(file) || file.split(/[/\\]/).includes('..')))
    return `${id}: file ${file}`
  if (line !== undefined && !/^\d+(?:-\d+)?$/.test(line)) return `${id}: line ${line}`
  return undefined
}
