import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackage } from '../debian.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where the browser is; where there is none, Debian's is installed. Undefined, with a word on why, where it cannot be. */
function findBrowser(): string | undefined {
  const found = () => process.env.STET_CHROMIUM ?? PLACES.find((path) => existsSync(path))
  if (found() !== undefined) return found()
  installPackage('chromium')
  return found()
}

/** A browser for a file of tests; undefined where none can be had, which in CI is an error. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = findBrowser()
  if (executablePath !== undefined) return chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const why = 'no Chromium here, and apt-get install chromium did not help'
  if (process.env.CI) throw new Error(why)
  console.warn(`tests in the browser do not run: ${why}`)
  return undefined
}
