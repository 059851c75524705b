import type { Content, Line, Message } from '../schema.ts'

const OF_LINE = [
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'timestamp',
  'agentId',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'isApiErrorMessage',
  'isDisplayOnly',
  'origin',
  'turnPosition',
  'compactMetadata',
  'leafUuid',
] as const satisfies readonly (keyof Line)[]
const OF_MESSAGE = ['id', 'role'] as const satisfies readonly (keyof Message)[]
const OF_BLOCK = ['type', 'text', 'thinking', 'id', 'tool_use_id'] as const satisfies readonly (keyof Content)[]

/**
 * A line without what nobody asks for who wants to know which lines are sent: what tools were given and gave back,
 * pictures, and the client's own notes. That is most of a session.
 */
export function briefOf(line: Line): Line {
  const { message } = line
  const brief = picked(line, OF_LINE)
  if (!message) return brief
  const { content } = message
  const blocks = Array.isArray(content) ? content.map((block) => briefBlock(block)) : content
  return { ...brief, message: { ...picked(message, OF_MESSAGE), ...(blocks !== undefined && { content: blocks }) } }
}

function briefBlock(block: Content): Content {
  return typeof block === 'object' && block !== null ? picked(block, OF_BLOCK) : block
}

function picked<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const some: Partial<T> = {}
  for (const key of keys) if (from[key] !== undefined) some[key] = from[key]
  return some as Pick<T, K>
}
