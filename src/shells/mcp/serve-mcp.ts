import { z } from 'zod'
import type { Workspace } from '../../actions/workspace.ts'
import { callTool } from './call-tool.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS =
  'Stet keeps every session of coding agents. `search` finds rounds, `inject` gives one back whole, `rounds` and `sessions` list, `status` says how full a session is.'

/** Answers MCP requests on stdin and stdout until the client goes away. */
export async function serveMcp(
  workspace: Workspace,
  { version, signal }: { readonly version: string; readonly signal: AbortSignal },
): Promise<void> {
  const { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } = await import('./sdk.ts')
  const server = new Server({ name: 'stet', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    callTool(workspace, params.name, params.arguments ?? {}, extra.signal),
  )
  const closed = new Promise<void>((done) => {
    server.onclose = done
  })
  signal.addEventListener('abort', () => void server.close())
  process.stdin.once('end', () => void server.close())
  await server.connect(new StdioServerTransport())
  await closed
}

function listed({ name, description, input, writes }: (typeof TOOLS)[number]) {
  return {
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
  }
}
