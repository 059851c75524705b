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
  /** Without those that name nothing: a judge may answer them. */
  readonly probes: readonly GradedProbe[]
}

/** Which probes speak for which dimension; completeness is all of them. */
const SPEAKS: Readonly<Partial<Record<Dimension, readonly Probe['about'][]>>> = {
  accuracy: ['fact', 'error', 'printed', 'decision'],
  context_awareness: ['task', 'test', 'check', 'printed'],
  artifact_trail: ['file', 'commit'],
  continuity: ['open', 'next', 'task', 'idea'],
  instruction_following: ['rule'],
}

/** Scores a text by how much of what the probes expect it names. The same text always gets the same grade. */
export function grade(probes: readonly Probe[], text: string): Graded {
  const held = normal(text)
  const tokens = new Set(held.match(/[^\s"'`(){}[\],;:|/\\]+/g))
  const has = (part: string) => tokens.has(normal(part)) || held.includes(normal(part))
  const graded = probes
    .filter(({ expected }) => expected.length > 0)
    .map((probe): GradedProbe => {
      const isFound = (at: number) => probe.spellings[at]!.some((parts) => parts.every(has))
      const found = probe.expected.filter((_, at) => isFound(at))
      return { ...probe, found, missing: probe.expected.filter((_, at) => !isFound(at)) }
    })
  const scoreOf = (name: Dimension) => scored(graded.filter(({ about }) => SPEAKS[name]?.includes(about) ?? true))
  const scores = DIMENSIONS.map((name) => [name, scoreOf(name)] as const)
  const sum = scores.reduce((total, [, score]) => total + score, 0)
  const dimensions = Object.fromEntries(scores) as Record<Dimension, number>
  return { overall: rounded(sum / DIMENSIONS.length), dimensions, probes: graded }
}

/** The text with what the probes missed told at its end, each with the round that has it. */
export function repaired(text: string, { probes }: Graded): string {
  const missed = probes.filter(({ missing }) => missing.length > 0)
  const lines = new Set(missed.map(({ about, answer, round }) => `- ${about}: ${answer} (round ${round})`))
  return lines.size === 0 ? text : `${text.trimEnd()}\n\n## Also to know\n${[...lines].join('\n')}\n`
}

/** Nothing asked is nothing missed. */
function scored(probes: readonly GradedProbe[]): number {
  const shares = probes.map(({ found, expected }) => found.length / expected.length)
  return shares.length === 0 ? 5 : rounded((5 * shares.reduce((sum, one) => sum + one, 0)) / shares.length)
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100
}

function normal(text: string): string {
  return text.toLowerCase().replace(/\\(.)/g, '$1').replace(/\s+/g, ' ')
}
