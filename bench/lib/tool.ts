import { spawnSync } from 'node:child_process'

export interface ToolRun {
  readonly wallMs: number
  readonly stdout: Buffer
}

export function hasTool(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}

/** Runs another program; a failure ends the bench. */
export function runTool(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: Buffer } = {},
): ToolRun {
  const began = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    input: options.input,
    maxBuffer: 1 << 30,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr.toString().slice(0, 400)}`)
  return { wallMs: performance.now() - began, stdout }
}
