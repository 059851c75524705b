#!/usr/bin/env node
// Runs the benches of bench/ one after the other, or those named: npm run bench -- ingest memory. A figure that misses
// its goal is no failure; a bench that breaks is.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT, say } from './install.mjs'

const BENCHES = [
  'start',
  'inject',
  'ingest',
  'memory',
  'growth',
  'long-sessions',
  'masking',
  'storing',
  'checkpoint',
  'materialize',
  'resolve',
  'surgery',
  'brief',
  'hooks',
  'engagements',
  'known-item',
  'search',
  'viewer',
]
/** Only when they are named. */
const OTHERS = ['install', 'locomo', 'compactions']

/** Packages are left where they are, but for one that has no form that `require` reads. */
const PACKAGES = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('cborg') ? undefined : { path, external: true },
    )
  },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => ![...BENCHES, ...OTHERS].includes(name))
if (unknown.length > 0) {
  say(`there is no bench ${unknown.join(', ')}; there are ${[...BENCHES, ...OTHERS].join(', ')}`)
  process.exit(2)
}

const cache = join(ROOT, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const built = mkdtempSync(join(cache, 'stet-bench-'))
const work = mkdtempSync(join(tmpdir(), 'stet-bench-'))
process.on('SIGINT', () => {}) // the bench that runs gets it too, ends, and what was written is removed below
try {
  call([join(ROOT, 'scripts', 'build.mjs')])
  await buildBenches()
  // Node 20 reads these certificates at each start, which takes longer than the start itself.
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
  console.log(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}`,
  )
  for (const name of ['data/note', ...(names.length > 0 ? names : BENCHES)]) {
    call([join(built, `${name}.cjs`)], {
      ...env,
      STET_BENCH_ROOT: ROOT,
      STET_BENCH_WORK: work,
      STET_BENCH_CHILDREN: join(built, 'children'),
    })
  }
} catch (error) {
  say(error.stack)
  process.exitCode = 1
} finally {
  for (const folder of [built, work]) rmSync(folder, { recursive: true, force: true })
}

/** Bundled, because Node 20 does not read TypeScript; in the form the CLI has. */
async function buildBenches() {
  const folders = ['bench', 'bench/children']
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(ROOT, folder, name)),
  )
  await build({
    entryPoints: [...files, join(ROOT, 'bench', 'data', 'note.ts')],
    outbase: join(ROOT, 'bench'),
    outdir: built,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    supported: { 'regexp-unicode-property-escapes': true },
    format: 'cjs',
    plugins: [PACKAGES],
    define: { 'import.meta.url': '__filename' },
    logLevel: 'warning',
  })
}

function call(args, env = process.env) {
  const { status, signal, error } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  if (error) throw error
  if (status !== 0) throw new Error(`${args[0]} ended with ${status ?? signal}`)
}
