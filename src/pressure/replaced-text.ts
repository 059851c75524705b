/** A session that was made in place of a client's compaction. */
export interface Cut {
  readonly session: string
  /** The operation that made it. */
  readonly kind: string
  /** Tokens of the session that the client was about to compact, and of this one. */
  readonly before: number
  readonly after: number
}

/** Typed into a running client, it goes on in a session. */
export function typedResume(session: string): string {
  return `/resume ${session}`
}

/** For the user. */
export function replacedText(cut: Cut): string {
  return `Stet stopped the compaction and made a smaller session instead (${sizes(cut)}). Go on there: ${typedResume(cut.session)}`
}

/** For the agent, whose turn goes on. */
export function endTurnText(cut: Cut): string {
  return `<system-reminder>The context is full. Stet stopped the client's own compaction and made a smaller session of this one instead (${sizes(cut)}). What you do from here on is not in it: stop here, and end your turn. Say that this session was made, what is done and what comes next, and end your answer with exactly this line:\n${typedResume(cut.session)}</system-reminder>`
}

/** For the agent, where the client compacted after all. */
export function compactedText(session: string): string {
  return `<system-reminder>The client compacted this session, which Stet could not replace this time. \`stet revive ${session} --before-compaction\` makes a session that has all of it back: tell the user.</system-reminder>`
}

function sizes({ kind, before, after }: Cut): string {
  return `${kind}, ${thousands(before)} → ${thousands(after)} tokens`
}

function thousands(tokens: number): string {
  return `${Math.round(tokens / 1000)}k`
}
