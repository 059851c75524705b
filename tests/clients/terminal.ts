import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

export interface Terminal {
  /** What is on the screen and above it. */
  screen(): string
  /** Types a line, as a person does. */
  type(line: string): Promise<void>
  /** Waits until the condition holds; fails with what is on the screen. */
  until(holds: () => boolean): Promise<void>
  close(): void
}

export function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V'])
    return true
  } catch {
    return false
  }
}

let opened = 0

/** Runs a program in a terminal of its own, with this environment and nothing else of ours. */
export function openTerminal(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Terminal {
  const server = `stet-${process.pid}-${++opened}`
  const tmux = (...args: readonly string[]) => execFileSync('tmux', ['-L', server, ...args], { encoding: 'utf8' })
  const variables = Object.entries({ ...env, TERM: 'xterm-256color' }).map(([name, value]) => `${name}=${value}`)
  const size = ['-x', '160', '-y', '50']
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'it', ...size, '-c', cwd, 'env', '-i', ...variables, ...command)
  const screen = () => tmux('capture-pane', '-p', '-J', '-t', 'it', '-S', '-200')
  return {
    screen,
    async type(line) {
      tmux('send-keys', '-t', 'it', '-l', line)
      await wait(700) // a client takes what comes with the line for a paste
      tmux('send-keys', '-t', 'it', 'Enter')
    },
    async until(holds) {
      for (const end = Date.now() + 90_000; !holds(); await wait(200))
        if (Date.now() > end) throw new Error(`Nothing came of it:\n${screen()}`)
    },
    close: () => void tmux('kill-server'),
  }
}
