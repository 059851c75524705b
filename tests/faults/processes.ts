import { type SpawnOptions, spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { bundle } from '../bundle.ts'

/** Bundles a program of tests/faults/child. */
export function bundleChild(name: string): Promise<string> {
  return bundle(basename(name, '.ts'), { entryPoints: [join(import.meta.dirname, 'child', name)] })
}

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface Child {
  readonly pid: number | undefined
  readonly ended: Promise<Ended>
  kill(): void
}

/** Starts a bundled program with one value for it to work on. */
export function startChild(script: string, task: object, options: SpawnOptions & { flags?: string[] } = {}): Child {
  const { flags = [], ...rest } = options
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env // both slow every start down
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(task)], {
    env,
    ...rest,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }))
  })
  return { pid: child.pid, ended, kill: () => void child.kill('SIGKILL') }
}

export function runChild(script: string, task: object, options?: SpawnOptions & { flags?: string[] }): Promise<Ended> {
  return startChild(script, task, options).ended
}
