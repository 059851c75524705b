/** What a session's hooks noted of where it runs. */
export interface RunningState {
  /** The session's id: the file may be called otherwise. */
  readonly session?: string | undefined
  /** The client's process, and when that began. */
  readonly pid?: number | undefined
  readonly started?: string | undefined
  /** Whether its turn has ended and nothing was asked since. */
  readonly idle?: boolean | undefined
  /** Where the transcript is, and since when the session is known to run, in milliseconds. */
  readonly transcript?: string | undefined
  readonly client?: string | undefined
  readonly seen?: number | undefined
  /** When the client said that the session ended, in milliseconds; nothing of it runs since. */
  readonly ended?: number | undefined
  /** What the agent is to be told when the session is resumed. */
  readonly leftOut?: readonly object[] | undefined
  readonly did?: string | undefined
}
