import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize } from './context-size.ts'
import { openSubject } from './open-subject.ts'
import { numberOf, type SubjectPart, shownRoundsOf } from './subject.ts'
import { tokensIn, total } from './weigh.ts'

/** Tokens that rounds hold of what the client would send now; all of it where these are all the rounds it would send. */
export async function tokensInContext(
  workspace: Workspace,
  session: Session,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const subject = await openSubject(workspace, session)
  const { context, scale } = contextSize(subject)
  const isMeant = (round: number) => round >= from && round <= to
  if (shownRoundsOf(subject).every((part) => isMeant(numberOf(part)))) return Math.round(context)
  const meant = subject.parts.filter((part) => roundsIn(part).some(isMeant))
  return Math.round(total(tokensIn(meant)) * scale)
}

function roundsIn(part: SubjectPart): readonly number[] {
  if (part.kind === 'round' || part.kind === 'rest') return [numberOf(part)]
  return part.kind === 'index' ? part.rounds.map(({ number }) => number) : []
}
