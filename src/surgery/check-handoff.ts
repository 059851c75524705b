export const HANDOFF_HEADINGS = [
  'Current Task',
  'Key Decisions',
  'Modified Files',
  'Immediate Next Steps',
  'Critical Context',
] as const

const MOST_WORDS = 500
const MOST_DECISIONS = 5

export interface CheckedHandoff {
  /** Headings it lacks. */
  readonly missing: readonly string[]
  readonly warnings: readonly string[]
}

/** Looks whether a handoff has what the next session needs. */
export function checkHandoff(text: string): CheckedHandoff {
  const sections = sectionsOf(text)
  const words = text.split(/\s+/).filter(Boolean).length
  const decisions = (sections.get('Key Decisions') ?? '')
    .split('\n')
    .filter((line) => /^\s*[-*]\s+\S/.test(line)).length
  return {
    missing: HANDOFF_HEADINGS.filter((heading) => !sections.has(heading)),
    warnings: [
      ...(words > MOST_WORDS
        ? [`The handoff has ${words} words; ${MOST_WORDS} are enough, the record has the rest.`]
        : []),
      ...(decisions > MOST_DECISIONS
        ? [`The handoff has ${decisions} decisions; keep the ${MOST_DECISIONS} that matter.`]
        : []),
    ],
  }
}

/** What is below each heading that a handoff has. */
export function sectionsOf(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>()
  for (const part of text.split(/^#{1,6}\s+/m).slice(1)) {
    const end = part.indexOf('\n')
    const [heading, body] = end === -1 ? [part, ''] : [part.slice(0, end), part.slice(end)]
    const known = HANDOFF_HEADINGS.find((one) => one.toLowerCase() === heading.trim().toLowerCase())
    if (known) sections.set(known, body)
  }
  return sections
}
