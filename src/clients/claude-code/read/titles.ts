/** Side records the client reads back as the session's name. */
export const TITLES: ReadonlySet<string> = new Set(['custom-title', 'agent-name', 'ai-title', 'summary'])
