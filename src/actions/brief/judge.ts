import { DIMENSIONS, type Dimension } from '../../brief/probes/grade.ts'
import type { Probe } from '../../brief/probes/probes.ts'
import type { Workspace } from '../workspace.ts'
import { unavailable } from './ask-server.ts'
import { requireSummarizer } from './open-summarizer.ts'

/** What a model thinks of a text, beside our own grade. */
export interface Verdict {
  /** The model. */
  readonly by: string
  /** The plain mean of the dimensions, 0 to 5. */
  readonly overall: number
  readonly dimensions: Readonly<Record<Dimension, number>>
}

const INSTRUCTIONS = `You get a text that represents part of a session with a coding agent, and questions with what the record answers. Judge
how well somebody who has read the text alone could answer them, in whatever words or language. Give each of these a number from 0 (not at all) to 5 (completely): ${DIMENSIONS.join(', ')}.
Answer with one JSON object that has these names and nothing else.`

/** Has the configured model grade a text by the same questions. It is not told how the text was made. */
export async function judge(workspace: Workspace, probes: readonly Probe[], text: string): Promise<Verdict> {
  const model = await requireSummarizer(workspace)
  const questions = probes.map(({ question, answer }) => ({ question, answer }))
  const dimensions = scoresIn(await model.write(INSTRUCTIONS, JSON.stringify({ text, questions }, null, 1)))
  if (!dimensions) throw unavailable(model.name, 'it gave no number from 0 to 5 for each dimension')
  const sum = DIMENSIONS.reduce((total, name) => total + dimensions[name], 0)
  return { by: model.name, overall: Math.round((100 * sum) / DIMENSIONS.length) / 100, dimensions }
}

function scoresIn(answer: string): Record<Dimension, number> | undefined {
  let value: unknown
  try {
    value = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const scores = DIMENSIONS.map((name) => [name, (value as Record<string, unknown>)[name]] as const)
  const areScores = scores.every(([, score]) => typeof score === 'number' && score >= 0 && score <= 5)
  return areScores ? (Object.fromEntries(scores) as Record<Dimension, number>) : undefined
}
