import { HANDOFF_HEADINGS, MOST_DECISIONS, sectionsOf } from './check-handoff.ts'

type Heading = (typeof HANDOFF_HEADINGS)[number]

/** What holds however the work goes on, and may have been said nowhere else. */
const LASTING: readonly Heading[] = ['Key Decisions', 'Critical Context']
const NOTHING = /^- none\b/

/** A handoff made from the record, with what agents wrote into those before it: decisions and what must be known. */
export function carriedOver(written: readonly string[], made: string): string {
  if (written.length === 0) return made
  const sections = sectionsOf(made)
  const said = (text: string | undefined) => (text ?? '').split('\n').filter((line) => line.trim() !== '')
  const told = (heading: Heading) => {
    const lines = said(sections.get(heading))
    if (!LASTING.includes(heading)) return lines
    const before = written.flatMap((text) => said(sectionsOf(text).get(heading)))
    const all = [...new Set([...before, ...lines])].filter((line) => !NOTHING.test(line))
    if (all.length === 0) return lines
    return heading === 'Key Decisions' ? all.slice(-MOST_DECISIONS) : all
  }
  return HANDOFF_HEADINGS.map((heading) => `### ${heading}\n${told(heading).join('\n')}\n`).join('\n')
}
