import type { EntrySource } from '../../../src/brief/entries/entry.ts'
import { gate } from '../../../src/brief/entries/gate.ts'
import { readHandoff } from '../../../src/brief/entries/handoff.ts'
import { roundRecord } from '../../../src/brief/entries/round-record.ts'
import { factsOf } from '../../../src/brief/facts/facts-of.ts'
import type { BriefRound, Did, RoundEvent } from '../../../src/brief/round.ts'

/** `user('Do it.')`, `agent('Done.')`, `ran('npm test', 'ok', 0)`, `wrote('a.ts', 'text')`: what happens in a round. */
export const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
export const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
export const ran = (command: string, output: string, exit: number): Did => ({
  kind: 'did',
  act: { role: 'run', files: [], command },
  outcome: { failed: exit !== 0, exit, output },
  tool: 'Bash',
  input: { command },
})
export const wrote = (path: string, after: string, change: 'create' | 'modify' = 'create'): Did => ({
  kind: 'did',
  act: {
    role: 'write',
    files: [{ path, change }],
    command: null,
    edits: [{ path, before: change === 'create' ? null : 'x', after, everywhere: false }],
  },
  outcome: { failed: false, exit: null, output: '' },
  tool: 'Write',
  input: { file_path: path, content: after },
})

export function rounds(...events: readonly (readonly RoundEvent[])[]): readonly BriefRound[] {
  return events.map((one, at) => ({ round: at + 1, at: null, events: one }))
}

export const BY_AGENT: EntrySource = { writer: 'agent', name: 'test', session: 's', at: '2026-01-01T00:00:00.000Z' }
export const BY_USER: EntrySource = { ...BY_AGENT, writer: 'user' }

/** What the gate says of entries in the form: ids that it accepts, and why it refuses the others. */
export function judge(
  of: readonly BriefRound[],
  entries: readonly unknown[],
  {
    before = [],
    source = BY_AGENT,
    known: writer = BY_AGENT,
  }: { readonly before?: readonly unknown[]; readonly source?: EntrySource; readonly known?: EntrySource } = {},
) {
  const record = roundRecord(of)
  const { files } = factsOf(of)
  const known = gate(readHandoff(before).entries, { record, files, before: [] }, writer).accepted
  const { entries: drafts, refused } = readHandoff(entries)
  const checked = gate(drafts, { record, files, before: known }, source)
  return {
    accepted: checked.accepted,
    ids: checked.accepted.map(({ id }) => id),
    why: [...refused, ...checked.refused].map((one) => one.why),
  }
}
