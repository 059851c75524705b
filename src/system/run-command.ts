import { type ChildProcess, spawn } from 'node:child_process'

interface CommandOptions {
  readonly cwd: string
  readonly limitMs: number
  /** It is stopped once it has said more than this. */
  readonly mostBytes?: number
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
  /** The same without what a quiet command said on stderr. */
  readonly answer: Buffer
  /** Null where it was ended. */
  readonly status: number | null
  readonly isLate: boolean
  readonly isLong: boolean
}

/** Who does not end when told to is made to end after so long. */
const GRACE_MS = 1000

/** Runs a command of the user's own, as a shell would. However it ends, that is no failure of ours. */
export function runCommand(command: string, options: CommandOptions): Promise<CommandEnd> {
  const { cwd, limitMs, mostBytes = Number.POSITIVE_INFINITY, input = '', isQuiet, signal } = options
  return new Promise((done, refuse) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      detached: isQuiet,
      stdio: ['pipe', 'pipe', isQuiet ? 'pipe' : 'inherit'],
    })
    const chunks: Buffer[] = []
    const answer: Buffer[] = []
    let bytes = 0
    let isLate = false
    const keep = (chunk: Buffer, isAnswer: boolean) => {
      bytes += chunk.length
      if (bytes > mostBytes) return stop()
      chunks.push(chunk)
      if (isAnswer) answer.push(chunk)
    }
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
    child.stdout?.on('data', (chunk: Buffer) => keep(chunk, true))
    child.stderr?.on('data', (chunk: Buffer) => keep(chunk, false))
    child.on('error', (error) => {
      tidy()
      refuse(error)
    })
    child.on('close', (status) => {
      tidy()
      done({ output: Buffer.concat(chunks), answer: Buffer.concat(answer), status, isLate, isLong: bytes > mostBytes })
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
