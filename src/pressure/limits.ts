/** From where on something is worth saying. Percent of the window unless named otherwise. */
export interface Limits {
  readonly warn: number
  readonly recommend: number
  readonly urgent: number
  /** Where the client compacts by itself. */
  readonly force: number
  /** Messages: from here on a compression is possible, advised, due. */
  readonly messages: { readonly optional: number; readonly trigger: number; readonly force: number }
  readonly turns: number
  /** Files written, and how often one file was, that make a session worth compressing. */
  readonly artifacts: number
  readonly iterations: number
  /** So many reads of what was read before and has not changed. */
  readonly rereads: number
  /** Two replies this alike say the same, 0 to 1; so many such pairs are going round in circles. */
  readonly similarity: number
  readonly repeats: number
  /** Replies that are so many times as long as at the start, and so many words at least. */
  readonly verbosity: number
  readonly verboseWords: number
  /** The share of the task's words that recent rounds must still have. */
  readonly overlap: number
}

export const LIMITS: Limits = {
  warn: 60,
  recommend: 75,
  urgent: 85,
  force: 95,
  messages: { optional: 30, trigger: 50, force: 70 },
  turns: 15,
  artifacts: 2,
  iterations: 3,
  rereads: 3,
  similarity: 0.6,
  repeats: 2,
  verbosity: 2,
  verboseWords: 120,
  overlap: 0.1,
}
