/** What is used of the SDK, in one place: the build makes a bundle of its own of it, which only `stet mcp` reads. */
export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
export {
  CallToolRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
