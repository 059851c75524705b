import { claudeCodeSetup } from './claude-code/setup/setup.ts'
import type { ClientSetup } from './client-setup.ts'
import { codexSetup } from './codex/setup.ts'
import { geminiSetup } from './gemini/setup.ts'

/** Every client that Stet can be installed in. */
export const CLIENT_SETUPS: readonly ClientSetup[] = [claudeCodeSetup, codexSetup, geminiSetup]
