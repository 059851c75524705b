import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { installPackage } from '../debian.ts'
import { forTests, freePort, type TestServer } from './server.ts'

/** A PostgreSQL for a file of tests, installed from Debian where there is none. */
export function postgresForTests(): Promise<TestServer | undefined> {
  return forTests('PostgreSQL', startPostgres)
}

/** It refuses to be run by root; what it writes needs no disk to be sure of. */
async function startPostgres(): Promise<TestServer> {
  const bin = findPrograms()
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stet-postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['nobody', folder])
  const run = (program: string, ...args: string[]) => {
    const words = [join(bin, program), ...args]
    if (isRoot) words.unshift('setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups')
    execFileSync(words[0]!, words.slice(1), { cwd: folder, stdio: 'ignore', timeout: 60_000 })
  }
  const data = join(folder, 'data')
  const port = await freePort()
  run('initdb', '-D', data, '-U', 'stet', '--auth=trust', '-E', 'UTF8', '--no-sync', '--no-instructions')
  const options = `-p ${port} -k ${folder} -h 127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off`
  run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start')
  return {
    url: `postgres://stet@127.0.0.1:${port}/postgres`,
    stop: async () => {
      run('pg_ctl', '-D', data, '-s', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where the programs of the server are. */
function findPrograms(): string {
  const found = () => {
    const onPath = (process.env.PATH ?? '').split(delimiter).find((folder) => existsSync(join(folder, 'initdb')))
    if (onPath !== undefined) return dirname(realpathSync(join(onPath, 'initdb')))
    const root = '/usr/lib/postgresql'
    const newest = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined
    const folder = join(root, newest ?? '', 'bin')
    return existsSync(join(folder, 'initdb')) ? folder : undefined
  }
  const there = found()
  if (there !== undefined) return there
  installPackage('postgresql')
  const installed = found()
  if (installed === undefined) throw new Error('no initdb here, and apt-get install postgresql did not help')
  return installed
}
