import type { Finding } from './markers.ts'

const TRACE = '**Rune Trace:**'
const FENCE = /^\s*(`{3,}|~{3,})/
const KEPT_LINES = 3

/** A finding as it goes into the condensed file: the grave ones as they were, the rest shorter, markers unchanged. */
export function compressFinding(finding: Finding): string {
  const { severity, interaction } = finding.attributes
  if (severity === 'P1' || severity === 'P2') return finding.raw
  if (interaction === 'question') return `${finding.open}${withTraces(finding.body, 0)}${finding.close}`
  if (interaction === 'nit') return oneLine(finding)
  if (severity === 'P3') return `${finding.open}${withTraces(finding.body, KEPT_LINES)}${finding.close}`
  return finding.raw
}

/** The body with so many lines of the code of each trace; for none, without the traces. */
function withTraces(body: string, most: number): string {
  const lines = body.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const trace = lines[at]!.includes(TRACE) ? traceAt(lines, at) : undefined
    if (trace?.close === lines.length) return [...kept, ...lines.slice(at)].join('\n') // it may not be code any more
    if (!trace || most > 0) kept.push(lines[at]!)
    if (!trace) continue
    if (most > 0) {
      const more = trace.end - trace.start - most
      for (const line of lines.slice(at + 1, more > 0 ? trace.start + most : trace.close)) kept.push(line)
      if (more > 0) kept.push(`<!-- ${more} more lines -->`)
      kept.push(lines[trace.close]!)
    }
    at = trace.close
  }
  return kept.join('\n')
}

/** Where the code after a trace's heading begins, where its last line ends, where it is closed; in lists it is indented. */
function traceAt(lines: readonly string[], heading: number) {
  let open = heading + 1
  while (open < lines.length && lines[open]!.trim() === '') open++
  const fence = FENCE.exec(lines[open] ?? '')?.[1]
  if (fence === undefined) return undefined
  let close = open + 1
  while (close < lines.length && lines[close]!.trim() !== fence) close++
  let end = close
  while (end > open + 1 && lines[end - 1]!.trim() === '') end--
  return { start: open + 1, end, close }
}

/** A nit as one line that can be ticked off; as it was where it has no title. */
function oneLine({ raw, open, body, close, id }: Finding): string {
  const title = body
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('<!--'))
    ?.replace(/^(?:[-*#\s]+|\[[ xX]\]\s*)+/, '')
    .replace(/\*\*/g, '')
    .trim()
  if (!title || title.length < 3) return raw
  const said = title.includes(id) ? title : `${id}: ${title}`
  return `${open}\n- [ ] ${said} _(compressed)_\n${close}`
}
