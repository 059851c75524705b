/** A client's process that is at a session. */
export interface Window {
  readonly pid?: number | undefined
  /** When the process began, as the system counts it. */
  readonly started?: string | undefined
  /** When the session was begun, resumed or prompted there, in milliseconds. */
  readonly seen?: number | undefined
  /** Whether its turn has ended and nothing was asked since. */
  readonly idle?: boolean | undefined
}

/** What a session's hooks noted of where it runs. */
export interface RunningState extends Window {
  /** The session's id: the file may be called otherwise. */
  readonly session?: string | undefined
  /** Other processes that are at the session, too: it was resumed in a second window. */
  readonly others?: readonly Window[] | undefined
  readonly transcript?: string | undefined
  readonly client?: string | undefined
  /** When the client said that the session ended, in milliseconds; nothing of it runs since. */
  readonly ended?: number | undefined
  /** What the agent is to be told when the session is resumed. */
  readonly leftOut?: readonly object[] | undefined
  readonly did?: string | undefined
}
