import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../bin/stet')
const [LAPTOP, DESK] = [uuidOf('said on the laptop'), uuidOf('said on the desk')]

let root: string
beforeAll(buildBundle, 120_000)
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'stet-ssh-'))
  for (const folder of ['laptop', 'desk', 'bin']) mkdirSync(join(root, folder))
  for (const [home, id] of [
    ['laptop', LAPTOP],
    ['desk', DESK],
  ] as const) {
    put(home, id, 2)
    expect(stet(home, 'inscribe', '--all').status).toBe(0)
  }
  // Runs what it is given in the home of the other machine, as its shell would.
  writeFileSync(
    join(root, 'bin/ssh'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >> ${root}/asked\nfor last; do :; done\ncd ${root}/desk && exec env -i PATH="${root}/bin:$PATH" HOME=${root}/desk sh -c "$last"\n`,
  )
  writeFileSync(join(root, 'bin/stet'), `#!/bin/sh\nexec ${process.execPath} ${BUNDLE} "$@"\n`)
  for (const name of ['ssh', 'stet']) chmodSync(join(root, 'bin', name), 0o700)
  return () => rmSync(root, { recursive: true, force: true })
})

function put(home: string, id: string, rounds: number): void {
  const path = join(root, home, '.claude/projects/-project', `${id}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, transcript({ sessionId: id, rounds }).join(''))
}

function stet(home: string, ...args: readonly string[]) {
  const env = { PATH: `${root}/bin:${process.env.PATH}`, HOME: join(root, home), USER: home }
  return spawnSync(process.execPath, [BUNDLE, ...args], { cwd: join(root, home), env, encoding: 'utf8' })
}

function sessionsOf(home: string): readonly string[] {
  const sessions = JSON.parse(stet(home, 'sessions', '--json').stdout) as readonly { readonly session: string }[]
  return sessions.map(({ session }) => session).sort()
}

it('the record of another machine is reached by ssh, and both have all sessions', () => {
  expect(stet('laptop', 'remote', 'add', 'desk', 'ssh://me@desk:2222')).toMatchObject({ status: 0, stderr: '' })
  const { status, stdout, stderr } = stet('laptop', 'sync', '--json')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject([{ remote: 'desk', pulled: [DESK], pushed: { sessions: 1 } }])
  expect(sessionsOf('desk')).toEqual([DESK, LAPTOP].sort())
  expect(sessionsOf('laptop')).toEqual([DESK, LAPTOP].sort())
  put('desk', LAPTOP, 3)
  expect(stet('desk', 'inscribe', '--all').status).toBe(0)
  expect(JSON.parse(stet('laptop', 'sync', '--json').stdout)).toMatchObject([{ pulled: [LAPTOP] }])
  expect(readFileSync(join(root, 'asked'), 'utf8')).toContain(
    '-p 2222 -o ConnectTimeout=10 -T me@desk stet remote serve',
  )
})

it('a folder of another machine is reached by ssh, whatever it is called', () => {
  const folder = `${root}/desk/it's a drive`
  expect(stet('laptop', 'remote', 'add', 'desk', `ssh://desk${folder}`)).toMatchObject({ status: 0, stderr: '' })
  expect(stet('laptop', 'sync').status).toBe(0)
  expect(sessionsOf('desk')).toEqual([DESK])
  expect(stet('desk', 'remote', 'add', 'drive', folder).status).toBe(0)
  expect(JSON.parse(stet('desk', 'sync', '--json').stdout)).toMatchObject([{ pulled: [LAPTOP] }])
})

it('a machine that does not answer, or that has no stet, is named', () => {
  writeFileSync(join(root, 'bin/ssh'), '#!/bin/sh\nexit 255\n')
  const { status, stderr } = stet('laptop', 'remote', 'add', 'desk', 'ssh://desk')
  expect(status).toBe(1)
  expect(stderr).toContain('desk does not answer')
  writeFileSync(join(root, 'bin/ssh'), '#!/bin/sh\necho "Welcome to desk!"\nexit 127\n')
  expect(stet('laptop', 'remote', 'add', 'desk', 'ssh://desk').stderr).toContain('desk has no stet')
})

it.each(['ssh://-oProxyCommand=x', 'ssh://desk;x', 'ssh://a b', 'ssh://'])('%s is no address', (url) => {
  const { status, stderr } = stet('laptop', 'remote', 'add', 'desk', url)
  expect(status).toBe(64)
  expect(stderr).toContain('A remote cannot be at')
})

it.each([
  ['never ends a line', 'cat /dev/zero'],
  ['says that less than nothing follows', `echo '{"stet":1}'; while read l; do echo '{"found":true,"bytes":-5}'; done`],
  ['gives a failure that is none', `echo '{"stet":1}'; while read l; do echo '{"failed":7}'; done`],
  ['answers with null', `echo '{"stet":1}'; while read l; do echo null; done`],
])('what speaks there and %s is no remote, and keeps nobody waiting', (_, script) => {
  writeFileSync(join(root, 'bin/ssh'), `#!/bin/sh\n${script}\n`)
  const { status, stderr } = stet('laptop', 'remote', 'add', 'desk', 'ssh://desk')
  expect(status).toBe(1)
  expect(stderr).toContain('desk')
  expect(stderr).not.toContain('mistake in Stet')
})
