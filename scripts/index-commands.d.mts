/** Writes src/commands/all.ts, the list of every command. */
export function indexCommands(): void
