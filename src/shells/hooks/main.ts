import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsForHook } from '../../live/limits-in.ts'
import { noteEvent } from '../../live/note-event.ts'
import { type HookInput, quickHook } from '../../live/quick-hook.ts'
import { ownWords } from '../../model/passed.ts'
import { liveFolder } from '../../record/running/live-files.ts'
import { readEnvironment } from '../process/environment.ts'
import { OUT, write } from '../process/output.ts'
import { paintStatus } from '../process/paint-status.ts'
import { readStatusLine } from '../process/read-status-line.ts'

/**
 * What runs at every tool call and prompt that may need a word: a bundle of its own that loads no store. What needs one,
 * it leaves to the whole Stet. Fails open: whatever happens, the agent goes on.
 */
async function main([event = '', client]: readonly string[]): Promise<void> {
  const environment = readEnvironment()
  if (environment.isSummarizer) return // a session that Stet's own summarizer runs is never captured
  if (event === 'statusline') {
    const at = process.argv.indexOf('--with')
    const stdin = readFileSync(0)
    const others = at === -1 ? '' : outputOf(process.argv[at + 1] ?? '', stdin)
    const { text } = await readStatusLine({ ...environment, stdin: () => once(stdin) })
    const line = [others, text(paintStatus)].filter((part) => part !== '').join(' ')
    write(OUT, ownWords(`${line}\n`)) // of the client's and the user's own, and figures
    return
  }
  const stdin = readFileSync(0)
  const input = JSON.parse(stdin.toString('utf8')) as HookInput
  const liveDir = liveFolder(environment.storeDir)
  const now = Date.now()
  noteEvent(liveDir, event, input, { client, pid: environment.clientPid, now })
  const settings = await settingsForHook(environment.settingSources())
  const answer = quickHook(event, input, { client, liveDir, settings, now })
  if (answer.output !== undefined) write(OUT, ownWords(answer.output)) // live files hold nothing that is not masked
  if (!answer.needsStore) return
  const stet = join(__dirname, '..', 'bin', 'stet')
  const { stdout } = spawnSync(process.execPath, [stet, 'hook', event, ...(client ? [client] : [])], {
    input: stdin,
    env: { ...process.env, STET_QUICK_HOOK: '1' },
    timeout: event === 'PreCompact' ? 105_000 : 24_000, // it would outlive who started it
    killSignal: 'SIGKILL',
  })
  if (answer.output === undefined && stdout) write(OUT, ownWords(stdout.toString('utf8'))) // it was masked there
}

/** What the status line says that was there before. */
function outputOf(command: string, input: Buffer): string {
  const { stdout } = spawnSync('/bin/sh', ['-c', command], { input, encoding: 'utf8', timeout: 5000 })
  return (stdout ?? '').trimEnd()
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  () => process.exit(0),
)
