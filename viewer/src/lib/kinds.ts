import type { Kind, TokenKind } from './types.ts'

/** The kinds of blocks as people see them: seven names, six colours. */
export const KINDS = [
  { id: 'user', name: 'you', kinds: ['user-text'], tokens: 'text' },
  { id: 'agent', name: 'agent', kinds: ['assistant-text'], tokens: 'text' },
  { id: 'thinking', name: 'thinking', kinds: ['thinking'], tokens: 'thinking' },
  { id: 'call', name: 'tool calls', kinds: ['tool_use'], tokens: 'tool_use' },
  { id: 'result', name: 'tool results', kinds: ['tool_result'], tokens: 'tool_result' },
  { id: 'note', name: 'notes, images', kinds: ['note', 'image', 'unknown'], tokens: 'note' },
] as const satisfies readonly { id: string; name: string; kinds: readonly Kind[]; tokens: string }[]

export type KindId = (typeof KINDS)[number]['id']

const BY_KIND = new Map<Kind, KindId>(KINDS.flatMap(({ id, kinds }) => kinds.map((kind) => [kind, id] as const)))

export function kindId(kind: Kind): KindId {
  return BY_KIND.get(kind) ?? 'note'
}

/** What the server counts tokens by, in the words of the page. */
export const TOKEN_NAMES: Readonly<Record<TokenKind, string>> = {
  text: 'what was said',
  thinking: 'thinking',
  tool_use: 'tool calls',
  tool_result: 'tool results',
  image: 'images',
  note: 'notes',
  synthetic: "Stet's own words",
}
export const TOKEN_KINDS = Object.keys(TOKEN_NAMES) as readonly TokenKind[]

/** A colour for an engagement: the same name has the same one everywhere. */
export function engagementHue(id: string): number {
  let hash = 0x811c9dc5
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return ((hash >>> 8) % 12) * 30 // steps that eyes tell apart
}
