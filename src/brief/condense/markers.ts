/** A finding between its markers, and where it is in the text. */
export interface Finding {
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

const ID = /^[A-Z][A-Z0-9]+-\d+(?:-[QN])?$/
/** So many markers may be open inside one another. */
const DEEPEST = 50

/**
 * Finds `<!-- NAME … -->` … `<!-- /NAME id="…" -->` in one pass over the text. No pattern runs over more than one marker,
 * so that unclosed and nested ones cost no more than others.
 */
export function scanFindings(text: string, name = 'RUNE:FINDING'): Scanned {
  const findings: Finding[] = []
  const skipped: { at: number; why: string }[] = []
  const openers: (Pick<Finding, 'at' | 'attributes'> & { readonly end: number })[] = []
  for (const { at, end } of comments(text)) {
    const inner = text.slice(at + 4, end - 3).trim()
    const [marker] = inner.split(/\s/, 1)
    if (marker !== name && marker !== `/${name}`) continue
    const attributes = attributesOf(inner)
    if (marker === name) {
      openers.push({ at, end, attributes })
      continue
    }
    const isOwn = (opener: (typeof openers)[number]) =>
      attributes.id === undefined || opener.attributes.id === attributes.id
    const place = openers.slice(-DEEPEST).findLastIndex(isOwn)
    if (place === -1) continue
    const [opener, ...inside] = openers.splice(Math.max(0, openers.length - DEEPEST) + place)
    for (const one of inside) skipped.push({ at: one.at, why: 'not closed' })
    const why = faultOf(opener!.attributes)
    if (why !== undefined) skipped.push({ at: opener!.at, why })
    else
      findings.push({
        at: opener!.at,
        attributes: opener!.attributes,
        raw: text.slice(opener!.at, end),
        open: text.slice(opener!.at, opener!.end),
        body: text.slice(opener!.end, at),
        close: text.slice(at, end),
      })
  }
  for (const { at } of openers) skipped.push({ at, why: 'not closed' })
  return { findings, skipped: skipped.sort((a, b) => a.at - b.at) }
}

/** Every comment, its quoted attributes minded: a `-->` inside quotes on the same line does not end it. */
function* comments(text: string): Generator<{ readonly at: number; readonly end: number }> {
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    let end = text.indexOf('-->', at + 4)
    if (end === -1) return
    const line = text.slice(at + 4, end)
    const isQuoted = line.split('"').length % 2 === 0 && !line.includes('\n')
    const next = isQuoted ? text.indexOf('-->', end + 3) : -1
    if (next !== -1 && !text.slice(end, next).includes('\n')) end = next
    yield { at, end: end + 3 }
    at = text.indexOf('<!--', end)
  }
}

function attributesOf(inner: string): Readonly<Record<string, string>> {
  const found = inner.slice(0, 4000).matchAll(/(\w+)="([^"]*)"/g)
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]))
}

/** Why a finding cannot be used, or undefined. */
function faultOf({ id = '', file = '', nonce, line }: Readonly<Record<string, string>>): string | undefined {
  if (!ID.test(id)) return `id ${JSON.stringify(id)}`
  if (!nonce) return `${id}: no nonce`
  if (/^(?:[/\\]|[A-Za-z]:)/.test(file) || file.split(/[/\\]/).includes('..')) return `${id}: file ${file}`
  if (line !== undefined && !/^\d+(?:-\d+)?$/.test(line)) return `${id}: line ${line}`
  return undefined
}
