import { ofRounds } from '../../brief/of-rounds.ts'
import { type Graded, grade, repaired } from '../../brief/probes/grade.ts'
import { probesOf } from '../../brief/probes/probes.ts'
import { Failure } from '../../model/errors.ts'
import { isWithin, parseRange } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import { blocksIn } from '../ctx/blocks-in.ts'
import { readInput } from '../ctx/read-input.ts'
import { placeFile } from '../files/place-file.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { type Compression, compressionsOf } from './compressions.ts'
import { judge, type Verdict } from './judge.ts'
import { briefSession } from './session-brief.ts'
import { textsOf } from './session-texts.ts'

export interface ProbeOptions {
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

export interface Probed extends Graded {
  readonly session: string
  readonly pass: boolean
  readonly repaired: string | null
  /** What the model gave it; null where none was asked. */
  readonly verdict: Verdict | null
}

const THRESHOLD = 3.5

/** Asks of a text what a reader would have to know of the rounds it represents. */
export async function probe(workspace: Workspace, reference: SessionRef, options: ProbeOptions): Promise<Probed> {
  const session = await sessionOf(workspace, reference)
  const last = options.summary === undefined ? (await compressionsOf(workspace, session.id)).at(-1) : undefined
  const ranges =
    options.turns !== undefined
      ? parseRange(options.turns, session.facts.highestRound, session.id)
      : last && [{ from: last.range[0], to: last.range[1] }]
  const isMeant = (round: number) => !ranges || isWithin(ranges, round)
  const probes = probesOf(ofRounds(await briefSession(workspace, session, isMeant), isMeant))
  const text = await textOf(workspace, session, options.summary, last)
  const graded = grade(probes, text)
  const target = options.out ?? options.summary
  if (options.repair && target === undefined) {
    throw new Failure('usage', 'There is no file to repair.', {
      hint: 'Name it with --summary FILE, or where to write with --out FILE.',
    })
  }
  const final = options.repair ? repaired(text, graded) : text
  const result = options.repair ? grade(probes, final) : graded
  const verdict = options.isJudged ? await judge(workspace, probes, final) : null
  const isWritten = options.repair === true && !options.dryRun
  if (isWritten) await placeFile(target!, [Buffer.from(final)], { replaces: true })
  const least = options.threshold ?? THRESHOLD
  const lost = result.probes.some((one) => one.about === 'file' && one.missing.length > 0)
  return {
    session: session.id,
    ...result,
    pass: result.overall >= least && (verdict?.overall ?? least) >= least && !lost,
    repaired: isWritten ? target! : null,
    verdict,
  }
}

async function textOf(
  workspace: Workspace,
  session: Session,
  summary: string | undefined,
  last: Compression | undefined,
): Promise<string> {
  if (summary !== undefined) return (await readInput(workspace, summary)).toString('utf8')
  const commit = last && (await workspace.store.findCommit(last.commit))
  if (commit) {
    const blocks = [...blocksIn(commit.format, await workspace.store.artifacts.get(commit.artifact))]
    return blocks.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join('\n')
  }
  return (await textsOf(workspace, session)).summary
}
