import type { Speaker, Via } from '../round.ts'

/** Something that somebody wrote, as it was written, with its round. */
export interface Word {
  readonly round: number
  /** Its place among the words of its round. */
  readonly place: number
  readonly who: Speaker
  readonly via?: Via
  readonly text: string
  /** Characters of a pasted text that are left out of `text`; a notice in it says so. */
  readonly left?: number
  /** What a short answer answers, as it was put: the option, or the end of what was asked. */
  readonly to?: { readonly round: number; readonly text: string }
}
