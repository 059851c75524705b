import type { BriefRound, Did, RoundEvent } from '../../src/brief/round.ts'
import type { FileEdit } from '../../src/model/tool-act.ts'

/** A command line that ran, with its exit status and what it printed. */
export const run = (command: string, exit = 0, output = ''): Did => ({
  kind: 'did',
  act: { role: 'run', files: [], command },
  outcome: { failed: exit !== 0, exit, output },
})

/** A replacement in a file; the whole file where `before` is null. */
export const edit = (path: string, before: string | null, after: string): Did => {
  const edits: readonly FileEdit[] = [{ path, before, after, everywhere: false }]
  return {
    kind: 'did',
    act: { role: 'write', files: [{ path, change: before === null ? 'create' : 'modify' }], command: null, edits },
    outcome: { failed: false, exit: null, output: '' },
  }
}

export const looked = (path: string, output = ''): Did => ({
  kind: 'did',
  act: { role: 'read', files: [{ path, change: null }], command: null },
  outcome: { failed: false, exit: null, output },
})

export const said = (who: 'user' | 'agent', text: string): RoundEvent => ({ kind: 'said', who, text })

/** Rounds numbered from 1, in the folder `/w`. */
export const roundsOf = (...rounds: readonly (readonly RoundEvent[])[]): readonly BriefRound[] =>
  rounds.map((events, at) => ({ round: at + 1, at: null, cwd: '/w', events }))
