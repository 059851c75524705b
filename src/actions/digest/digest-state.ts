import type { Entry } from '../../digest/entry.ts'
import { extract } from '../../digest/extract.ts'
import type { DigestRound } from '../../digest/round.ts'
import type { SessionState } from '../../digest/state.ts'
import { mask } from '../../redaction/mask.ts'

/**
 * What rounds mean, secrets masked. It is done here, where what was said is still in one piece: a value alone, or one that was
 * cut, is known for a secret no more, and what is made of a state goes into files, prompts and requests.
 */
export async function digestState(rounds: readonly DigestRound[]): Promise<SessionState> {
  const state = extract(rounds)
  return { ...state, entries: await Promise.all(state.entries.map(withoutSecrets)) }
}

async function withoutSecrets(entry: Entry): Promise<Entry> {
  if (entry.kind === 'file') return entry
  if (entry.kind === 'run') return { ...entry, command: (await mask(entry.command)).text }
  const { text, masked } = await mask(entry.text)
  if (masked.length === 0) return entry
  const isLeft = (part: string) => text.includes(part)
  if (entry.kind === 'plan' || entry.kind === 'term') return { ...entry, text }
  if (entry.kind === 'error') return { ...entry, text, names: entry.names.filter(isLeft) }
  const { why, rejected, ...rest } = entry
  return {
    ...rest,
    text,
    names: entry.names.filter(isLeft),
    ...(why !== undefined && isLeft(why) && { why }),
    ...(rejected && { rejected: rejected.filter(isLeft) }),
  }
}
