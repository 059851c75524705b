/** Changes to one line; blocks are named by their place in the line. */
export interface LineEdits {
  readonly blocks: ReadonlyMap<number, BlockEdit>
  /** Tool calls, replies and lines that another line of the new session has the name of already. */
  readonly renames?: ReadonlyMap<string, string>
  /** Tokens that the new context holds, for the last reply. */
  readonly context?: number
}

export type BlockEdit =
  /** The block is left out. */
  | { readonly kind: 'remove' }
  /** This text is in its place. */
  | { readonly kind: 'text'; readonly text: string }
  /** So much of its text is kept, with the notice after it; what is no text stays, but pictures where `images` replaces them. */
  | { readonly kind: 'cut'; readonly keep: number; readonly notice: string; readonly images?: string }
  /** Of the strings a call was given, those of some lengths are cut, each with the notice for its length after it. */
  | { readonly kind: 'strings'; readonly keep: number; readonly notices: ReadonlyMap<number, string> }
  /** Pictures inside it are replaced by the notice. */
  | { readonly kind: 'images'; readonly notice: string }
