import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHILDREN, withFolder } from './place.ts'
import type { Timed } from './timed.ts'

/** Runs bench/children/<name>.ts and returns what it took. */
export function runChild(name: string, args: readonly string[]): Timed {
  return JSON.parse(run([join(CHILDREN, `${name}.cjs`), ...args]))
}

/** What a whole run of Node took, its start included. */
export function usageOf(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Timed> {
  return withFolder((folder) => {
    const file = join(folder, 'usage.json')
    run(['-r', join(CHILDREN, 'note-usage.cjs'), ...args], { ...env, STET_BENCH_USAGE: file }, input)
    return JSON.parse(readFileSync(file, 'utf8'))
  })
}

/** Runs Node and returns its output; a failure ends the bench. */
export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): string {
  const { status, signal, stdout, stderr, error } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  })
  if (error) throw error
  if (status !== 0) throw new Error(`node ${args.join(' ').slice(0, 200)} ended with ${status ?? signal}: ${stderr}`)
  return stdout
}
