import { roundRecord } from '../../brief/entries/round-record.ts'
import type { Provable } from '../../brief/entries/take-in.ts'
import { factsOf } from '../../brief/facts/facts-of.ts'
import type { BriefRound } from '../../brief/round.ts'
import { wordsOf } from '../../brief/words/words-of.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What entries are held against: all that the session's rounds hold, and what is known of it beside them, its folder and ids. */
export async function provable(
  workspace: Workspace,
  session: Session,
  known?: readonly BriefRound[],
): Promise<Provable> {
  const rounds = known ?? (await masked(workspace, session))
  const { cwd, branch } = session.facts
  const beside = [cwd, branch, session.id].filter(Boolean).join('\n')
  return { record: roundRecord(rounds, beside), facts: factsOf(rounds), words: wordsOf(rounds) }
}

async function masked(workspace: Workspace, session: Session): Promise<readonly BriefRound[]> {
  const { rounds } = await briefRounds(workspace, session)
  return Promise.all(rounds.map(withoutSecrets))
}
