import type { Workspace } from '../../record/workspace.ts'

const INSTRUCTIONS =
  'Stet keeps every session of coding agents. `search` finds rounds, `inject` gives one back whole, `rounds` and `sessions` list, `status` says how full a session is.'

/**
 * Answers MCP requests on stdin and stdout until the client goes away. The tools and the record are loaded when they are
 * first asked for: a client waits for the first answer, and many never call a tool.
 */
export async function serveMcp(
  open: () => Promise<Workspace>,
  { version, signal }: { readonly version: string; readonly signal: AbortSignal },
): Promise<void> {
  const { CallToolRequestSchema, ListToolsRequestSchema, Server } = await import('./sdk.ts')
  const { lineTransport } = await import('./line-transport.ts')
  const server = new Server({ name: 'stet', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { listTools } = await import('./list-tools.ts')
    return { tools: listTools() }
  })
  let opened: Promise<Workspace> | undefined
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { callTool } = await import('./call-tool.ts')
    return callTool(
      () => {
        opened ??= open()
        return opened
      },
      { name: params.name, input: params.arguments ?? {} },
      extra.signal,
    )
  })
  const closed = new Promise<void>((done) => {
    server.onclose = done
  })
  signal.addEventListener('abort', () => void server.close())
  await server.connect(lineTransport(process.stdin, process.stdout))
  await closed
}
