import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Environment } from '../../commands/kit/call.ts'
import { shallPush } from '../../record/remote/behind.ts'

/** Starts the one process that Stet leaves behind: it sends what is new to the remotes that the user added, and ends. */
export function startPush({ node, packageRoot }: Environment, storeDir: string): void {
  try {
    if (!shallPush(storeDir, Date.now())) return
    const program = join(packageRoot, 'bin', 'stet')
    const child = spawn(node, [program, 'remote', 'push', '--store', storeDir], {
      cwd: storeDir,
      detached: true,
      stdio: 'ignore',
    })
    child.on('error', () => undefined) // the next capture tries again
    child.unref()
  } catch {
    // what is captured is in the record; that it was not sent, `stet` says
  }
}
