import type { Tool } from '../tool.ts'
import { checkpointTool, tagTool } from './change.ts'
import { injectTool, roundsTool, sessionsTool, statusTool } from './inspect.ts'
import { readTool } from './read.ts'
import { searchTool } from './search.ts'
import { summaryTool } from './summary.ts'

/** Every tool, in the order a client lists them. */
export const TOOLS: readonly Tool[] = [
  searchTool,
  injectTool,
  readTool,
  roundsTool,
  sessionsTool,
  statusTool,
  summaryTool,
  tagTool,
  checkpointTool,
]
