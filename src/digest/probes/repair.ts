import type { Graded } from './grade.ts'

/** The text with what the probes missed named at its end, each with the round that has it. */
export function repaired(text: string, { probes }: Graded): string {
  const lines = new Map<string, string>()
  for (const { missing, question, round } of probes) {
    if (missing.length > 0)
      lines.set(`${missing.join()} ${round}`, `- ${question} ${missing.join(', ')} (round ${round})`)
  }
  if (lines.size === 0) return text
  return `${text.trimEnd()}\n\n## Also to know\n${[...lines.values()].join('\n')}\n`
}
