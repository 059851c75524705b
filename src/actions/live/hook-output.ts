/** What a hook prints so that the client gives the text to the model. */
export function spokenBy(event: string, text: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** The same, and a tool's output that is replaced. */
export function replacedBy(event: string, output: unknown, text: string | undefined): string {
  const spoken = text === undefined ? {} : { additionalContext: text }
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, updatedToolOutput: output, ...spoken } })
}
