export interface RolloverPrompt {
  /** Its place among the sessions of this work. */
  readonly number: number
  readonly issue: string
  /** How full the session before was, in percent; null where nobody knows. */
  readonly percent: number | null
  readonly summary: string
  /** Where the session before has its file. */
  readonly parent: string
  /** The session before, as a command takes it. */
  readonly session: string
  readonly worker: string | null
  /** How to look something up. */
  readonly retrieval: string
}

/** What a fresh session is told when it takes over: the template, word for word, and after it how to look things up with Stet. */
export function rolloverPrompt(prompt: RolloverPrompt): string {
  const { number, issue, percent, summary, parent, session, worker, retrieval } = prompt
  const where = retrieval.includes('episodic-memory') ? 'indexed in episodic-memory' : "in Stet's record"
  return `## Session Continuation

This is session #${number} for ${issue}.
Previous session rolled over at ${percent === null ? 'unknown' : Math.round(percent)}% context to preserve quality.

### Handoff Summary

${summary.trim()}

### Retrieving Details

The full previous session is ${where}. For details not in
the summary above, search with:

\`\`\`
${retrieval}
\`\`\`

Example queries:
- "decision about [topic]"
- "error in [component]"
- "changes to [filename]"

### Lineage

Parent session: ${parent}
Worker ID: ${worker ?? 'none'}

---

Continue from the handoff summary. Your next step is in "Immediate Next Steps" above.

(In a shell, \`stet search "what you need" --session ${session}\` finds rounds; \`stet inject ${session}:N\` reads round N whole; the tools search and inject of the server stet do the same.)
`
}
