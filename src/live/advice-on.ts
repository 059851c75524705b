import { isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { type Advice, advise, type Situation } from '../pressure/advise.ts'
import { type SituationOptions, situationOf } from '../pressure/situation-of.ts'
import type { Workspace } from '../record/workspace.ts'
import { compressBefore } from '../surgery/compress.ts'
import type { Subject } from '../surgery/subject.ts'
import { freedBy, freedByTrim } from './freed-by.ts'

type AdviceOptions = Pick<SituationOptions, 'fill' | 'level' | 'sign' | 'limits' | 'open'>

/** What to do about a session, and what that frees. Nothing is written, nor captured. */
export async function adviceOn(
  workspace: Workspace,
  session: Session,
  subject: Subject,
  options: AdviceOptions,
): Promise<Advice> {
  const freed = await freedByTrim(workspace, session, subject, options.level)
  const situation = await situationOf(workspace, session, { ...options, ...freed })
  const advice = advise(situation)
  const { border } = situation
  if (advice.action !== 'compress-before' || border === null) return advice
  return advise({ ...situation, border: { ...border, frees: freedByIndex(subject, border) } })
}

function freedByIndex(subject: Subject, { round, at }: NonNullable<Situation['border']>): number | null {
  try {
    return freedBy(subject, compressBefore(subject, { kind: 'round', round, text: at }))
  } catch (error) {
    if (isFailure(error, 'nothing-to-do', 'round-not-found')) return null
    throw error
  }
}
