// Builds the page of `stet view` into dist/viewer, unless it is there already for the same sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = '.built'

export async function buildViewer(root) {
  const target = join(root, 'dist', 'viewer')
  const sources = hashOf(join(root, 'viewer'), join(root, 'package-lock.json'))
  const mark = join(target, MARK)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  const { build } = await import('vite')
  const outDir = `${target}.${process.pid}.tmp`
  const old = `${target}.${process.pid}.old`
  try {
    await build({ configFile: join(root, 'viewer', 'vite.config.mjs'), build: { outDir } })
    writeFileSync(join(outDir, MARK), sources)
    if (existsSync(target)) renameSync(target, old) // another build, or a server that starts, may be at it
    renameSync(outDir, target)
  } finally {
    for (const folder of [outDir, old]) rmSync(folder, { recursive: true, force: true })
  }
}

function hashOf(folder, lock) {
  const hash = createHash('sha256').update(readFileSync(lock))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (statSync(path).isFile()) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex')
}
