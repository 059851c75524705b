import { Failure } from '../model/errors.ts'
import { isWithin, parseRange } from '../model/range.ts'
import { blocksIn } from '../record/chain/blocks-in.ts'
import { readInput } from '../record/chain/read-input.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { placeFile } from '../system/place-file.ts'
import { compressionsOf } from './compressions.ts'
import { ofRounds } from './of-rounds.ts'
import { at, jsonIn, requireSummarizer, unavailable } from './open-summarizer.ts'
import { DIMENSIONS, type Dimension, grade, repaired } from './probes/grade.ts'
import { type Probe, probesOf } from './probes/probes.ts'
import { briefSession, textsOf } from './session-brief.ts'

interface ProbeOptions {
  /** A file with the text to grade; else that of the last compression, else the session's own summary. */
  readonly summary?: string | undefined
  /** The rounds it is about; those of the compression that is graded, else all, unless given. */
  readonly turns?: string | undefined
  /** Writes the text with what it misses; over the file itself unless told where. */
  readonly repair?: boolean
  readonly out?: string | undefined
  readonly threshold?: number | undefined
  readonly dryRun?: boolean
  /** Has the configured model grade it too; it passes only where both do. */
  readonly isJudged?: boolean
}

const THRESHOLD = 3.5
const INSTRUCTIONS = `You get a text that represents part of a session with a coding agent, and questions with what the record answers. Judge
how well somebody who has read the text alone could answer them, in whatever words or language. Give each of these a number from 0 (not at all) to 5 (completely): ${DIMENSIONS.join(', ')}.
Answer with one JSON object that has these names and nothing else.`

/** Asks of a text what a reader would have to know of the rounds it represents. */
export async function probe(workspace: Workspace, reference: SessionRef, options: ProbeOptions) {
  const { summary, turns, repair = false, out: target = summary, threshold: least = THRESHOLD } = options
  const session = await sessionOf(workspace, reference)
  const last = summary === undefined ? (await compressionsOf(workspace, session.id)).at(-1) : undefined
  const ranges =
    turns === undefined
      ? last && [{ from: last.range[0], to: last.range[1] }]
      : parseRange(turns, session.facts.highestRound, session.id)
  const isMeant = (round: number) => !ranges || isWithin(ranges, round)
  const probes = probesOf(ofRounds(await briefSession(workspace, session, isMeant), isMeant))
  const given = await textOf()
  if (repair && target === undefined) {
    throw new Failure('usage', 'There is no file to repair.', {
      hint: 'Name it with --summary FILE, or where to write with --out FILE.',
    })
  }
  const text = repair ? repaired(given, grade(probes, given)) : given
  const graded = grade(probes, text)
  const verdict = options.isJudged ? await judge(workspace, probes, text) : null
  const isWritten = repair && !options.dryRun
  if (isWritten) await placeFile(target!, [Buffer.from(text)], { replaces: true })
  const lost = graded.probes.some((one) => one.about === 'file' && one.missing.length > 0)
  return {
    session: session.id,
    ...graded,
    pass: graded.overall >= least && (verdict?.overall ?? least) >= least && !lost,
    repaired: isWritten ? target! : null,
    /** What the model gave it; null where none was asked. */
    verdict,
  }

  async function textOf(): Promise<string> {
    if (summary !== undefined) return (await readInput(workspace, summary)).toString('utf8')
    const commit = last && (await workspace.store.findCommit(last.commit))
    if (!commit) return (await textsOf(workspace, session)).summary
    const blocks = [...blocksIn(commit.format, await workspace.store.artifacts.get(commit.artifact))]
    return blocks.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join('\n')
  }
}

/** Has the configured model grade a text by the same questions, beside our own grade. It is not told how the text was made. */
async function judge(workspace: Workspace, probes: readonly Probe[], text: string) {
  const model = await requireSummarizer(workspace)
  const questions = probes.map(({ question, answer }) => ({ question, answer }))
  const given = jsonIn(await model.write(INSTRUCTIONS, JSON.stringify({ text, questions }, null, 1)))
  const scores = DIMENSIONS.map((name) => [name, at(given, name)] as const)
  if (!scores.every(([, score]) => typeof score === 'number' && score >= 0 && score <= 5))
    throw unavailable(model.name, 'it gave no number from 0 to 5 for each dimension')
  const dimensions = Object.fromEntries(scores) as Record<Dimension, number>
  const sum = DIMENSIONS.reduce((total, name) => total + dimensions[name], 0)
  return { by: model.name, overall: Math.round((100 * sum) / DIMENSIONS.length) / 100, dimensions }
}
