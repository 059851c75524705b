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
  const { kept, suppressed } = filters ? filterNoise(findings) : { kept: findings, suppressed: [] }
  const parts = [
    headerOf(text),
    ...kept.map(compressFinding),
    ...(suppressed.length === 0
      ? []
      : [
          `<details>\n<summary>${suppressed.length} suppressed</summary>\n\n${suppressed.map((one) => one.raw).join('\n\n')}\n\n</details>`,
        ]),
    sectionOf(text, '## Reviewer Assumptions'),
    sectionOf(text, '## Summary'),
  ]
  return {
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
    findings: findings.length,
    suppressed: suppressed.length,
    skipped,
    isCopy: false,
  }
}

function headerOf(text: string): string {
  const at = text.startsWith('## ') ? 0 : text.indexOf('\n## ')
  return (at === -1 ? text.slice(0, 500) : text.slice(0, at)).trimEnd()
}

/** A section from its heading to the next of its level, or to the end of the text. */
function sectionOf(text: string, heading: string): string {
  const at = text.startsWith(`${heading}\n`) ? 0 : text.indexOf(`\n${heading}\n`)
  if (at === -1) return ''
  const start = at === 0 && text.startsWith(heading) ? 0 : at + 1
  const end = text.indexOf('\n## ', start + heading.length)
  return text.slice(start, end === -1 ? undefined : end).trimEnd()
}
