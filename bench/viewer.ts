import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { writeManyRounds } from './data/many-rounds.ts'
import { ROOT, STET, withFolder } from './lib/place.ts'
import { median, percentile } from './lib/statistics.ts'

// The viewer in a real browser: a record of 1,000 sessions, and a session of 10,000 rounds and 100 MB.
const RUNS = 7
const SESSIONS = 1000
const LONG = '10000000-0000-4000-8000-000000000000'
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

interface Row {
  readonly what: string
  readonly times: readonly Timed[]
  readonly most: number
}

/** Milliseconds on the clock, and of processor time: the clock of a busy machine says little. */
interface Timed {
  readonly wall: number
  readonly server: number
  readonly page: number
}

interface Bench {
  readonly page: Page
  readonly devtools: CDPSession
  readonly server: number
}

async function main(): Promise<void> {
  if (BROWSER === undefined) return console.log('viewer: no Chromium here; apt-get install chromium')
  await withFolder(async (home) => {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      STET_HOME: join(home, '.stet'),
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
    }
    const folder = join(home, '.claude/projects/-project')
    mkdirSync(folder, { recursive: true })
    for (let nth = 1; nth < SESSIONS; nth++) {
      const session = `20000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
      writeManyRounds(join(folder, `${session}.jsonl`), { session, rounds: 3 + (nth % 20), bytes: 80_000 })
    }
    writeManyRounds(join(folder, `${LONG}.jsonl`), { session: LONG, rounds: 10_000, bytes: 100e6 })
    spawnSync(process.execPath, [STET, 'inscribe', '--all'], { env, stdio: 'ignore' })
    const dryRuns = Array.from({ length: RUNS }, () =>
      timeOf(() => spawnSync(process.execPath, [STET, 'trim', LONG, '--dry-run'], { env })),
    )
    const server = spawn(process.execPath, [STET, 'view', '--no-open', '--no-watch', '--port', '0', '--json'], { env })
    const { url, origin } = JSON.parse(
      await new Promise<string>((done) => server.stdout.once('data', (data) => done(String(data)))),
    )
    const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--js-flags=--expose-gc'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      page.setDefaultTimeout(300_000) // on a busy machine figures are bad, but there are some
      await page.goto(url)
      await page.locator('.rows a').first().waitFor()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
      const bench = { page, devtools, server: server.pid! }
      print(await measured(bench, origin, median(dryRuns)))
      await memory(bench)
    } finally {
      await browser.close()
      server.kill('SIGINT')
    }
  })
  size()
}

async function measured(bench: Bench, origin: string, dryRun: number): Promise<readonly Row[]> {
  const { page } = bench
  const home: Timed[] = []
  const open: Timed[] = []
  const map: Timed[] = []
  const select: Timed[] = []
  const preview: Timed[] = []
  for (let run = 0; run < RUNS; run++) {
    home.push(await loaded(bench, `${origin}/`, '.rows a.row'))
    open.push(await loaded(bench, `${origin}/session/${LONG}`, '#rounds .row'))
    map.push(await until(bench, async () => {}, 'canvas[aria-busy="false"]'))
    select.push(await until(bench, () => page.keyboard.press('a'), '.row.selected'))
    preview.push(await until(bench, () => page.keyboard.press('t'), '.preview'))
  }
  const { times, cpu } = await scrolling(bench)
  return [
    { what: `first view of ${SESSIONS} sessions`, times: home, most: 1000 },
    { what: 'open 10,000 rounds, 100 MB', times: open, most: 1000 },
    { what: 'then its window, block by block', times: map, most: Number.POSITIVE_INFINITY },
    { what: 'select all rounds', times: select, most: 100 },
    { what: 'a frame while scrolling', times: times.map((wall) => ({ wall, server: 0, page: cpu })), most: 100 },
    { what: `preview of a trim (stet trim --dry-run: ${dryRun.toFixed(0)} ms)`, times: preview, most: dryRun },
  ]
}

async function until(bench: Bench, act: () => Promise<unknown>, selector: string): Promise<Timed> {
  const [server, inPage, began] = [serverCpu(bench), await pageCpu(bench), performance.now()]
  await act()
  await bench.page.locator(selector).first().waitFor()
  const wall = performance.now() - began
  return { wall, server: serverCpu(bench) - server, page: (await pageCpu(bench)) - inPage }
}

/** A page that is loaded has not worked before. */
async function loaded(bench: Bench, url: string, selector: string): Promise<Timed> {
  const timed = await until(bench, () => bench.page.goto(url), selector)
  return { ...timed, page: await pageCpu(bench) }
}

/** Milliseconds that the page's main thread has worked; a page that is loaded begins at nothing. */
async function pageCpu({ devtools }: Bench): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** Milliseconds that the server has worked, as Linux counts them, in hundredths of a second. */
function serverCpu({ server }: Bench): number {
  const path = `/proc/${server}/stat`
  if (!existsSync(path)) return 0
  const fields = readFileSync(path, 'utf8').split(') ')[1]!.split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Milliseconds between frames while 10,000 rounds go by. */
async function scrolling(bench: Bench): Promise<{ readonly times: readonly number[]; readonly cpu: number }> {
  const { page } = bench
  await page.keyboard.press('Escape')
  await page.locator('.preview').waitFor({ state: 'detached' })
  const before = await pageCpu(bench)
  const times = (await page.evaluate(`new Promise((done) => {
    const box = document.getElementById('rounds')
    const times = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      box.scrollTop += 1500
      if (times.length < 180) requestAnimationFrame(step)
      else done(times.slice(1))
    }
    requestAnimationFrame(step)
  })`)) as number[]
  return { times, cpu: ((await pageCpu(bench)) - before) / times.length }
}

async function memory(bench: Bench): Promise<void> {
  const { page } = bench
  const heap = () => page.evaluate('(gc(), performance.memory.usedJSHeapSize / 1e6)') as Promise<number>
  const before = await heap()
  for (let round = 0; round < 5; round++) {
    await page.evaluate(`document.getElementById('rounds').scrollTop = 0`)
    await scrolling(bench)
  }
  console.log(
    `\nmemory of the page: ${before.toFixed(0)} MB, after scrolling five times ${(await heap()).toFixed(0)} MB`,
  )
}

/** The JavaScript that the first view needs. */
function size(): void {
  const folder = join(ROOT, 'dist/viewer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js') && html.includes(name))
  const bytes = first.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, 'assets', name))).length, 0)
  console.log(`initial JavaScript: ${(bytes / 1000).toFixed(0)} kB of gzip, at most 120`)
}

function timeOf(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function print(rows: readonly Row[]): void {
  console.log(
    '\n### viewer: milliseconds in Chromium\n\n| what | median | p95 | at most | | processor: server | page |\n|---|---|---|---|---|---|---|',
  )
  for (const { what, times, most } of rows) {
    const walls = times.map(({ wall }) => wall)
    const p95 = percentile(walls, 0.95)
    const isMet = most === Number.POSITIVE_INFINITY ? '' : p95 <= most ? 'ok' : 'missed'
    const cells = [
      what,
      median(walls).toFixed(0),
      p95.toFixed(0),
      isMet === '' ? '' : most.toFixed(0),
      isMet,
      median(times.map(({ server }) => server)).toFixed(0),
      median(times.map(({ page }) => page)).toFixed(0),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

main()
