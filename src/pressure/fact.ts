/** Something a context must not lose, and the round that has it. */
export interface Fact {
  readonly kind: 'entry' | 'choice' | 'todo' | 'failed-command' | 'file' | 'said'
  /** What it is about. */
  readonly key: string
  readonly text: string
  readonly round: number
  /** Numbers, names and paths that a summary must have, each in one of its spellings; without any most of its words do. */
  readonly expected?: readonly (readonly (readonly string[])[])[]
}
