import type { Did } from '../round.ts'

/** How much of the edits of a round is kept to look names up in. */
const MOST_CHARS = 160_000

/** What the edits of a round put into files and took out of them. */
export interface Exchanged {
  beginRound(): void
  note(did: Did): void
  /** Whether an edit of this round put it into a file. */
  isWritten(name: string): boolean
  /** Whether an edit of this round took it out of one. */
  isRemoved(name: string): boolean
}

export function createExchanged(): Exchanged {
  let before = ''
  let after = ''
  return {
    beginRound: () => {
      before = ''
      after = ''
    },
    note: ({ act }) => {
      for (const edit of act.edits ?? []) {
        if (after.length > MOST_CHARS) return
        before += `${edit.before ?? ''}\n`.slice(0, MOST_CHARS).toLowerCase()
        after += `${edit.after}\n`.slice(0, MOST_CHARS).toLowerCase()
      }
    },
    isWritten: (name) => after.includes(name),
    isRemoved: (name) => before.includes(name) && !after.includes(name),
  }
}
