/** What Stet asks of a client that it runs in. Light: a hook loads this and no more, at every tool call. */
export interface LiveClient {
  readonly name: string
  /**
   * What the last reply in a transcript says its request held. Lines come from the end of the file; undefined where a
   * compaction, or nothing, comes first.
   */
  lastUsage(lines: Iterable<string>): Usage | undefined
  /** Tokens a model's window holds. */
  windowOf(model: string | null, largestContext: number): number
  /** What the client tells its status line; undefined for anything else. */
  status(input: unknown): Status | undefined
  /** Whether a transcript of this path is the client's. */
  ownsTranscript(path: string): boolean
  /**
   * What a transcript's last compaction left of everything before it, as text; lines come from the end of the file. Asked
   * where the client has not told its hooks the summary.
   */
  leftByCompaction(lines: Iterable<string>): string | undefined
  /** What takes the place of a tool's output, in the shape the client gave it; undefined for one that stays. */
  replacedOutput(response: unknown, replace: (text: string) => string | undefined): unknown
  /** Events at which the model must not or cannot be told anything; what is to be said then waits for the next. */
  readonly unheard?: readonly string[]
  /** Whether the transcript is another file when a session starts, in which nothing is said, also of one that goes on. */
  readonly startsApart?: true
  /** Whether it puts marks around what hooks say and shows the model any that are in it already as text: `&lt;system-reminder>`. */
  readonly marksReminders?: true
  /** A skill of Stet's as a person types it there. */
  skillName(skill: string): string
  /** In the environment of commands it runs: that it does so, and which session they are of. */
  readonly variables: { readonly runs: string; readonly session?: string }
  /** What its process is called, where that says whose it is. */
  readonly process?: string
  /** Whether its process is at one session at a time and does not always say that it left the one before. */
  readonly oneAtATime?: true
  /** Where the client tells hooks of compactions that may not come: from how many tokens on they do. */
  compactsFrom?(model: string | null, place: Place): number
  /** How a hook stops a compaction that the client begins by itself; not given where none can. */
  readonly compactionStop?: CompactionStop
}

export interface CompactionStop {
  /** What the hook prints for it. */
  output(reason: string): string
  /** Tokens that must be left in the window for the agent to go on. */
  readonly room: number
  /**
   * Where it ends the turn, too, and shows the reason: whether a person is at it, who can go on by hand. Lines come from the
   * end of the file.
   */
  isAttended?(lines: Iterable<string>): boolean
}

/** Where a session runs. */
export interface Place {
  readonly cwd: string
  readonly transcript: string
}

export interface Usage {
  readonly tokens: number
  readonly model: string | null
  /** Where the client says it. */
  readonly window?: number | undefined
  /** What is sent since that reply, estimated high; where a hook has to know how much still fits. */
  readonly since?: number
}

export interface Status {
  readonly session: string
  readonly transcript: string | null
  readonly model: string | null
  /** Null before the first reply. */
  readonly percent: number | null
  readonly tokens: number
  readonly window: number
}
