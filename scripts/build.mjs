import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(join(root, 'package.json'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * What the bundle asks for when a function of these is first called, not when they are imported: loading them takes
 * longer than most commands. The compiled file itself comes first; the package's own search for it (5 ms) only where
 * that one does not fit this machine.
 */
const LAZY = {
  '@napi-rs/blake-hash': ['@napi-rs/blake-hash'],
  '@toondepauw/node-zstd': [`@toondepauw/node-zstd-\${process.platform}-\${process.arch}-gnu`, '@toondepauw/node-zstd'],
  'node:crypto': ['node:crypto'],
}

/** better-sqlite3 goes into the bundle but for its compiled file, which is where its installation puts it. */
const SQLITE = 'better-sqlite3/build/Release/better_sqlite3.node'

const natives = {
  name: 'natives',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, namespace }) => {
      if (namespace === 'natives') return { path, external: true }
      if (path === 'bindings' || path in LAZY) return { path, namespace: 'natives' }
      return undefined
    })
    onLoad({ filter: /./, namespace: 'natives' }, ({ path }) => {
      if (path === 'bindings') return { contents: `module.exports = () => require('${SQLITE}')` }
      const names = Object.keys(require(path)).filter((name) => /^[A-Za-z_]\w*$/.test(name))
      return {
        contents: `let loaded
          function load() {
            for (const place of [${LAZY[path].map((place) => `\`${place}\``).join()}]) {
              try { return loaded ??= require(place) } catch (error) { if (place === '${path}') throw error }
            }
          }
          for (const name of ${JSON.stringify(names)}) {
            Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] })
          }`,
      }
    })
  },
}

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
  write: false,
  define: { STET_VERSION: JSON.stringify(version) },
}

// One CJS file: it starts fastest, and what is imported dynamically is not run until it is needed.
const bundles = [
  { ...common, entryPoints: ['src/shells/cli/main.ts'], outfile: 'dist/stet.cjs', format: 'cjs', plugins: [natives] },
]
if (existsSync(join(root, 'src/index.ts'))) {
  bundles.push({
    ...common,
    entryPoints: ['src/index.ts'],
    outfile: 'dist/index.js',
    format: 'esm',
    packages: 'external',
  })
}

mkdirSync(join(root, 'dist'), { recursive: true })
for (const options of bundles) {
  const { outputFiles } = await build(options)
  for (const { path, contents } of outputFiles) put(path, contents)
}

/** Moves the file into place whole: another build or a running test may be at it. */
function put(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, contents)
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
