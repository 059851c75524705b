import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refuseForeign } from '../../src/system/refuse-foreign.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { type Box, buildBundle, openBox, WORDS } from './box.ts'

const isRoot = process.getuid?.() === 0
let box: Box
let store: string
beforeAll(buildBundle)
beforeEach(() => {
  box = openBox()
  store = join(box.home, '.stet')
})
afterEach(() => box.remove())

describe('the store’s folder', () => {
  it.runIf(isRoot)('of another user is refused, with its settings, and nothing in it is touched', () => {
    // only root can give a file to somebody else
    mkdirSync(store)
    writeFileSync(join(store, 'config.toml'), 'archive_command = "touch /tmp/stet-was-here"\n')
    new Database(join(store, 'sessions.db')).close()
    chownSync(store, 12345, 12345)
    for (const args of [['inscribe'], ['sessions'], ['config', 'list']]) {
      const { status, stderr } = box.stet(...args)
      if (args[0] === 'config') continue
      expect([args, status]).toEqual([args, 1])
      expect(stderr).toContain('STET_TRUSTED_STORE=')
    }
    expect(existsSync(join(store, 'search.db'))).toBe(false)
    expect(statSync(join(store, 'sessions.db')).size).toBe(0)
  })

  it.runIf(isRoot)('that this user may not enter is said to be so', () => {
    mkdirSync(store, { mode: 0 })
    chownSync(store, 65534, 65534)
    process.seteuid!(65534)
    try {
      expect(() => refuseForeign(store, [])).toThrow(/^The folder .+ cannot be read by this user\.$/)
    } finally {
      process.seteuid!(0)
    }
  })

  it.runIf(isRoot)('that is a link of one’s own to one of another user is refused, and so is such a file', () => {
    const theirs = join(box.home, 'theirs')
    mkdirSync(theirs)
    chownSync(theirs, 12345, 12345)
    symlinkSync(theirs, store)
    for (const args of [['inscribe'], ['sessions'], ['recover'], ['verify']]) {
      const { status, stderr } = box.stet(...args)
      expect([args, status, stderr]).toEqual([args, 1, expect.stringContaining('belongs to another user')])
    }
    expect(readdirSync(theirs)).toEqual([])
    rmSync(store)
    box.stet('inscribe')
    const settings = join(theirs, 'config.toml')
    writeFileSync(settings, 'archive_command = "touch /tmp/stet-was-here"\n')
    chownSync(settings, 12345, 12345)
    symlinkSync(settings, join(store, 'config.toml'))
    expect(box.stet('sessions').stderr).toContain('belongs to another user')
    chownSync(settings, 0, 0)
    expect(box.stet('sessions').status).toBe(0)
  })

  it('that is a link to a folder of one’s own is used, and made private there', () => {
    const mine = join(box.home, 'mine')
    mkdirSync(mine)
    chmodSync(mine, 0o755)
    symlinkSync(mine, store)
    expect(box.stet('inscribe').status).toBe(0)
    expect(statSync(mine).mode & 0o777).toBe(0o700)
  })

  it.runIf(isRoot)('of one’s own with a file of another user is refused too', () => {
    box.stet('inscribe')
    chownSync(join(store, 'sessions.db'), 12345, 12345)
    expect(box.stet('sessions').stderr).toContain('belongs to another user')
    chownSync(join(store, 'sessions.db'), 0, 0)
    expect(box.stet('sessions').status).toBe(0)
  })

  it('of one’s own that others may enter is made private', () => {
    box.stet('inscribe')
    chmodSync(store, 0o777)
    chmodSync(join(store, 'sessions.db'), 0o666)
    expect(box.stet('sessions').status).toBe(0)
    expect([statSync(store).mode & 0o777, statSync(join(store, 'sessions.db')).mode & 0o777]).toEqual([0o700, 0o600])
  })
})

describe('what is not Stet’s', () => {
  it.each([
    ['a database of another program', (path: string) => makeDatabase(path)],
    ['a text', (path: string) => writeFileSync(path, 'my own notes\n')],
  ])('%s as search.db is neither written to nor taken away', (_, make) => {
    box.stet('inscribe')
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(store, `search.db${suffix}`), { force: true })
    make(join(store, 'search.db'))
    const before = readFileSync(join(store, 'search.db'))
    expect(box.stet('inscribe').status).toBe(0)
    expect(box.stet('search', 'anything').stderr).toContain('not a search index of Stet')
    expect(readFileSync(join(store, 'search.db')).equals(before)).toBe(true)
  })

  it('a database of another program as sessions.db is refused', () => {
    mkdirSync(store, { mode: 0o700 })
    makeDatabase(join(store, 'sessions.db'))
    const before = readFileSync(join(store, 'sessions.db'))
    expect(box.stet('inscribe').stderr).toContain('not a store of Stet')
    expect(readFileSync(join(store, 'sessions.db')).equals(before)).toBe(true)
  })

  it('a file where the store’s folder is to be is named', () => {
    writeFileSync(store, 'kept')
    for (const args of [['sessions'], ['inscribe'], ['inscribe', '--store', join(store, 'in it')]]) {
      const { status, stderr } = box.stet(...args)
      expect([args, status, stderr.split('\n')[0]]).toEqual([args, 1, '<box>/home/.stet is not a folder.'])
    }
    expect(readFileSync(store, 'utf8')).toBe('kept')
  })

  it('no command writes over the databases of the store, not even by force', () => {
    box.stet('inscribe')
    const before = readFileSync(join(store, 'sessions.db'))
    const { status, stderr } = box.stet('backup', join(store, 'sessions.db'), '--force')
    expect([status, stderr]).toEqual([1, expect.stringContaining('belongs to the store itself')])
    expect(box.stet('export', WORDS, '--to', 'raw', '--out', join(store, 'search.db'), '--force').status).toBe(1)
    expect(box.stet('backup', join(store, 'copy.db')).status).toBe(0)
    expect(readFileSync(join(store, 'sessions.db')).equals(before)).toBe(true)
  })

  it('a pipe or a device as a file of the store is refused at once', () => {
    for (const name of ['config.toml', 'sessions.db', 'search.db']) {
      rmSync(store, { recursive: true, force: true })
      mkdirSync(store, { mode: 0o700 })
      execFileSync('mkfifo', [join(store, name)])
      const { status } = box.stet('sessions')
      expect([name, status]).toEqual([name, 1])
    }
  })
})

function makeDatabase(path: string): void {
  const database = new Database(path)
  database.exec('CREATE TABLE mine (x); INSERT INTO mine VALUES (1)')
  database.close()
}
