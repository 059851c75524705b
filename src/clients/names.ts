/** The names of CLIENTS, in the same order: help and completion need them without loading the clients. */
export const CLIENT_NAMES: readonly [string, ...string[]] = [
  'claude-code',
  'codex',
  'pi',
  'gemini-cli',
  'opencode',
  'swe-agent',
  'messages',
]

/** Those of them that a session can be written for. */
export const WRITTEN_NAMES: readonly [string, ...string[]] = ['claude-code', 'codex', 'pi', 'gemini-cli', 'opencode']

/** What people call them besides. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ['claude', 'claude-code'],
  ['codex-cli', 'codex'],
  ['gemini', 'gemini-cli'],
])

/** The name of the client that a person means; any other text as it is. */
export function clientNamed(text: string): string {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const meant = CALLED.get(name) ?? name
  return CLIENT_NAMES.includes(meant) ? meant : text
}
