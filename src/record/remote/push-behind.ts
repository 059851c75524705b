import { setTimeout as wait } from 'node:timers/promises'
import type { Workspace } from '../workspace.ts'
import { isDue, lastAsked, noteAttempt, PUSH_LIMIT_MS, readBehind, whileAsked } from './behind.ts'
import { listRemotes, type Remote } from './remotes.ts'
import { sync } from './sync.ts'

/** What was not sent by `stops` waits for the next capture, and by `givesUp` no answer is waited for any more. */
const LIMITS = { stopsMs: PUSH_LIMIT_MS - 20_000, givesUpMs: PUSH_LIMIT_MS - 10_000 } as const
const EVERY_MS = 100

/**
 * Sends what is new to every remote that is not known to be out of reach, for less than a minute. While one is slow, the
 * others get what is captured meanwhile.
 */
export async function pushBehind(
  workspace: Workspace,
  storeDir: string,
  { stopsMs, givesUpMs }: { readonly stopsMs: number; readonly givesUpMs: number } = LIMITS,
): Promise<void> {
  const stops = AbortSignal.timeout(stopsMs)
  const givesUp = AbortSignal.timeout(givesUpMs)
  let sending = 0
  await whileAsked(
    storeDir,
    () => !stops.aborted,
    async () => {
      const failing = readBehind(storeDir)
      const due = (await listRemotes(storeDir)).filter(({ name }) => isDue(failing[name], Date.now()))
      await Promise.all(due.map(keepSending))
    },
  )

  async function keepSending(remote: Remote): Promise<void> {
    for (;;) {
      const asked = lastAsked(storeDir)
      sending++
      const why = await attempt({ ...workspace, signal: stops }, remote, givesUp)
      sending--
      if (why !== undefined) return noteAttempt(storeDir, remote.name, workspace.clock(), why)
      while (sending > 0 && !stops.aborted && lastAsked(storeDir) === asked) await wait(EVERY_MS)
      if (stops.aborted || lastAsked(storeDir) === asked) return
    }
  }
}

/** Why not everything was sent; undefined where it was, and where only the time was not enough. */
async function attempt(workspace: Workspace, remote: Remote, givesUp: AbortSignal): Promise<string | undefined> {
  const late = new Promise<string>((done) => {
    givesUp.addEventListener('abort', () => done(`${remote.url} does not answer.`), { once: true })
  })
  const sent = sync(workspace, remote, { onlyPushes: true, unattended: givesUp }).then(
    () => undefined,
    (error: unknown) => ((error as { code?: string }).code === 'interrupted' ? undefined : (error as Error).message),
  )
  return Promise.race([sent, late])
}
