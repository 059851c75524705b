import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program in a terminal of its own, with nobody but the test at its keyboard. */
export interface Terminal {
  /** What a person sees. */
  screen(): string
  /** Types a line and presses Enter until something holds: a client that is busy may take neither. */
  enter(line: string, holds: (screen: string) => boolean): Promise<void>
  press(...keys: readonly string[]): void
  /** Waits until something holds; what was on the screen is in the error where it never does. */
  until(holds: (screen: string) => boolean): Promise<void>
  close(): void
}

export interface TerminalOptions {
  readonly cwd: string
  /** The program's whole environment. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export const hasTerminal = spawnSync('tmux', ['-V']).status === 0

const LOOK_MS = 100
/** Also long enough for Enter to be no part of what is typed: a client takes what comes at once for pasted text. */
const SETTLED_MS = 400
/** So many looks later Enter is pressed again. */
const AGAIN_AFTER = 30

export function openTerminal(command: readonly string[], options: TerminalOptions): Terminal {
  const { cwd, env, timeoutMs = 60_000 } = options
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stet-tmux-'))
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...args], { cwd, env, encoding: 'utf8' })
  const variables = Object.entries({ ...env, TERM: 'screen-256color' }).map(([name, value]) => `${name}=${value}`)
  tmux('new-session', '-d', '-x', '160', '-y', '50', '-c', cwd, 'env', '-i', ...variables, ...command)
  const screen = () => tmux('capture-pane', '-p', '-J') // lines as they were printed, not as they are wrapped
  const until = async (holds: (screen: string) => boolean, meanwhile?: () => void, everyMs = LOOK_MS) => {
    const end = Date.now() + timeoutMs
    for (let round = 0; !holds(screen()); round++) {
      if (Date.now() > end) throw new Error(`It did not come to that. The screen:\n${screen()}`)
      if (round % AGAIN_AFTER === 0) meanwhile?.()
      await sleep(everyMs)
    }
  }
  /** Waits until nothing changes any more: a client that draws its screen anew may lose what is typed. */
  const settled = async () => {
    let before: string | undefined
    await until(
      (now) => {
        const isSame = now === before
        before = now
        return isSame
      },
      undefined,
      SETTLED_MS,
    )
  }
  return {
    screen,
    until: (holds) => until(holds),
    async enter(line, holds) {
      const count = () => screen().split(line).length
      await settled()
      for (const before = count(); count() === before; await settled()) {
        tmux('send-keys', 'C-u')
        tmux('send-keys', '-l', line)
      }
      await until(holds, () => tmux('send-keys', 'Enter'))
    },
    press: (...keys) => void tmux('send-keys', ...keys),
    close() {
      try {
        tmux('kill-server')
      } catch {
        // the program has ended by itself, and the terminal with it
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
