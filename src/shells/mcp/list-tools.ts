import { z } from 'zod'
import { TOOLS } from './tools/index.ts'

/** Every tool as a client is told of it. */
export function listTools() {
  return TOOLS.map(({ name, description, input, writes }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
  }))
}
