/** A kind of secret that is known by how it begins, or by a word in it. */
export interface TokenRule {
  readonly rule: string
  /** In lower case; one of them is in every such secret. */
  readonly keywords: readonly string[]
  /** It begins at most this many characters before the word; with the word unless given. */
  readonly before?: number
  /** What it looks like; every repetition has a limit. Letters, digits, `_` and `-` right after it belong to it. */
  readonly pattern: string
  /** Bits a character that it has at least. */
  readonly entropy?: number
  /** Whether it must have a digit. */
  readonly digit?: boolean
}

/** A kind of secret that is known by the name it is given to. */
export interface NamedRule {
  readonly rule: string
  /** In lower case; one of them is in the name. */
  readonly names: readonly string[]
  /** What the whole value looks like. */
  readonly value: string
  readonly entropy?: number
}
