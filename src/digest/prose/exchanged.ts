import type { RoundEvent } from '../round.ts'

/** How much of the edits of a round is kept to look names up in. */
const MOST_CHARS = 160_000
/** How much of a command. */
const MOST_COMMAND = 2000

/** What the edits of a round put into files. */
export interface Exchanged {
  /** Takes all that a round is going to do: what a person says before it is known by what followed. */
  beginRound(events: readonly RoundEvent[]): void
  /** Whether this round changes files. */
  isChanging(): boolean
  /** Whether the client tells what its edits are. */
  isKnown(): boolean
  /** Whether this round changes the file, or runs a command on it. */
  isTouched(path: string): boolean
  /** Whether an edit of this round put it into a file. */
  isWritten(name: string): boolean
}

export function createExchanged(): Exchanged {
  let after = ''
  let touched = ''
  let isChanging = false
  return {
    beginRound: (events) => {
      after = ''
      touched = ''
      isChanging = false
      for (const event of events) {
        if (event.kind !== 'did') continue
        const { command, files, edits } = event.act
        touched += `${command ?? ''}\n`.slice(0, MOST_COMMAND).toLowerCase()
        for (const { path, change } of files) {
          if (change === null) continue
          touched += `${path.toLowerCase()}\n`
          isChanging = true
        }
        for (const edit of edits ?? []) {
          if (after.length > MOST_CHARS) break
          after += `${edit.after}\n`.slice(0, MOST_CHARS).toLowerCase()
        }
      }
    },
    isChanging: () => isChanging,
    isTouched: (path) => touched.includes(path),
    isKnown: () => after !== '',
    isWritten: (name) => after.includes(name),
  }
}
