import { spawn } from 'node:child_process'
import { bundle } from '../bundle.ts'

/** Bundles a script that may import the driver. */
export function bundleScript(name: string, script: string): Promise<string> {
  return bundle(name, { stdin: { contents: script, resolveDir: import.meta.dirname, loader: 'ts' } })
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
