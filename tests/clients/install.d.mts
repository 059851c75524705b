/** The versions the tests know: the newest, and the one that a plain install picks on Node 20. */
export declare const CLAUDE_VERSIONS: readonly string[]

/** Returns the path of the client's binary, installing it first when it is absent. */
export declare function ensureClaude(version: string): Promise<string>

/** Returns the path of the client's binary, or undefined when that version is not (wholly) installed. */
export declare function findClaude(version: string): string | undefined

/** The folder that holds all clients. */
export declare function clientsDir(): string
