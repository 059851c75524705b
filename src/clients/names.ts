import { CLAUDE_CODE } from './claude-code/name.ts'
import { CODEX } from './codex/name.ts'
import { GEMINI_CLI } from './gemini/name.ts'
import { OPENCODE } from './opencode/name.ts'
import { PI } from './pi/name.ts'

/** The names of CLIENTS, in the same order: help and completion need them without loading the clients. */
export const CLIENT_NAMES: readonly [string, ...string[]] = [CLAUDE_CODE, CODEX, PI, GEMINI_CLI, OPENCODE]

/** Those of them that a session can be written for. */
export const WRITTEN_NAMES: readonly [string, ...string[]] = [CLAUDE_CODE, CODEX, GEMINI_CLI]

/** What people call them besides. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ['claude', CLAUDE_CODE],
  ['codex-cli', CODEX],
  ['gemini', GEMINI_CLI],
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
