import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

/** Bundles a script that may import the driver, where Node finds the packages it needs. */
export async function bundleScript(name: string, script: string): Promise<string> {
  const directory = join(ROOT, 'node_modules/.cache/stet-tests')
  mkdirSync(directory, { recursive: true })
  const outfile = join(directory, `${name}-${process.pid}.mjs`)
  await build({
    stdin: { contents: script, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
}

export interface Kill {
  readonly killWhen: () => boolean
  /** Milliseconds between that and the kill. */
  readonly after: number
}

/** Runs a script to its end, killed or not. */
export function runScript(path: string, args: readonly string[], kill?: Kill): Promise<Ended> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env // slows every start down
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const watch = kill && setInterval(() => kill.killWhen() && setTimeout(() => child.kill('SIGKILL'), kill.after), 1)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      clearInterval(watch)
      done({ code, signal, output })
    })
  })
}
