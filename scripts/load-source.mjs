// Parts of the source for scripts, bundled because Node 20 does not read TypeScript.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { indexCommands } from './index-commands.mjs'
import { ROOT } from './install.mjs'

/** What these lines of TypeScript export, with paths from the root of the project. */
export async function loadSource(contents) {
  indexCommands()
  const cache = join(ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'stet-source-'))
  try {
    const outfile = join(folder, 'source.mjs')
    await build({
      stdin: { contents, resolveDir: ROOT },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
