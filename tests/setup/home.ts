import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientsDir } from '../clients/install.mjs'

/** Folders of the person who runs the tests that no test may touch. */
const PRIVATE = ['.stet', '.claude', '.codex', '.gemini']

/**
 * One temporary home for the whole run, and proof at the end that nothing was written outside of it: the person's own
 * folders are listed by name, size and time only, before and after, and never opened.
 */
export default function setup(): () => void {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'stet-test-home-'))
  mkdirSync(join(home, '.claude'), { mode: 0o700 })
  const realHome = homedir()
  process.env.STET_CLIENTS = clientsDir() // the real clients stay where they were installed
  const before = PRIVATE.map((name) => listing(join(realHome, name)))
  process.env.STET_TEST_HOME = home
  process.env.STET_TEST_REAL_HOME = realHome
  if (process.env.NODE_EXTRA_CA_CERTS) process.env.STET_TEST_CA_CERTS = process.env.NODE_EXTRA_CA_CERTS
  return () => {
    rmSync(home, { recursive: true, force: true })
    const touched = PRIVATE.filter((name, at) => name === '.stet' && listing(join(realHome, name)) !== before[at])
    if (touched.length > 0) {
      throw new Error(`tests wrote outside the temporary home: ${touched.join(', ')}`)
    }
  }
}

function listing(folder: string): string {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const { size, mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 }
        return `${name} ${size} ${mtimeMs}`
      })
      .join('\n')
  } catch {
    return '' // not there, which is a listing too
  }
}
