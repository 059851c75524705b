/** What somebody looks for, read from what they typed. Plain data: any driver can run it. */
export interface Query {
  /** Looked for, the more of them the better; only required ones must be there. */
  readonly terms: readonly Term[]
  /** Rounds that say one of these are left out. */
  readonly without: readonly Term[]
}

export interface Term {
  /** As it was typed. */
  readonly typed: string
  /** Ways to write it, the typed one first; each is a word or several that follow one another. */
  readonly forms: readonly string[]
  /** The last word of it may go on. */
  readonly isPrefix: boolean
  /** Signs and all, in lower case, where words alone would not tell it apart: `c++`, `a/b.ts`. */
  readonly literal: string | null
  /** Rounds that do not say it are left out. */
  readonly isRequired: boolean
  /** In quotation marks: spelled as it is meant. */
  readonly isQuoted?: true
}
