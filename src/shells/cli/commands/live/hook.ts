import { join } from 'node:path'
import type { HookInput } from '../../../../actions/live/quick-hook.ts'
import { type Call, defineCommand, type Values } from '../../command.ts'

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'PostCompact', 'SessionEnd']

export const hook = defineCommand({
  name: 'hook',
  group: 'Live',
  summary: 'what a client runs at an event; stet setup installs it',
  about:
    "Reads the event's JSON on standard input and prints what the client is to tell the agent. Whatever goes wrong, it says nothing and ends with 0: the agent goes on, and the next run catches up.",
  arguments: {
    event: { summary: 'the name of the event', complete: EVENTS },
    client: { summary: 'the client it runs in', optional: true },
  },
  options: {},
  examples: [{ command: 'stet hook Stop < event.json', does: 'captures the session that the event names' }],
  json: '{event,output}',
  async run(call) {
    const output = await spoken(call).catch(() => '')
    return { value: { event: call.args.event, output }, text: () => output }
  },
})

async function spoken({ args, environment, workspace }: Call<Values, Values>): Promise<string> {
  if (environment.isSummarizer) return '' // a session that Stet's own summarizer runs is never captured
  const { readInput } = await import('../../../hooks/read-input.ts')
  const { liveFolder } = await import('../../../../actions/live/live-files.ts')
  const { runHook } = await import('../../../../actions/live/run-hook.ts')
  const { quickHook } = await import('../../../../actions/live/quick-hook.ts')
  const { forRequest } = await import('../../../../actions/workspace.ts')
  const input = (await readInput(environment.stdin())) as HookInput | undefined | null
  if (input === undefined || input === null) return ''
  const [event, client] = [String(args.event), args.client === undefined ? undefined : String(args.client)]
  const cwd = typeof input.cwd === 'string' ? input.cwd : environment.cwd
  const liveDir = liveFolder(environment.storeDir)
  const { isFromHook } = environment
  if (event === 'SessionStart' || event === 'SessionEnd') {
    const { clientProcess } = await import('../../../hooks/client-process.ts')
    const { noteEnd, noteStart } = await import('../../../../actions/live/note-start.ts')
    const note = event === 'SessionStart' ? noteStart : noteEnd
    note(liveDir, input, { client, pid: clientProcess(environment.clientPid), now: Date.now() })
  }
  const opened = await workspace()
  const program = join(environment.packageRoot, 'bin', 'stet')
  const own = await runHook(forRequest(opened, { cwd }), event, input, { client, liveDir, program })
  if (own !== '' || isFromHook || (event !== 'PostToolUse' && event !== 'UserPromptSubmit')) return own
  const settings = (await opened.settings?.()) ?? {}
  return quickHook(event, input, { client, liveDir, settings, now: Date.now() }).output ?? ''
}
