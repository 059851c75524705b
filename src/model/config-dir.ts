/** Where a client keeps its own files: in the user's home, unless a variable of the environment says where else. */
export interface ConfigDir {
  readonly variable: string
  /** Below the home. */
  readonly folder: string
  /** The variable names another home, and not the folder itself. */
  readonly namesHome?: true
  /** What of that folder is the client's: others keep theirs in it, too. */
  readonly inside?: string
}
