/** The versions the tests know: the newest, and the one that a plain install picks on Node 20. */
export declare const CLAUDE_VERSIONS: readonly string[]

/** The version of Codex that the tests know. */
export declare const CODEX_VERSION: string

/** The version of Gemini CLI that the tests know. */
export declare const GEMINI_VERSION: string

/** The versions of pi that the tests know. */
export declare const PI_VERSIONS: readonly string[]

/** The version of opencode that the tests know. */
export declare const OPENCODE_VERSION: string

/** Other versions of Node, both with SQLite of their own. */
export declare const NODE_VERSIONS: readonly string[]

/** Returns the path of Claude Code's binary, or undefined when that version is not (wholly) installed. */
export declare function findClaude(version: string): string | undefined

/** The same for Codex. */
export declare function findCodex(version?: string): string | undefined

/** The same for Gemini CLI, of which it is a script for Node. */
export declare function findGemini(version?: string): string | undefined

/** The same for pi, of which it is a script for Node. */
export declare function findPi(version?: string): string | undefined

/** The same for opencode. */
export declare function findOpencode(version?: string): string | undefined

/** The same for another version of Node. */
export declare function findNode(version: string): string | undefined

/** Returns the path of the client's binary, installing it first when it is absent. */
export declare function ensureClient(
  client: 'claude-code' | 'codex' | 'gemini' | 'pi' | 'opencode' | 'node',
  version: string,
): Promise<string>

/** The folder that holds all clients. */
export declare function clientsDir(): string
