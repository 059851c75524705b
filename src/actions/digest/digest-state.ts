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
  const { text } = await mask(entry.text)
  if (entry.kind === 'plan' || entry.kind === 'term') return { ...entry, text }
  const names = text === entry.text ? entry.names : entry.names.filter((name) => text.includes(name))
  if (entry.kind === 'error') return { ...entry, text, names }
  const { why, rejected, ...rest } = entry
  const [reason] = why === undefined ? [] : await leftOf([why], entry.text, text)
  return {
    ...rest,
    text,
    names,
    ...(reason !== undefined && { why: reason }),
    ...(rejected && { rejected: await leftOf(rejected, entry.text, text) }),
  }
}

/** A part of what was said stays where nothing of it was masked there; what was said elsewhere is masked by itself. */
async function leftOf(parts: readonly string[], said: string, masked: string): Promise<readonly string[]> {
  const left = parts.filter((part) => masked.includes(part) || !said.includes(part))
  return Promise.all(left.map(async (part) => (said.includes(part) ? part : (await mask(part)).text)))
}
