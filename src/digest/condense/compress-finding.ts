import type { Finding } from './markers.ts'

const TRACE = '**Rune Trace:**'
const KEPT_LINES = 3

/** A finding as it goes into the condensed file: the grave ones as they were, the rest shorter, markers unchanged. */
export function compressFinding(finding: Finding): string {
  const { severity, interaction } = finding.attributes
  if (severity === 'P1' || severity === 'P2') return finding.raw
  if (interaction === 'question') return `${finding.open}${withoutTrace(finding.body)}${finding.close}`
  if (interaction === 'nit') return oneLine(finding)
  if (severity === 'P3') return `${finding.open}${shortTrace(finding.body)}${finding.close}`
  return finding.raw
}

/** Where the code block after the trace's heading begins and ends; undefined where there is none. */
function traceIn(body: string) {
  const heading = body.indexOf(TRACE)
  if (heading === -1) return undefined
  const open = body.indexOf('```', heading)
  if (open === -1) return undefined
  const start = body.indexOf('\n', open)
  const close = start === -1 ? -1 : body.indexOf('\n```', start)
  if (close === -1) return undefined
  return { heading, start: start + 1, close, end: Math.min(body.length, close + 4) }
}

function shortTrace(body: string): string {
  const trace = traceIn(body)
  if (!trace || trace.close < trace.start) return body
  const lines = body.slice(trace.start, trace.close).replace(/\s+$/, '').split('\n')
  if (lines.length <= KEPT_LINES) return body
  const kept = [...lines.slice(0, KEPT_LINES), `<!-- ${lines.length - KEPT_LINES} more lines -->`].join('\n')
  return `${body.slice(0, trace.start)}${kept}${body.slice(trace.close)}`
}

function withoutTrace(body: string): string {
  const trace = traceIn(body)
  return trace ? `${body.slice(0, trace.heading)}${body.slice(trace.end).replace(/^\n+/, '\n')}` : body
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
