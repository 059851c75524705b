import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { bundleChild, runChild } from './processes.ts'
import { damageOf, inscribed, openRecord, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('odd')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const id = uuidOf('odd')
const text = transcript({ sessionId: id, rounds: 2 }).join('')

let workspace: Workspace
let box: string
let tests = 0
beforeEach(() => {
  workspace = openRecord(':memory:')
  box = join(folder, String(tests++))
  mkdirSync(box)
})
afterEach(async () => {
  expect(await damageOf(workspace)).toEqual([])
  await workspace.store.close()
})

async function failureOf(path: string) {
  const { sessions, failed } = await inscribe(workspace, [path])
  expect(sessions).toEqual([])
  expect(failed).toHaveLength(1)
  return failed[0]!
}

describe('what is no session file', () => {
  it('an empty file of any name is refused; one named as a session is a session without lines', async () => {
    writeFileSync(join(box, 'empty.jsonl'), '')
    expect(await failureOf(join(box, 'empty.jsonl'))).toMatchObject({ code: 'file-not-a-session', message: /is empty/ })
    writeFileSync(join(box, `${id}.jsonl`), '')
    const session = await inscribed(workspace, join(box, `${id}.jsonl`))
    expect(session).toMatchObject({ id, bytes: 0, head: null })
    writeFileSync(join(box, `${id}.jsonl`), text)
    expect((await inscribed(workspace, join(box, `${id}.jsonl`))).id).toBe(id)
    expect((await rawOf(workspace, id)).toString()).toBe(text)
  })

  it('a folder', async () => {
    expect(await failureOf(box)).toMatchObject({ code: 'file-not-a-session' })
  })

  it('a pipe that nobody writes to, without waiting', async () => {
    execFileSync('mkfifo', [join(box, `${id}.jsonl`)])
    expect(await failureOf(join(box, `${id}.jsonl`))).toMatchObject({ code: 'file-not-a-session' })
  })

  it('a socket, a device, a loop of links, a link to nothing, a name too long', async () => {
    const server = createServer().listen(join(box, 's'))
    symlinkSync('loop', join(box, 'loop'))
    symlinkSync('nothing', join(box, 'dangling'))
    const long = join(box, 'x'.repeat(256))
    for (const path of [join(box, 's'), '/dev/null', join(box, 'loop'), join(box, 'dangling'), long]) {
      expect((await failureOf(path)).code).toMatch(/^file-(not-found|unreadable|not-a-session)$/)
    }
    server.close()
  })

  it('a binary file, and text of another kind', async () => {
    writeFileSync(join(box, 'a.jsonl'), Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)))
    writeFileSync(join(box, 'b.jsonl'), 'Dear Sir or Madam,\n')
    for (const name of ['a.jsonl', 'b.jsonl']) {
      expect(await failureOf(join(box, name))).toMatchObject({ code: 'file-not-a-session' })
    }
  })

  it('none of these stops the others of the same run', async () => {
    writeFileSync(join(box, `${id}.jsonl`), text)
    const { sessions, failed } = await inscribe(workspace, [
      box,
      '/dev/null',
      join(box, 'none'),
      join(box, `${id}.jsonl`),
    ])
    expect(failed).toHaveLength(3)
    expect(sessions).toHaveLength(1)
  })
})

describe('names and links', () => {
  const names = [
    'with a\nnewline.jsonl',
    `with "quotes" and 'others'.jsonl`,
    'with.. two dots.jsonl',
    '..leading.jsonl',
    '-rf.jsonl',
    'émoji 🦊.jsonl',
    "'; DROP TABLE sessions; --.jsonl",
    '%00%2e%2e.jsonl',
    'C:\\windows\\path.jsonl',
    `${'n'.repeat(249)}.jsonl`,
    `${'ü'.repeat(124)}.jsonl`,
    'no-extension',
  ]

  it.each(names.map((name) => [name.slice(0, 40), name]))('%j is taken', async (_, name) => {
    const path = join(box, name)
    const nameless = text.replaceAll(/"sessionId":"[^"]*",?/g, '')
    writeFileSync(path, nameless)
    const session = await inscribed(workspace, path)
    expect(session.id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
    expect(session.id).not.toContain('..')
    expect(session.source).toBe(path)
    expect((await rawOf(workspace, session.id)).toString()).toBe(nameless)
    appendFileSync(path, nameless.split('\n')[1]!)
    expect((await inscribed(workspace, path)).id).toBe(session.id)
  })

  it('two names that look alike when made safe are two sessions', async () => {
    const nameless = text.replaceAll(/"sessionId":"[^"]*",?/g, '')
    for (const name of ['a b.jsonl', 'a?b.jsonl', 'a\nb.jsonl']) {
      writeFileSync(join(box, name), nameless)
      await inscribed(workspace, join(box, name))
    }
    expect(await sessionIds(workspace)).toHaveLength(3)
  })

  it.each(['.jsonl', '..jsonl', '...jsonl'])('%j does not make its whole folder a side folder', async (name) => {
    const inner = join(box, 'inner')
    mkdirSync(inner)
    writeFileSync(join(box, 'private.txt'), 'private')
    writeFileSync(join(inner, 'secret.txt'), 'secret')
    writeFileSync(join(inner, `${id}.jsonl`), text)
    const own = text.replaceAll(id, uuidOf('dots'))
    writeFileSync(join(inner, name), own)
    const { sessions, failed } = await inscribe(workspace, [join(inner, name)])
    expect(failed).toEqual([])
    expect(sessions.map((session) => session.path)).toEqual([join(inner, name)])
    expect(await workspace.store.listSideFiles(sessions[0]!.session)).toEqual([])
  })

  it.each(['../escape', '/etc/passwd', '..', 'a/../../b', 'x'.repeat(250), ''])(
    'a session that calls itself %j is kept apart',
    async (name) => {
      const path = join(box, 'anything.jsonl')
      writeFileSync(path, text.replaceAll(id, name))
      const session = await inscribed(workspace, path)
      expect(session.id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/)
      expect(session.id).not.toContain('..')
    },
  )

  it('a symbolic link and a hard link are the file they lead to', async () => {
    writeFileSync(join(box, 'real'), text)
    symlinkSync(join(box, 'real'), join(box, `${id}.jsonl`))
    expect((await inscribed(workspace, join(box, `${id}.jsonl`))).id).toBe(id)
    linkSync(join(box, 'real'), join(box, 'hard.jsonl'))
    expect((await inscribed(workspace, join(box, 'hard.jsonl'))).id).toBe(id)
    expect(await sessionIds(workspace)).toEqual([id])
    expect((await rawOf(workspace, id)).toString()).toBe(text)
  })

  it('a folder next to a session that leads round in circles or to pipes does not hold it up', async () => {
    const beside = join(box, id)
    mkdirSync(join(beside, 'subagents'), { recursive: true })
    writeFileSync(join(box, `${id}.jsonl`), text)
    symlinkSync(box, join(beside, 'circle'))
    symlinkSync('/etc/passwd', join(beside, 'elsewhere.txt'))
    execFileSync('mkfifo', [join(beside, 'pipe.txt'), join(beside, 'subagents', 'agent-abc.jsonl')])
    mkdirSync(join(beside, 'tool-results'))
    writeFileSync(join(beside, 'tool-results', 'line\nbreak.txt'), 'kept')
    const session = await inscribed(workspace, join(box, `${id}.jsonl`))
    expect((await workspace.store.listSideFiles(session.id)).map((file) => file.path)).toEqual([
      'tool-results/line\nbreak.txt',
    ])
  })
})

describe('sizes', () => {
  it('a single line of 200 MB is kept exactly, in memory a few times its size', async () => {
    const path = join(box, `${id}.jsonl`)
    const file = openSync(path, 'w')
    const [before, after] = text.split('\n')[1]!.split('Please do') as [string, string]
    writeSync(file, before)
    const megabyte = Buffer.alloc(1 << 20, 'All work and no play makes a dull line. ')
    for (let written = 0; written < 200; written++) writeSync(file, megabyte)
    writeSync(file, `${after}\n${text}`)
    closeSync(file)
    const script = await bundleChild('inscribe.ts')
    const store = join(box, 'store')
    const { stdout, stderr } = await runChild(script, { store, paths: [path] })
    expect(stderr).toBe('')
    const { peak, newBytes } = JSON.parse(stdout)
    console.log(`a line of 200 MB: ${Math.round(peak / 2 ** 20)} MB at most`)
    expect(newBytes).toBeGreaterThan(200 << 20)
    expect(peak).toBeLessThan(1.5 * 2 ** 30)
    await withRecord(store, async (large) => {
      let at = 0
      const { createReadStream } = await import('node:fs')
      const raw = await rawOf(large, id)
      for await (const chunk of createReadStream(path, { highWaterMark: 8 << 20 }) as AsyncIterable<Buffer>) {
        expect(chunk.equals(raw.subarray(at, at + chunk.length))).toBe(true)
        at += chunk.length
      }
      expect(at).toBe(raw.length)
    })
    rmSync(script)
  })
})
