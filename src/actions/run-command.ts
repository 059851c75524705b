import { type ChildProcess, spawn } from 'node:child_process'

interface CommandOptions {
  readonly cwd: string
  readonly limitMs: number
  /** What it reads; nothing unless given. */
  readonly input?: string
  /**
   * Whether all it says is kept, and the terminal is not its own. It is then ended with everything that it started;
   * else what it says on stderr goes where ours goes.
   */
  readonly isQuiet: boolean
  /** Ends it before its time. */
  readonly signal?: AbortSignal | undefined
}

export interface CommandEnd {
  readonly output: Buffer
  /** Null where it was ended. */
  readonly status: number | null
  readonly isLate: boolean
}

/** Who does not end when told to is made to end after so long. */
const GRACE_MS = 1000

/** Runs a command of the user's own, as a shell would. However it ends, that is no failure of ours. */
export function runCommand(command: string, options: CommandOptions): Promise<CommandEnd> {
  const { cwd, limitMs, input = '', isQuiet, signal } = options
  return new Promise((done, refuse) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      detached: isQuiet,
      stdio: ['pipe', 'pipe', isQuiet ? 'pipe' : 'inherit'],
    })
    const chunks: Buffer[] = []
    let isLate = false
    let lastResort: NodeJS.Timeout | undefined
    const kill = (how: NodeJS.Signals) => killAll(child, isQuiet, how)
    const stop = () => {
      kill('SIGTERM')
      lastResort ??= setTimeout(() => {
        kill('SIGKILL')
        for (const stream of [child.stdout, child.stderr]) stream?.destroy() // a stranger may hold the other end
      }, GRACE_MS)
    }
    const atExit = () => kill('SIGKILL')
    const limit = setTimeout(() => {
      isLate = true
      stop()
    }, limitMs)
    const tidy = () => {
      clearTimeout(limit)
      clearTimeout(lastResort)
      signal?.removeEventListener('abort', stop)
      process.removeListener('exit', atExit)
    }
    process.once('exit', atExit)
    signal?.addEventListener('abort', stop)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => {
      tidy()
      refuse(error)
    })
    child.on('close', (status) => {
      tidy()
      done({ output: Buffer.concat(chunks), status, isLate })
    })
    child.stdin?.on('error', () => undefined) // it need not read what it is given
    child.stdin?.end(input)
  })
}

function killAll(child: ChildProcess, isGroup: boolean, how: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (isGroup) process.kill(-child.pid, how)
    else child.kill(how)
  } catch {
    // it has ended
  }
}
