import type { Probe } from './probes.ts'

export const DIMENSIONS = [
  'accuracy',
  'context_awareness',
  'artifact_trail',
  'completeness',
  'continuity',
  'instruction_following',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

export interface GradedProbe extends Probe {
  readonly found: readonly string[]
  readonly missing: readonly string[]
}

export interface Graded {
  /** The plain mean of the dimensions, 0 to 5. */
  readonly overall: number
  readonly dimensions: Readonly<Record<Dimension, number>>
  readonly probes: readonly GradedProbe[]
}

/** Which probes speak for which dimension. */
const SPEAKS: Readonly<Record<Exclude<Dimension, 'completeness'>, readonly Probe['about'][]>> = {
  accuracy: ['fact', 'error', 'decision'],
  context_awareness: ['task', 'test', 'error'],
  artifact_trail: ['file', 'symbol'],
  continuity: ['thread', 'task'],
  instruction_following: ['rule'],
}

/** Scores a text by how much of what the probes expect it names. The same text always gets the same grade. */
export function grade(probes: readonly Probe[], text: string): Graded {
  const held = normal(text)
  const graded = probes.map((probe): GradedProbe => {
    const found = probe.expected.filter((one) => held.includes(normal(one)))
    return { ...probe, found, missing: probe.expected.filter((one) => !found.includes(one)) }
  })
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name) => [
      name,
      scored(name === 'completeness' ? graded : graded.filter((probe) => SPEAKS[name].includes(probe.about))),
    ]),
  ) as Record<Dimension, number>
  const sum = DIMENSIONS.reduce((total, name) => total + dimensions[name], 0)
  return { overall: rounded(sum / DIMENSIONS.length), dimensions, probes: graded }
}

/** Nothing asked is nothing missed. */
function scored(probes: readonly GradedProbe[]): number {
  if (probes.length === 0) return 5
  return rounded(
    (5 * probes.reduce((sum, probe) => sum + probe.found.length / probe.expected.length, 0)) / probes.length,
  )
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100
}

function normal(text: string): string {
  return text.toLowerCase().replace(/\\(.)/g, '$1').replace(/\s+/g, ' ')
}
