import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackage } from '../debian.ts'
import { forTests, freePort, type TestServer } from './server.ts'

export const SWIFT_KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }

/** Debian's own: it has the module. */
const PYTHON = '/usr/bin/python3'
const STORAGE = ['object', 'container', 'account'] as const

/** OpenStack Swift, which speaks S3: a real server that has nothing to do with the package that asks it. */
export function swiftForTests(): Promise<TestServer | undefined> {
  return forTests('an S3 server', startSwift)
}

async function startSwift(): Promise<TestServer> {
  ensureInstalled()
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stet-swift-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const ports = Object.fromEntries(
      await Promise.all([...STORAGE, 'proxy', 'cache'].map(async (name) => [name, await freePort()] as const)),
    )
    writeSettings(folder, ports)
    children.push(run(folder, 'memcached', ['-l', '127.0.0.1', '-p', `${ports.cache}`, '-u', userInfo().username]))
    for (const name of [...STORAGE, 'proxy'])
      children.push(run(folder, PYTHON, ['-c', SERVER, folder, name, `${ports[name]}`]))
    const url = `http://127.0.0.1:${ports.proxy}`
    for (const name of STORAGE) await answered(`http://127.0.0.1:${ports[name]}/`, () => true)
    await answered(`${url}/healthcheck`, ({ ok }) => ok)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function ensureInstalled(): void {
  const isThere = () => {
    try {
      execFileSync(PYTHON, ['-c', 'import swift'], { stdio: 'ignore' })
      execFileSync('memcached', ['-V'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  if (isThere()) return
  installPackage('python3-swift', 'memcached')
  if (!isThere()) throw new Error('no Swift here, and apt-get install python3-swift memcached did not help')
}

function run(folder: string, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(join(folder, 'log'), 'a')
  return spawn(program, args, { stdio: ['ignore', log, log] })
}

/** Waits for an answer that will do; the servers start one after the other, and the first alone can do nothing. */
async function answered(url: string, willDo: (answer: Response) => boolean): Promise<void> {
  for (let left = 600; left > 0; left--) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && willDo(answer)) return
    await sleep(100)
  }
  throw new Error(`the S3 server did not answer at ${url}`)
}

/** Runs one of Swift's servers on the settings of a folder; rings are made first, each of one device. */
const SERVER = `
import sys
import swift.common.utils as utils
folder, name, port = sys.argv[1:]
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(folder + '/' + name + '.conf', name + '-server', default_port=1))
`

const RINGS = `
import sys
import swift.common.utils as utils
folder = sys.argv[1]
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
from swift.common.ring import RingBuilder
for given in sys.argv[2:]:
    name, port = given.split(':')
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(folder + '/' + name + '.ring.gz')
`

function writeSettings(folder: string, ports: Readonly<Record<string, number>>): void {
  mkdirSync(join(folder, 'srv', 'd1'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
workers = 0
log_level = ERROR
`
  write(
    'swift.conf',
    `[swift-hash]\nswift_hash_path_suffix = stet\nswift_hash_path_prefix = stet\n[storage-policy:0]\nname = one\ndefault = yes\n`,
  )
  for (const name of STORAGE) {
    const main = `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`
    write(`${name}.conf`, common(ports[name]!) + main)
  }
  const filters = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'bulk',
    'slo',
  ]
  const extra: Readonly<Record<string, string>> = {
    cache: `memcache_servers = 127.0.0.1:${ports.cache}\n`,
    s3api: 's3_acl = false\ndns_compliant_bucket_names = false\n',
    tempauth: `user_test_tester = ${SWIFT_KEYS.secretAccessKey} .admin\n`,
  }
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${extra[name] ?? ''}`,
  )
  write(
    'proxy.conf',
    `${common(ports.proxy!)}[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
${sections.join('')}`,
  )
  execFileSync(PYTHON, ['-c', RINGS, folder, ...STORAGE.map((name) => `${name}:${ports[name]}`)], { stdio: 'ignore' })
}
