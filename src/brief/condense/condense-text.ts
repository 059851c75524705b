import { type Finding, type Scanned, scanFindings } from './markers.ts'

interface CondenseOptions {
  readonly marker?: string | undefined
  /** False keeps every finding. */
  readonly filters?: boolean
}

interface CondensedText {
  readonly text: string
  readonly findings: number
  readonly suppressed: number
  readonly skipped: Scanned['skipped']
  /** True where there were markers and none could be used: the text is as it was. */
  readonly isCopy: boolean
}

/** The condensed copy of one agent's output: header, findings, what was suppressed, assumptions, summary. */
export function condenseText(text: string, { marker, filters = true }: CondenseOptions = {}): CondensedText {
  const { findings, skipped } = scanFindings(text, marker)
  if (findings.length === 0) return { text, findings: 0, suppressed: 0, skipped, isCopy: skipped.length > 0 }
  const outside = outsideOf(text, findings)
  const noise = filters ? noiseOf(findings) : new Set<Finding>()
  const folded = findings.filter((one) => noise.has(one)).map(({ raw }) => raw)
  const parts = [
    headerOf(outside),
    ...findings.filter((one) => !noise.has(one)).map(compressFinding),
    folded.length === 0
      ? ''
      : `<details>\n<summary>${folded.length} suppressed</summary>\n\n${folded.join('\n\n')}\n\n</details>`,
    sectionOf(outside, '## Reviewer Assumptions'),
    sectionOf(outside, '## Summary'),
  ]
  const condensed = `${parts.filter((part) => part !== '').join('\n\n')}\n`
  return { text: condensed, findings: findings.length, suppressed: folded.length, skipped, isCopy: false }
}

/** The text without its findings, which may have headings of their own. */
function outsideOf(text: string, findings: readonly Finding[]): string {
  const parts: string[] = []
  let end = 0
  for (const { at, raw } of [...findings].sort((a, b) => a.at - b.at)) {
    if (at >= end) parts.push(text.slice(end, at))
    end = Math.max(end, at + raw.length)
  }
  return [...parts, text.slice(end)].join('')
}

function headerOf(text: string): string {
  const at = text.startsWith('## ') ? 0 : text.indexOf('\n## ')
  return (at === -1 ? text.slice(0, 500) : text.slice(0, at)).trimEnd()
}

/** A section from its heading to the next of its level, or to the end of the text. */
function sectionOf(text: string, heading: string): string {
  const found = new RegExp(`^${heading}[ \\t]*\\r?$`, 'm').exec(text)
  if (!found) return ''
  const end = text.indexOf('\n## ', found.index + heading.length)
  return text.slice(found.index, end === -1 ? undefined : end).trimEnd()
}

const LEAST_SCORE = 35
const NEAR = 10
const MOST_SHARE = 0.4

/** The findings that are only noise; what is proven is never noise, and one is always kept. */
function noiseOf(findings: readonly Finding[]): ReadonlySet<Finding> {
  const near = new Set<string>()
  for (const one of findings.filter((one) => isGrave(one) && one.attributes.file !== undefined))
    for (let line = lineOf(one) - NEAR; line <= lineOf(one) + NEAR; line++) near.add(`${one.attributes.file}:${line}`)
  const isNoise = (one: Finding) =>
    (scoreOf(one) ?? LEAST_SCORE) < LEAST_SCORE || near.has(`${one.attributes.file}:${lineOf(one)}`)
  const noise = new Set(findings.filter((one) => mayGo(one) && isNoise(one)))
  const left = findings.filter((one) => !noise.has(one))
  const small = left.filter(({ attributes }) => attributes.severity === 'P3')
  const spare = small.filter(mayGo).sort((a, b) => (scoreOf(a) ?? 50) - (scoreOf(b) ?? 50))
  const tooMany = small.length - Math.floor(MOST_SHARE * left.length)
  for (const one of spare.slice(0, Math.max(0, tooMany))) noise.add(one)
  if (noise.size === findings.length)
    noise.delete([...findings].sort((a, b) => (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0))[0]!)
  return noise
}

function isGrave({ attributes: { severity } }: Finding): boolean {
  return severity === 'P1' || severity === 'P2'
}

function mayGo({ attributes }: Finding): boolean {
  return attributes.severity === 'P3' && attributes.confidence?.toUpperCase() !== 'PROVEN'
}

/** From 0 to 100; a score up to 1 is read as a fraction. */
function scoreOf({ attributes }: Finding): number | undefined {
  const score = Number(attributes.confidence_score ?? Number.NaN)
  return Number.isNaN(score) ? undefined : score <= 1 ? score * 100 : score
}

function lineOf({ attributes }: Finding): number {
  return Number.parseInt(attributes.line ?? '', 10)
}

const TRACE = '**Rune Trace:**'
const FENCE = /^\s*(`{3,}|~{3,})/
const KEPT_LINES = 3

/** A finding as it goes into the condensed file: the grave ones as they were, the rest shorter, markers unchanged. */
function compressFinding(finding: Finding): string {
  const { severity, interaction } = finding.attributes
  if (isGrave(finding)) return finding.raw
  if (interaction === 'nit') return oneLine(finding)
  const most = interaction === 'question' ? 0 : severity === 'P3' ? KEPT_LINES : undefined
  return most === undefined ? finding.raw : `${finding.open}${withTraces(finding.body, most)}${finding.close}`
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
    const { start, end, close } = trace
    if (most > 0) {
      const isLong = end - start > most
      for (const line of lines.slice(at + 1, isLong ? start + most : close)) kept.push(line)
      if (isLong) kept.push(`<!-- ${end - start - most} more lines -->`)
      kept.push(lines[close]!)
    }
    at = close
  }
  return kept.join('\n')
}

/** Where the code after a trace's heading begins, where its last line ends, where it is closed; in lists it is indented. */
function traceAt(lines: readonly string[], heading: number) {
  let open = heading + 1
  while (lines[open]?.trim() === '') open++
  const fence = FENCE.exec(lines[open] ?? '')?.[1]
  if (fence === undefined) return undefined
  let close = open + 1
  while (close < lines.length && lines[close]!.trim() !== fence) close++
  let end = close
  while (end > open + 1 && lines[end - 1]!.trim() === '') end--
  return { start: open + 1, end, close }
}

/** A nit as one line that can be ticked off; as it was where it has no title. */
function oneLine({ raw, open, body, close, attributes: { id = '' } }: Finding): string {
  const title = body
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('<!--'))
    ?.replace(/^(?:[-*#\s]+|\[[ xX]\]\s*)+/, '')
    .replace(/\*\*/g, '')
    .trim()
  if (!title || title.length < 3) return raw
  return `${open}\n- [ ] ${title.includes(id) ? title : `${id}: ${title}`} _(compressed)_\n${close}`
}
