import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from '../cli/box.ts'

interface Entry {
  readonly command: string
  /** In seconds; the client ends a hook that takes longer. */
  readonly timeout: number
}

/** What a hook cost and said. */
export interface RanHook {
  readonly stdout: string
  readonly ms: number
}

export type RunHook = (event: string, input: object) => Promise<RanHook>

/**
 * Sets Stet up in a box and returns what runs an event as the client does: every command that its settings lead to, by a
 * shell, with its time limit. A hook that fails, complains or takes too long fails the test.
 */
export function installHooks(box: Box): RunHook {
  const { status, stderr } = box.stet('setup', 'claude')
  if (status !== 0) throw new Error(stderr)
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const market: string = read(join(box.home, '.claude/settings.json')).extraKnownMarketplaces.stet.source.path
  const root = join(market, read(join(market, '.claude-plugin/marketplace.json')).plugins[0].source)
  const { hooks } = read(join(root, 'hooks/hooks.json')) as {
    hooks: Record<string, readonly { readonly hooks: readonly Entry[] }[]>
  }
  const env = {
    PATH: process.env.PATH,
    HOME: box.home,
    CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
    CLAUDE_PLUGIN_ROOT: root,
    CLAUDE_PID: String(process.pid),
  }
  return async (event, input) => {
    const began = performance.now()
    const said: string[] = []
    for (const { command, timeout } of (hooks[event] ?? []).flatMap((group) => group.hooks))
      said.push(await runCommand(command, timeout, { cwd: box.cwd, env, input: JSON.stringify(input) }))
    return { stdout: said.join(''), ms: performance.now() - began }
  }
}

function runCommand(
  command: string,
  timeout: number,
  { cwd, env, input }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input: string },
): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, { shell: true, cwd, env, timeout: timeout * 1000, stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data) => (stdout += data))
    child.stderr.on('data', (data) => (stderr += data))
    child.on('error', fail)
    child.on('close', (status) =>
      status === 0 && stderr === '' ? done(stdout) : fail(new Error(`${command}: ${status} ${stderr}`)),
    )
    child.stdin.end(input)
  })
}
