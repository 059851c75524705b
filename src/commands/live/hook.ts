import { join } from 'node:path'
import type { HookInput } from '../../live/quick-hook.ts'
import { ownWords } from '../../model/passed.ts'
import type { TerminalCall } from '../kit/call.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { object, string } from '../kit/shape.ts'

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'PostCompact', 'SessionEnd']

export const hook = defineTerminalCommand({
  name: 'hook',
  topic: 'live',
  summary: 'Handle an event of a client',
  about:
    '`stet setup` installs it as a hook. It reads the event as JSON from standard input and prints the text that the client gives its agent. After any error it exits with status 0 and prints nothing, but once a day at the start of a session that nothing is recorded, and why, so that the agent can go on; the next hook captures the rest.',
  arguments: {
    event: text('the name of the event', { complete: EVENTS, empty: true }),
    client: text('the client that the event comes from', { optional: true }),
  },
  options: {},
  examples: [{ command: 'stet hook Stop < event.json', does: 'captures the session that the event names' }],
  output: object({ event: string, output: string }),
  async run(call) {
    const output = await outputOf(call)
      .catch((error: unknown) => stopped(call, error))
      .then(passedOutput)
      .catch(() => '')
    return { value: { event: call.input.event, output }, exact: ownWords, text: () => output }
  },
})

/** Nobody else would say it: a hook that fails is silent. */
async function stopped({ input: { event }, environment }: HookCall, error: unknown): Promise<string> {
  if (event !== 'SessionStart') return ''
  const { liveFolder } = await import('../../record/running/live-files.ts')
  const { stoppedText } = await import('../../live/stopped-text.ts')
  return stoppedText(error, liveFolder(environment.storeDir), Date.now())
}

/** Masked before it is encoded: clients take JSON, and half of what it says may be quoted. */
async function passedOutput(output: string): Promise<string> {
  if (output === '') return output
  const { maskedValue } = await import('../../redaction/masked-value.ts')
  const { maskedText } = await import('../../redaction/without-secrets.ts')
  const value = parsed(output)
  return value === undefined ? maskedText(output) : JSON.stringify(await maskedValue(value))
}

function parsed(output: string): object | undefined {
  try {
    return JSON.parse(output) as object
  } catch {
    return undefined
  }
}

type HookCall = TerminalCall<{ readonly event: string; readonly client: string | undefined }>

async function outputOf({ input: { event, client }, environment, shells, workspace }: HookCall): Promise<string> {
  if (environment.isSummarizer) return '' // a session that Stet's own summarizer runs is never captured
  const { liveFolder } = await import('../../record/running/live-files.ts')
  const { runHook } = await import('../../live/run-hook.ts')
  const { quickHook } = await import('../../live/quick-hook.ts')
  const { forRequest } = await import('../../record/workspace.ts')
  const input = (await shells.hookInput()) as HookInput | undefined | null
  if (input === undefined || input === null) return ''
  const cwd = typeof input.cwd === 'string' ? input.cwd : environment.cwd
  const liveDir = liveFolder(environment.storeDir)
  const { isFromHook } = environment
  const { noteEvent } = await import('../../live/note-event.ts')
  noteEvent(liveDir, event, input, { client, pid: environment.clientPid, now: Date.now() })
  const opened = await workspace()
  const program = join(environment.packageRoot, 'bin', 'stet')
  const own = await runHook(forRequest(opened, { cwd, inside: undefined }), event, input, { client, liveDir, program })
  if (own !== '' || isFromHook || (event !== 'PostToolUse' && event !== 'UserPromptSubmit')) return own
  const settings = (await opened.settings?.()) ?? {}
  return quickHook(event, input, { client, liveDir, settings, now: Date.now() }).output ?? ''
}
