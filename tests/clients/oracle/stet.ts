import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runProcess } from '../run-process.ts'

const BUNDLE = resolve(import.meta.dirname, '../../../bin/stet')

export interface Answer {
  readonly status: number | null
  // biome-ignore lint/suspicious/noExplicitAny: the value is whatever the command prints
  readonly value: any
}

/** The built command in a home of its own. */
export interface Stet {
  readonly home: string
  /** Runs it with --json; what it prints is one value. */
  readonly run: (...args: readonly string[]) => Promise<Answer>
  readonly remove: () => void
}

export function openStet(): Stet {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'stet-oracle-'))
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    USER: 'ada',
    TMPDIR: home,
    STET_HOME: join(home, '.stet'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  }
  return {
    home,
    run: async (...args) => {
      const ran = await runProcess(process.execPath, [BUNDLE, ...args, '--json'], { cwd, env, timeoutMs: 120_000 })
      try {
        return { status: ran.exitCode, value: JSON.parse(ran.stdout) }
      } catch {
        throw new Error(`stet ${args.join(' ')} printed no JSON value: ${ran.stdout.slice(0, 500)}${ran.stderr}`)
      }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
