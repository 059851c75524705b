import { compressFinding } from './compress-finding.ts'
import { DEFAULT_MARKER, type Scanned, scanFindings } from './markers.ts'
import { filterNoise } from './noise.ts'

export interface CondenseOptions {
  readonly marker?: string | undefined
  /** False keeps every finding. */
  readonly filters?: boolean
}

export interface CondensedText {
  readonly text: string
  readonly findings: number
  readonly suppressed: number
  readonly skipped: Scanned['skipped']
  /** True where there were markers and none could be used: the text is as it was. */
  readonly isCopy: boolean
}

/** The condensed copy of one agent's output: header, findings, what was suppressed, assumptions, summary. */
export function condenseText(
  text: string,
  { marker = DEFAULT_MARKER, filters = true }: CondenseOptions = {},
): CondensedText {
  const { findings, skipped } = scanFindings(text, marker)
  if (findings.length === 0) {
    return { text, findings: 0, suppressed: 0, skipped, isCopy: skipped.length > 0 }
  }
  const outside = outsideOf(text, findings)
  const { kept, suppressed } = filters ? filterNoise(findings) : { kept: findings, suppressed: [] }
  const parts = [
    headerOf(outside),
    ...kept.map(compressFinding),
    ...(suppressed.length === 0
      ? []
      : [
          `<details>\n<summary>${suppressed.length} suppressed</summary>\n\n${suppressed.map((one) => one.raw).join('\n\n')}\n\n</details>`,
        ]),
    sectionOf(outside, '## Reviewer Assumptions'),
    sectionOf(outside, '## Summary'),
  ]
  return {
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
    findings: findings.length,
    suppressed: suppressed.length,
    skipped,
    isCopy: false,
  }
}

/** The text without its findings, which may have headings of their own. */
function outsideOf(text: string, findings: Scanned['findings']): string {
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
