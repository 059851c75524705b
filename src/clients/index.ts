import { claudeCode } from './claude-code/index.ts'
import type { Client } from './client.ts'
import { codex } from './codex/index.ts'
import { messages } from './formats/messages/index.ts'
import { geminiCli } from './gemini/index.ts'
import { opencode } from './opencode/index.ts'
import { pi } from './pi/index.ts'
import { sweAgent } from './swe-agent/index.ts'

/** Every client Stet knows; the format of a file is found by asking each in this order. */
export const CLIENTS: readonly Client[] = [claudeCode, codex, pi, geminiCli, opencode, sweAgent, messages]
