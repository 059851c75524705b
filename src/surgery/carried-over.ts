import { type HANDOFF_HEADINGS, sectionsOf } from './check-handoff.ts'

/** What holds however the work goes on, and may have been said nowhere else. */
const LASTING: readonly (typeof HANDOFF_HEADINGS)[number][] = ['Key Decisions', 'Critical Context']
const NOTHING = /^- none\b/

/** The lines of a handoff that hold however the work goes on. */
export function lastingLines(handoff: string): readonly string[] {
  return LASTING.flatMap((heading) => (sectionsOf(handoff).get(heading) ?? '').split('\n')).filter(
    (line) => line.trim() !== '' && !NOTHING.test(line),
  )
}

/** A handoff with what an agent wrote and nobody can find, below it. */
export function withUnchecked(handoff: string, heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return handoff
  return `${handoff.trimEnd()}\n\n### ${heading}, as agents wrote it, not checked\n${lines.join('\n')}\n`
}
