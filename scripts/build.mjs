import './node-version.mjs'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildViewer } from './build-viewer.mjs'
import { indexCommands } from './index-commands.mjs'
import { loadSource } from './load-source.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(join(root, 'package.json'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * What the bundle asks for when a function of these is first called, not when they are imported: loading them takes
 * longer than most commands.
 */
const LAZY = ['@napi-rs/blake-hash', 'node:child_process', 'node:crypto']

/**
 * The body of a function that loads a package's compiled file for this machine, from where npm puts packages; the package's
 * own search for it (4 ms) only where that one is not there or does not fit, as on musl.
 */
const prebuilt = (name, libc, search) => `
    const { existsSync } = require('node:fs')
    const { join } = require('node:path')
    const file = '${name.replace('/', '+')}' + ${libc} + '.node'
    const inside = join('${name}', 'prebuilds', process.platform + '-' + process.arch, file)
    const near = ['../node_modules', '../..'].map((to) => join(__dirname, to, inside)).find((one) => existsSync(one))
    try {
      if (near !== undefined) return require(near)
    } catch {}
    return ${search}`

/** zstd is loaded when it is first called, like those above, and never by its modules, which are ESM (10 ms). */
const ZSTD = '@cloudpss/zstd/napi'
const ZSTD_SOURCE = `
  const LARGEST = 2 ** 30 // of what is decoded, as in the package's own modules
  let loaded
  function load() {
    const libc = process.platform === 'linux' ? (process.arch === 'arm64' ? '.armv8.glibc' : '.glibc,true') : ''
    ${prebuilt('@cloudpss/zstd', 'libc', `require('node-gyp-build')(require('node:path').dirname(require.resolve('@cloudpss/zstd/package.json')))`)}
  }
  exports.compress = (data, level) => (loaded ??= load()).compress(data, level)
  exports.decompress = (data) => (loaded ??= load()).decompress(data, LARGEST)`

/** SQLite is the compiled file alone: nothing that the package's modules add to it is used. */
const SQLITE = 'load-sqlite.ts'
const SQLITE_PACKAGE = '@photostructure/sqlite'
const SQLITE_SOURCE = `exports.loadSqlite = () => {${prebuilt(SQLITE_PACKAGE, `'.glibc'`, `require('${SQLITE_PACKAGE}')`)}
  }`

/** The compiled file of the hash for this machine; its package looks for the C library first, which takes longer. */
const HASH = '@napi-rs/blake-hash'
const HASH_SOURCE = `(() => {
  const libc = { linux: '-gnu', win32: '-msvc' }[process.platform] ?? ''
  try {
    return require('${HASH}-' + process.platform + '-' + process.arch + libc)
  } catch {
    return require('${HASH}')
  }
})()`

const natives = {
  name: 'natives',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, namespace }) => {
      if (namespace === 'natives') return { path, external: true }
      if (path === ZSTD || LAZY.includes(path)) return { path, namespace: 'natives' }
      if (path.endsWith(`/${SQLITE}`)) return { path: SQLITE, namespace: 'natives' }
      return undefined
    })
    onLoad({ filter: /./, namespace: 'natives' }, ({ path }) => {
      if (path === ZSTD) return { contents: ZSTD_SOURCE }
      if (path === SQLITE) return { contents: SQLITE_SOURCE }
      const names = Object.keys(require(path)).filter((name) => /^[A-Za-z_]\w*$/.test(name))
      return {
        contents: `let loaded
          for (const name of ${JSON.stringify(names)}) {
            Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= ${path === HASH ? HASH_SOURCE : `require('${path}')`})[name] })
          }`,
      }
    })
  },
}

/** All that a shared store needs, its packages too. */
const SHARED = 'workspace/open-shared-store.ts'

/** The rules of secrets: every answer needs them, so the command line has them in its own bundle, compiled before. */
const MASKING = ['redaction/mask-text.ts', 'masking.cjs']

/** What is large and seldom wanted: a bundle of its own, read when it is. */
const APART = {
  'shells/mcp/sdk.ts': 'mcp-sdk.cjs',
  'search/meaning/load-embedder.ts': 'embedder.cjs',
  'clients/formats/cbor.ts': 'cbor.cjs',
  [SHARED]: 'shared-store.cjs',
}

/** One of those apart that is asked for when a function of it is first called: most who import it do not need it. */
const LATE = 'clients/formats/cbor.ts'

const apart = (files) => ({
  name: 'apart',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => {
      const names = [...readFileSync(join(root, 'src', path), 'utf8').matchAll(/^export function (\w+)/gm)].map(
        ([, name]) => name,
      )
      const calls = names.map(
        (name) => `exports.${name} = (...given) => (loaded ??= require('./${APART[path]}')).${name}(...given)`,
      )
      return { contents: ['let loaded', ...calls].join('\n') }
    })
    onResolve({ filter: /^\.\//, namespace: 'late' }, ({ path }) => ({ path, external: true }))
    onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
      if (kind === 'entry-point') return undefined
      if (join(resolveDir, path).endsWith(`/src/${LATE}`)) return { path: LATE, namespace: 'late' }
      const [, file] = files.find(([name]) => join(resolveDir, path).endsWith(`/src/${name}`)) ?? []
      return file && { path: `./${file}`, external: true }
    })
  },
})

/** The same for the library, which imports its packages: those of a shared store, and rules, would be loaded with it. */
const sharedApart = {
  name: 'shared-apart',
  setup({ onResolve }) {
    onResolve({ filter: /open-shared-store\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './shared-store.js', external: true } : undefined,
    )
    onResolve({ filter: /\/mask-text\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './masking.cjs', external: true } : undefined,
    )
  },
}

/** The SDK checks by it what a user is asked to fill in, which Stet never does; it takes a fifth of the start of `stet mcp`. */
const withoutForms = {
  name: 'without-forms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /ajv-provider\.js$/ }, ({ path }) => ({ path, namespace: 'without-forms' }))
    onLoad({ filter: /.*/, namespace: 'without-forms' }, () => ({
      contents: `export class AjvJsonSchemaValidator { getValidator() { throw new Error('Stet asks for no forms.') } }`,
    }))
  },
}

/** Every Node that Stet runs on has these; otherwise a pattern inside a function is made anew at each call. */
const supported = { 'regexp-unicode-property-escapes': true }

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  supported,
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
  write: false,
  define: { STET_VERSION: JSON.stringify(version) },
}

// One CJS file: it starts fastest, and what is imported dynamically is not run until it is needed. What is outside the
// bundle is then required: code that was compiled before cannot import.
const bundles = [
  {
    ...common,
    entryPoints: ['src/shells/cli/main.ts'],
    outfile: 'dist/stet.cjs',
    format: 'cjs',
    supported: { ...supported, 'dynamic-import': false },
    plugins: [natives, apart(Object.entries(APART))],
  },
  ...[MASKING, ...Object.entries(APART)].map(([name, file]) => ({
    ...common,
    entryPoints: [`src/${name}`],
    outfile: `dist/${file}`,
    format: 'cjs',
    supported: { ...supported, 'dynamic-import': file === 'embedder.cjs' }, // which imports what the user installed
    plugins: [natives, apart([MASKING, ...Object.entries(APART)]), withoutForms],
  })),
  // What runs at every tool call that may need a word: as little as possible, and no store.
  {
    ...common,
    entryPoints: ['src/shells/hooks/main.ts'],
    outfile: 'dist/hook.cjs',
    format: 'cjs',
    supported: { ...supported, 'dynamic-import': false },
    plugins: [natives],
  },
]
if (existsSync(join(root, 'src/index.ts'))) {
  for (const [entry, outfile] of [
    ['src/index.ts', 'dist/index.js'],
    [`src/${SHARED}`, 'dist/shared-store.js'],
  ]) {
    bundles.push({
      ...common,
      entryPoints: [entry],
      outfile,
      format: 'esm',
      packages: 'external',
      plugins: [sharedApart],
    })
  }
}

indexCommands()
mkdirSync(join(root, 'dist'), { recursive: true })
for (const options of bundles) {
  const { outputFiles } = await build(options).catch(() => process.exit(1)) // esbuild has said why
  for (const { path, text } of outputFiles) put(path, path.endsWith('.cjs') ? marked(ascii(text)) : text)
}
removeCompiled()
putExtension()
const { cliDocs, onPage, COMMANDS } = await loadSource(`export { COMMANDS } from './src/commands/all.ts'
  export { onPage } from './src/commands/kit/on-page.ts'
  export { cliDocs } from './src/shells/cli/cli-docs.ts'`)
put(join(root, 'docs/cli.md'), cliDocs())
await buildViewer(root, JSON.stringify(onPage(COMMANDS)))

/** The extension for Gemini CLI, which takes skills from its own folder only: the plugin's are copied there. */
function putExtension() {
  const extension = join(root, 'dist/gemini')
  cpSync(join(root, 'plugin/gemini'), extension, { recursive: true })
  cpSync(join(root, 'plugin/claude-code/skills'), join(extension, 'skills'), { recursive: true })
}

/** Letters of other scripts that esbuild leaves in patterns, escaped there too: bin/stet reads the bundle as ASCII. */
function ascii(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The bundle after a line that names it, so that compiled code of another build is never taken for its own. */
function marked(text) {
  return `//${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`
}

/** What bin/stet kept of earlier bundles. */
function removeCompiled() {
  const mark = readFileSync(join(root, 'dist/stet.cjs'), 'latin1').slice(2, 18)
  const old = readdirSync(join(root, 'dist')).filter((name) => name.includes('.cache') && !name.includes(mark))
  for (const name of old) rmSync(join(root, 'dist', name), { force: true })
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
