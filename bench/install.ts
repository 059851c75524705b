import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'

// How long `npm ci` takes in a fresh clone, next to copying what it installs. Uses npm's cache, and the network.
async function main(): Promise<void> {
  await withFolder((folder) => {
    const clone = join(folder, 'clone')
    timeOf(() => call('git', ['clone', '--quiet', ROOT, clone], folder))
    const ours = timeOf(() => call('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], clone))
    const reference = timeOf(() =>
      cpSync(join(clone, 'node_modules'), join(folder, 'copy'), { recursive: true, verbatimSymlinks: true }),
    )
    report(
      'install: npm ci ÷ copying node_modules',
      [
        {
          figure: 'npm ci',
          ours: `${(ours / 1000).toFixed(1)} s`,
          reference: `copy ${(reference / 1000).toFixed(1)} s`,
          median: ours / reference,
        },
      ],
      {},
    )
  })
}

function timeOf(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function call(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
}

main()
