import { type HANDOFF_HEADINGS, sectionsOf } from './check-handoff.ts'

/** What holds however the work goes on, and may have been said nowhere else. */
const LASTING: readonly (typeof HANDOFF_HEADINGS)[number][] = ['Key Decisions', 'Critical Context']
const NOTHING = /^- none\b/

/** A handoff with what agents wrote into those before it, of which there are no entries: decisions and what must be known. */
export function carriedOver(written: readonly string[], made: string): string {
  const lines = written.flatMap((text) =>
    LASTING.flatMap((heading) => (sectionsOf(text).get(heading) ?? '').split('\n')),
  )
  const told = [...new Set(lines)].filter((line) => line.trim() !== '' && !NOTHING.test(line))
  if (told.length === 0) return made
  return `${made.trimEnd()}\n\n### From earlier handoffs, as agents wrote them, not checked\n${told.join('\n')}\n`
}
