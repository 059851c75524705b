import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/stet-tests')

/** Bundles a program for a process of its own, where Node finds the packages it needs; returns its path. */
export async function bundle(name: string, program: Pick<BuildOptions, 'stdin' | 'entryPoints'>): Promise<string> {
  mkdirSync(FOLDER, { recursive: true })
  const outfile = join(FOLDER, `${name}-${process.pid}.mjs`)
  await build({
    ...program,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}
