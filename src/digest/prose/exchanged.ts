import type { RoundEvent } from '../round.ts'

/** How much of the edits of a round is kept to look names up in. */
const MOST_CHARS = 160_000

/** What the edits of a round put into files and took out of them. */
export interface Exchanged {
  /** Takes all that a round is going to do: what a person says before it is known by what followed. */
  beginRound(events: readonly RoundEvent[]): void
  /** Whether this round changes files. */
  isChanging(): boolean
  /** Whether the client tells what its edits are. */
  isKnown(): boolean
  /** Whether an edit of this round put it into a file. */
  isWritten(name: string): boolean
  /** Whether an edit of this round took it out of one. */
  isRemoved(name: string): boolean
}

export function createExchanged(): Exchanged {
  let before = ''
  let after = ''
  let isChanging = false
  return {
    beginRound: (events) => {
      before = ''
      after = ''
      isChanging = false
      for (const event of events) {
        if (event.kind !== 'did') continue
        isChanging ||= event.act.files.some(({ change }) => change !== null)
        for (const edit of event.act.edits ?? []) {
          if (after.length > MOST_CHARS) break
          before += `${edit.before ?? ''}\n`.slice(0, MOST_CHARS).toLowerCase()
          after += `${edit.after}\n`.slice(0, MOST_CHARS).toLowerCase()
        }
      }
    },
    isChanging: () => isChanging,
    isKnown: () => after !== '',
    isWritten: (name) => after.includes(name),
    isRemoved: (name) => before.includes(name) && !after.includes(name),
  }
}
