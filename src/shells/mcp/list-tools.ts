import type { Command } from '../../commands/kit/command.ts'
import { mayWrite, TOOLS, toolName } from '../api/offers.ts'
import { schemaOf } from '../api/schema-of.ts'
import { PAGE_SCHEMA } from './page.ts'

/** Every tool as a client lists it. */
export function listTools() {
  return TOOLS.filter(({ offer }) => !offer.mcp?.hidden).map((tool) => ({
    name: toolName(tool),
    description: descriptionOf(tool),
    inputSchema: inputSchemaOf(tool),
    annotations: { readOnlyHint: !mayWrite('mcp', tool), destructiveHint: false, openWorldHint: false },
  }))
}

function descriptionOf({ summary, offer }: Command): string {
  return [`${summary}.`, ...(offer.mcp?.about ? [offer.mcp.about] : [])].join(' ')
}

function inputSchemaOf(tool: Command) {
  const schema = schemaOf('mcp', tool)
  return tool.offer.mcp?.pages ? { ...schema, properties: { ...schema.properties, page: PAGE_SCHEMA } } : schema
}
