import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { liveLine, numberIn } from '../kit/live-line.ts'
import { stringsIn } from '../kit/strings-in.ts'
import type { LiveClient, Place, Usage } from '../live-client.ts'
import { COMPACTED_FROM, modelWindow, windowOf } from './window.ts'

/** What is in a record of the client as far as hooks look at it. */
interface Line {
  readonly type?: unknown
  readonly model?: unknown
  readonly tokens?: { readonly input?: unknown; readonly output?: unknown } | null
  readonly $set?: { readonly messages?: unknown }
}

export const geminiLive: LiveClient = {
  name: 'gemini-cli',
  lastUsage,
  windowOf,
  status: () => undefined, // it has no status line of others
  ownsTranscript: (path) => /\/tmp\/[^/]+\/chats\/.*\.jsonl?$/.test(path),
  leftByCompaction,
  replacedOutput: () => undefined, // its hooks can only call one blocked
  unheard: ['SessionStart', 'PreCompact'],
  startsApart: true,
  marksReminders: true,
  skillName: (skill) => `/stet:${skill}`,
  variables: { runs: 'GEMINI_CLI' },
  oneAtATime: true, // `/resume` runs no hook
  compactsFrom,
}

function lastUsage(lines: Iterable<string>): Usage | undefined {
  for (const text of lines) {
    if (isCompaction(text)) return undefined
    if (!text.includes('"tokens":{')) continue
    const { type, model, tokens } = liveLine<Line>(text) ?? {}
    if (type !== 'gemini' || !tokens) continue
    return {
      tokens: numberIn(tokens.input) + numberIn(tokens.output),
      model: typeof model === 'string' ? model : null,
    }
  }
  return undefined
}

function leftByCompaction(lines: Iterable<string>): string | undefined {
  for (const text of lines) {
    if (!isCompaction(text)) continue
    const strings = stringsIn(liveLine<Line>(text)?.$set?.messages)
    return strings.filter((one) => !one.startsWith('<session_context>')).join('\n') // which lists the folder's files
  }
  return undefined
}

/** The client says by these words of the agent's what a compaction left; when a session goes on, it writes them again. */
function isCompaction(text: string): boolean {
  return text.startsWith('{"$set":{"messages":') && text.includes('"Got it. Thanks for the additional context!"')
}

/** The client asks its hooks before every request, and compacts only from a part of the window on. */
function compactsFrom(model: string | null, { cwd, transcript }: Place): number {
  const folders = [join(cwd, '.gemini'), transcript.replace(/\/tmp\/[^/]+\/chats\/.*$/s, '')]
  return modelWindow(model) * (folders.map(partIn).find((part) => part !== undefined) ?? COMPACTED_FROM)
}

/** What the settings of a folder say of it. They may have comments, so that they are no JSON. */
function partIn(folder: string): number | undefined {
  try {
    const found = /"compressionThreshold"\s*:\s*([\d.]+)/.exec(readFileSync(join(folder, 'settings.json'), 'utf8'))
    return found ? Number(found[1]) : undefined
  } catch {
    return undefined // there are none
  }
}
