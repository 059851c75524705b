/** A sentence as the classifier sees it, with its class. */
export interface Example {
  readonly features: readonly string[]
  /** The place of its class among the labels. */
  readonly label: number
  /** The sentence itself. */
  readonly source: string
  readonly weight: number
}

export interface Vocabulary {
  readonly all: ReadonlySet<string>
  readonly isKnown: (word: string) => boolean
  /** A feature made of a name tells nothing. */
  readonly isPlain: (feature: string) => boolean
}
