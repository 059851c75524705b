import type { Graded } from './grade.ts'
import type { Probe } from './probes.ts'

const NAMES: Readonly<Record<Probe['about'], string>> = {
  rule: 'Rule',
  fact: 'Fact',
  error: 'Open error',
  file: 'Changed',
  symbol: 'Changed',
  test: 'Tests',
  command: 'Command',
  decision: 'Decision',
  thread: 'Open',
  task: 'Last request',
}

/** The text with what the probes missed told at its end, each with the round that has it. */
export function repaired(text: string, { probes }: Graded): string {
  const missed = probes.filter(({ missing }) => missing.length > 0)
  const lines = new Set(missed.map(({ about, answer, round }) => `- ${NAMES[about]}: ${answer} (round ${round})`))
  if (lines.size === 0) return text
  return `${text.trimEnd()}\n\n## Also to know\n${[...lines].join('\n')}\n`
}
