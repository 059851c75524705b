export const NODE_VERSIONS: readonly string[]
export function ensureNode(version: string): string
