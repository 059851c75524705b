// Builds the page of `stet view` into dist/viewer, unless it is there already for the same sources. `offered` is
// what the commands say that the page can do, as JSON.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = '.built'

export async function buildViewer(root, offered) {
  const target = join(root, 'dist', 'viewer')
  const sources = hashOf(join(root, 'viewer'), join(root, 'package-lock.json'), offered)
  const mark = join(target, MARK)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  const { build } = await import('vite')
  const outDir = `${target}.${process.pid}.tmp`
  const old = `${target}.${process.pid}.old`
  try {
    await build({
      configFile: join(root, 'viewer', 'vite.config.mjs'),
      build: { outDir },
      plugins: [commandsOnPage(offered)],
    })
    writeFileSync(join(outDir, MARK), sources)
    if (existsSync(target)) renameSync(target, old) // another build, or a server that starts, may be at it
    renameSync(outDir, target)
  } finally {
    for (const folder of [outDir, old]) rmSync(folder, { recursive: true, force: true })
  }
}

/** What the page can do, from the commands themselves. */
function commandsOnPage(offered) {
  const id = 'virtual:commands'
  return {
    name: 'commands-on-page',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? `export const COMMANDS = ${offered}` : undefined),
  }
}

function hashOf(folder, lock, offered) {
  const hash = createHash('sha256').update(readFileSync(lock)).update(offered)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex')
}
