import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Server, serve } from '../../src/shells/http/serve.ts'
import { type Bench, openBench } from '../api/bench.ts'
import { openBrowser } from './browser.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const VIEWER = join(ROOT, 'dist/viewer')
/** Where pictures of the pages are left. */
const PICTURES = join(ROOT, 'dist/pictures')

export interface Viewing extends Bench {
  readonly server: Server
  /** A tab on an address of the page; what goes wrong in it ends the test. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** A tab on a file, without the server. */
  readonly file: (path: string, options?: BrowserContextOptions) => Promise<Page>
  readonly picture: (page: Page, name: string) => Promise<void>
}

/** The built page on a record of its own, in a real browser; undefined where there is no browser. */
export async function openViewing(): Promise<Viewing | undefined> {
  const browser = await openBrowser()
  if (!browser) return undefined
  if (!existsSync(join(VIEWER, 'index.html'))) execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')])
  mkdirSync(PICTURES, { recursive: true })
  const bench = await openBench()
  const server = await serve({
    workspace: bench.workspace,
    storeDir: join(bench.home, '.stet'),
    viewerDir: VIEWER,
    at: { port: 0 },
    version: 'test',
  })
  return {
    ...bench,
    server,
    open: async (path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => {
        throw error
      })
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(server.origin))
          throw new Error(`the page asked for ${request.url()}`)
      })
      await page.goto(`${server.origin}${path}#key=${server.token}`)
      await page.waitForSelector('main > *', { state: 'attached' })
      return page
    },
    file: async (path, options = {}) => {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })).newPage()
      page.setDefaultTimeout(20_000)
      await page.goto(pathToFileURL(path).href)
      return page
    },
    picture: async (page, name) => {
      await page.screenshot({ path: join(PICTURES, `${name}.png`) })
    },
    close: async () => {
      await browser.close()
      await server.close()
      await bench.close()
    },
  }
}
