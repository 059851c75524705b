/** The versions the tests know: the newest, and the one that a plain install picks on Node 20. */
export declare const CLAUDE_VERSIONS: readonly string[]

/** The version of Codex that the tests know. */
export declare const CODEX_VERSION: string

/** The version of Gemini CLI that the tests know. */
export declare const GEMINI_VERSION: string

/** Other versions of Node, both with SQLite of their own. */
export declare const NODE_VERSIONS: readonly string[]

/** Returns the path of Claude Code's binary, or undefined when that version is not (wholly) installed. */
export declare function findClaude(version: string): string | undefined

/** The same for Codex. */
export declare function findCodex(version?: string): string | undefined

/** The same for Gemini CLI, of which it is a script for Node. */
export declare function findGemini(version?: string): string | undefined

/** The same for another version of Node. */
export declare function findNode(version: string): string | undefined

/** Returns the path of the client's binary, installing it first when it is absent. */
export declare function ensureClient(
  client: 'claude-code' | 'codex' | 'gemini' | 'node',
  version: string,
): Promise<string>

/** The folder that holds all clients. */
export declare function clientsDir(): string
