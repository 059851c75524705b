import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A folder for a store, another one for each test and gone after it; nothing makes it but the store. */
export function storeFolder() {
  let directory = ''
  beforeEach(() => {
    directory = join(mkdtempSync(join(tmpdir(), 'stet-sqlite-')), 'home')
  })
  afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }))
  return {
    get directory() {
      return directory
    },
    get file() {
      return join(directory, 'sessions.db')
    },
  }
}
