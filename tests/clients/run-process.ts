import { spawn } from 'node:child_process'

export interface ProcessOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Written to the process as it comes; without it the process has no input. */
  readonly input?: AsyncIterable<string>
}

export interface ProcessResult {
  /** null when a signal ended it. */
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a program to its end, with this environment and nothing else of ours.
 *
 * It leads a process group of its own: past the time limit, or when we end first, the whole group is killed by its id,
 * so that no tool it started outlives it.
 */
export async function runProcess(
  file: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const { cwd, env, timeoutMs, input } = options
  const child = spawn(file, args, {
    cwd,
    env: { ...env },
    detached: true,
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  let timedOut = false
  const kill = () => killGroup(child.pid)
  const timer = setTimeout(() => {
    timedOut = true
    kill()
  }, timeoutMs)
  process.once('exit', kill)
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (input && child.stdin) {
      child.stdin.on('error', () => {}) // the process may end before it has read everything
      void writeAll(child.stdin, input)
    }
    return { exitCode: await ended, timedOut, ...output }
  } finally {
    clearTimeout(timer)
    process.off('exit', kill)
  }
}

async function writeAll(stdin: NodeJS.WritableStream, input: AsyncIterable<string>): Promise<void> {
  for await (const text of input) stdin.write(text)
  stdin.end()
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // ESRCH: it has ended by itself
  }
}
