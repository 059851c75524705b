import type { LiveClient } from '../clients/live-client.ts'

/** Texts as the model is to get them in the client that a hook was installed for; where none was named they stay as they are. */
export function heardIn(client: LiveClient, named: string | undefined, texts: readonly string[]): readonly string[] {
  if (named === undefined || !client.marksReminders) return texts
  return texts.map((text) => text.replace(/<\/?system-reminder>/g, ''))
}

/** What a hook prints so that the client gives texts to the model, and shows the user another. */
export function spokenBy(event: string, texts: readonly string[], shown?: string): string {
  if (texts.length === 0 && shown === undefined) return ''
  return JSON.stringify({
    ...(texts.length > 0 && {
      hookSpecificOutput: { hookEventName: event, additionalContext: texts.join('\n') },
    }),
    systemMessage: shown,
  })
}

/** The same, and a tool's output that is replaced. */
export function replacedBy(event: string, output: unknown, text: string | undefined): string {
  const spoken = text === undefined ? {} : { additionalContext: text }
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, updatedToolOutput: output, ...spoken } })
}
