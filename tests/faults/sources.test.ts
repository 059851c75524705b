import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import {
  collect,
  contentsOf,
  damageOf,
  inscribed,
  linksOf,
  openRecord,
  rawOf,
  sessionIds,
  temporaryFolder,
} from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/claude-code')
const folder = temporaryFolder('sources')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = uuidOf('session')
const lines = transcript({ sessionId: id, rounds: 8, roundBytes: 2000 })
const text = lines.join('')
const line = lines[1]!.slice(0, -1)

let workspace: Workspace
let path: string
let tests = 0
beforeEach(() => {
  workspace = openRecord(':memory:')
  const box = join(folder, String(tests++))
  mkdirSync(box)
  path = join(box, `${id}.jsonl`)
})
afterEach(async () => {
  expect(await damageOf(workspace)).toEqual([])
  await workspace.store.close()
})

/** Writes the file anew and inscribes it. */
async function record(content: string | Buffer) {
  writeFileSync(path, content)
  return inscribed(workspace, path)
}

async function expectRaw(session: string, content: string | Buffer): Promise<void> {
  expect((await rawOf(workspace, session)).equals(Buffer.from(content))).toBe(true)
}

/** What the file alone, captured once, gives under the same name. */
async function expectAsIfCapturedOnce(): Promise<void> {
  const clean = openRecord(':memory:')
  await inscribed(clean, path)
  expect(await contentsOf(workspace)).toEqual(await contentsOf(clean))
  await clean.store.close()
}

describe('a file cut short', () => {
  it('is a new generation at every length, and the old one stays', async () => {
    await record(text)
    let generation = 0
    for (let length = text.length - 1; length > 0; length -= 777) {
      truncateSync(path, length)
      const session = await inscribed(workspace, path)
      expect(session.id).toBe(`${id}~${++generation}`)
      await expectRaw(session.id, text.slice(0, length))
    }
    await expectRaw(id, text)
    expect(await linksOf(workspace)).toContain(`${id}~1 rewrite ${id} {}`)
    expect(await linksOf(workspace)).toHaveLength(generation)
  })

  it('to nothing, and written again, goes on with the generation it continues', async () => {
    await record(text)
    const empty = await record('')
    expect(empty.id).toBe(`${id}~1`)
    await expectRaw(empty.id, '')
    expect((await record(text)).id).toBe(id)
    expect((await record(`${text}${line}\n`)).id).toBe(id)
    await expectRaw(id, `${text}${line}\n`)
  })

  it('while it is being read leaves what was read, and the rest is a new generation', async () => {
    const long = transcript({ sessionId: id, rounds: 60, roundBytes: 120_000 }).join('')
    writeFileSync(path, long)
    let cut = false
    await inscribe(workspace, [path], {
      onBytes: () => {
        if (!cut) truncateSync(path, 1_000_000)
        cut = true
      },
    })
    expect(cut).toBe(true)
    const first = await rawOf(workspace, id)
    expect(first.length).toBeGreaterThan(1_000_000)
    expect(first.length).toBeLessThan(long.length)
    expect(long.startsWith(first.toString())).toBe(true)
    expect((await inscribed(workspace, path)).id).toBe(`${id}~1`)
    await expectRaw(`${id}~1`, long.slice(0, 1_000_000))
    await expectRaw(id, first)
  })
})

describe('a file rewritten', () => {
  it('in its middle, in place, to the same length, is a new generation; grown, that one goes on', async () => {
    await record(text)
    const inode = statSync(path).ino
    const changed = text.replace('Please do step 3', 'Please do leap 3')
    const file = openSync(path, 'r+')
    writeSync(file, 'leap', text.indexOf('Please do step 3') + 'Please do '.length)
    closeSync(file)
    expect(statSync(path).ino).toBe(inode)
    expect((await inscribed(workspace, path)).id).toBe(`${id}~1`)
    appendFileSync(path, `${line}\n`)
    expect((await inscribed(workspace, path)).id).toBe(`${id}~1`)
    await expectRaw(id, text)
    await expectRaw(`${id}~1`, `${changed}${line}\n`)
    expect(await linksOf(workspace)).toEqual([`${id}~1 rewrite ${id} {}`])
  })

  it('in its middle and grown before it was looked at is a new generation', async () => {
    await record(text)
    const changed = `${text.replace('Please do step 3', 'Please do leap 3')}${line}\n`
    expect((await record(changed)).id).toBe(`${id}~1`)
    await expectRaw(id, text)
    await expectRaw(`${id}~1`, changed)
  })

  it('in its torn last line is a new generation', async () => {
    await record(text.slice(0, -100))
    expect((await record(`${text.slice(0, -150)}something else\n`)).id).toBe(`${id}~1`)
    await expectRaw(id, text.slice(0, -100))
  })

  it('by a different file of another inode is a new generation', async () => {
    await record(text)
    const other = transcript({ sessionId: id, rounds: 3, seed: 'other' }).join('')
    writeFileSync(`${path}.new`, other)
    renameSync(`${path}.new`, path)
    expect((await inscribed(workspace, path)).id).toBe(`${id}~1`)
    await expectRaw(id, text)
    await expectRaw(`${id}~1`, other)
  })

  it('by an identical copy is the same session, with nothing new', async () => {
    const before = await record(text)
    copyFileSync(path, `${path}.new`)
    renameSync(`${path}.new`, path)
    expect(await inscribed(workspace, path)).toEqual(before)
    expect(await sessionIds(workspace)).toEqual([id])
  })

  it('there and back again is never a third generation', async () => {
    const other = text.replace('Please do step 3', 'Please do leap 3')
    await record(text)
    for (let times = 0; times < 3; times++) {
      expect((await record(other)).id).toBe(`${id}~1`)
      expect((await record(text)).id).toBe(id)
    }
    expect(await sessionIds(workspace)).toEqual([id, `${id}~1`])
  })
})

describe('a copy', () => {
  it('under another id is a fork; its rounds keep their identity and nothing is stored twice', async () => {
    await record(text)
    const sizes = await workspace.store.sizes()
    const copy = join(folder, `${uuidOf('copy')}.jsonl`)
    copyFileSync(path, copy)
    const session = await inscribed(workspace, copy)
    await expectRaw(session.id, text)
    expect(await linksOf(workspace)).toEqual([`${session.id} fork ${id} {"rounds":8}`])
    expect(await roundIds(session.id)).toEqual(await roundIds(id))
    expect((await workspace.store.sizes()).storedBytes).toBe(sizes.storedBytes)
  })

  it('of the same name elsewhere does not take the original over', async () => {
    await record(text)
    const elsewhere = join(folder, 'backup')
    mkdirSync(elsewhere)
    copyFileSync(path, join(elsewhere, `${id}.jsonl`))
    expect((await inscribed(workspace, join(elsewhere, `${id}.jsonl`))).id).toBe(id)
    appendFileSync(path, `${line}\n`)
    expect((await inscribed(workspace, path)).id).toBe(id) // the original goes on as itself
    await expectRaw(id, `${text}${line}\n`)
    expect(await sessionIds(workspace)).toEqual([id])
  })

  it('of its beginning elsewhere is a copy of it, whole lines or not, and takes no name', async () => {
    await record(text)
    const elsewhere = join(folder, 'beginnings')
    mkdirSync(elsewhere)
    const copy = join(elsewhere, `${id}.jsonl`)
    for (const length of [lines[0]!.length, text.length >> 1, text.length - 1]) {
      writeFileSync(copy, text.slice(0, length))
      const { sessions } = await inscribe(workspace, [copy])
      expect(sessions).toMatchObject([{ session: id, new_bytes: 0, bytes: text.length }])
      expect(await sessionIds(workspace)).toEqual([id])
      await expectRaw(id, text)
    }
    expect((await resolveSession(workspace, id)).source).toBe(path)
    expect(await check(workspace, copy)).toMatchObject({ session: id, byte_exact: true })
  })

  it('that is damaged, elsewhere, is a session of its own and takes no name', async () => {
    await record(text)
    const elsewhere = join(folder, 'damaged')
    mkdirSync(elsewhere)
    const copy = join(elsewhere, `${id}.jsonl`)
    writeFileSync(copy, [lines[0], ...lines.slice(2)].join(''))
    expect((await inscribed(workspace, copy)).id).toBe(`${id}~1`)
    expect((await resolveSession(workspace, id)).id).toBe(id)
    expect((await resolveSession(workspace, copy)).id).toBe(`${id}~1`)
  })

  it('of the same name that went on elsewhere is a session of its own, a fork', async () => {
    await record(text)
    const elsewhere = join(folder, 'other-machine')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, `${id}.jsonl`), `${text}${line}\n`)
    expect((await inscribed(workspace, join(elsewhere, `${id}.jsonl`))).id).toBe(`${id}~1`)
    expect(await linksOf(workspace)).toEqual([`${id}~1 fork ${id} {}`])
    appendFileSync(path, `${lines[2]}`)
    expect((await inscribed(workspace, path)).id).toBe(id)
    await expectRaw(id, `${text}${lines[2]}`)
    await expectRaw(`${id}~1`, `${text}${line}\n`)
    expect((await resolveSession(workspace, id)).id).toBe(id)
  })

  it('is captured under its own path', async () => {
    await record(text)
    const elsewhere = join(folder, 'own-path')
    mkdirSync(elsewhere)
    copyFileSync(path, join(elsewhere, `${id}.jsonl`))
    const { sessions } = await inscribe({ ...workspace, cwd: elsewhere }, [`${id}.jsonl`])
    expect(sessions[0]).toMatchObject({ session: id, path: join(elsewhere, `${id}.jsonl`) })
    expect((await workspace.store.findSession(sessions[0]!.session))?.source).toBe(path)
  })

  it('never is the parent of what was recorded before it, also when that is read again from another place', async () => {
    await record(text)
    const copy = join(folder, `${uuidOf('later')}.jsonl`)
    copyFileSync(path, copy)
    const later = await inscribed(workspace, copy)
    const moved = join(folder, 'read-again')
    mkdirSync(moved)
    renameSync(path, join(moved, `${id}.jsonl`))
    await inscribed(workspace, join(moved, `${id}.jsonl`))
    expect(await linksOf(workspace)).toEqual([`${later.id} fork ${id} {"rounds":8}`])
  })

  it('that was moved goes on as the same session', async () => {
    await record(text)
    const moved = join(folder, 'moved')
    mkdirSync(moved)
    renameSync(path, join(moved, `${id}.jsonl`))
    appendFileSync(join(moved, `${id}.jsonl`), `${line}\n`)
    expect((await inscribed(workspace, join(moved, `${id}.jsonl`))).id).toBe(id)
    await expectRaw(id, `${text}${line}\n`)
  })

  it("by the client's own fork is known as one, whichever is recorded first", async () => {
    const fork = join(FIXTURES, 'fork-2.1.325.jsonl')
    const origin = join(folder, `${uuidOf('origin')}.jsonl`)
    writeFileSync(origin, originOf(readFileSync(fork, 'utf8'), uuidOf('origin')))
    const first = await inscribed(workspace, origin)
    const second = await inscribed(workspace, fork)
    expect(await linksOf(workspace)).toEqual([`${second.id} fork ${first.id} {"rounds":2}`])
    expect(first.facts.rounds).toBe(2)
    expect((await roundIds(second.id)).slice(0, 2)).toEqual(await roundIds(first.id))

    const reverse = openRecord(':memory:')
    await inscribed(reverse, fork)
    await inscribed(reverse, origin)
    expect(await linksOf(reverse)).toEqual([`${first.id} fork ${second.id} {"rounds":2}`])
    await reverse.store.close()
  })
})

/** The session the client forked: the lines it copied, under their first id. */
function originOf(fork: string, sessionId: string): string {
  const [sessionOfFork] = /(?<="sessionId":")[^"]+/.exec(fork)!
  const copied = fork.split('\n').filter((line) => line.includes('"uuid"'))
  const own = copied.findIndex((line) => line.includes('"content":"Which word comes last?"'))
  return `${copied.slice(0, own).join('\n').replaceAll(sessionOfFork, sessionId)}\n`
}

describe('a last line', () => {
  it('that is torn is kept, and completed it is read', async () => {
    const torn = await record(text + line.slice(0, 50))
    expect(torn.facts.lines).toBe(lines.length)
    expect(Buffer.from(torn.tail).toString()).toBe(line.slice(0, 50))
    await expectRaw(id, text + line.slice(0, 50))
    await record(`${text}${line}\n`)
    await expectRaw(id, `${text}${line}\n`)
    await expectAsIfCapturedOnce()
  })

  it('that is torn and has another record after it is kept as malformed, and the record is found', async () => {
    await record(text + line.slice(0, 50))
    const session = await record(`${text}${line.slice(0, 50)}${lines[2]}${lines[3]}`)
    await expectRaw(id, `${text}${line.slice(0, 50)}${lines[2]}${lines[3]}`)
    const problems = await workspace.store.listProblems(session.id)
    expect(problems).toEqual([{ line: lines.length + 1, problem: 'a record with something else on its line' }])
    await expectAsIfCapturedOnce()
  })

  it.each([
    ['a newline', '\n'],
    ['a newline and a record', `\n${lines[2]}`],
    ['a carriage return and a newline', `\r\n${lines[2]}`],
    ['another record', lines[2]!],
    ['something else', 'and so on\n'],
    ['something else that is torn', 'and so'],
    ['another record without its newline', lines[2]!.trimEnd()],
    ['spaces', '   '],
  ])('without its newline goes on with %s', async (_, more) => {
    const session = await record(text + line)
    expect(session.facts.lines).toBe(lines.length + 1)
    await record(text + line + more)
    await expectRaw(id, text + line + more)
    expect(await sessionIds(workspace)).toEqual([id])
    expect(await damageOf(workspace)).toEqual([])
    if (more.endsWith('\n')) await expectAsIfCapturedOnce()
    await record(`${text}${line}${more}\n${lines[4]}`)
    await expectAsIfCapturedOnce()
  })

  it('without its newline in a compacted session goes on as a delta', async () => {
    const compacted = transcript({ sessionId: id, rounds: 4, compactAfter: 2 }).join('').trimEnd()
    await record(compacted)
    await record(`${compacted}and so on\n`)
    const types = (await collect(workspace.store.listChain(id as never))).map((commit) => commit.type)
    expect(types).toEqual(['delta', 'compaction', 'delta', 'delta'])
    await expectAsIfCapturedOnce()
  })
})

describe('lines that are no records', () => {
  it.each([
    ['two records on one line', `${line}${lines[2]}`],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['NUL bytes', Buffer.concat([Buffer.alloc(5000), Buffer.from('\n'), Buffer.alloc(70_000)])],
    ['NUL bytes within a record', line.replace('step', 'st\0ep')],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from(line.slice(0, 300)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}\n')]),
    ],
    ['invalid UTF-8 in a record', Buffer.from(`${line.replace('step', 'st\x80\xffep')}\n`, 'latin1')],
    ['half a surrogate pair', `${line.replace('step', '\\ud83d')}\n`],
    ['a byte order mark', `\ufeff${lines[2]}`],
    ['empty lines', `\n\n \n\t\n${lines[2]}`],
    ['JSON that is no object', '[]\nnull\n12\n"text"\n{}\n'],
    ['deep nesting', `${'['.repeat(100_000)}\n${'{"a":'.repeat(10_000)}\n`],
    [
      'fields of the wrong type',
      '{"type":7,"uuid":[],"message":5,"timestamp":{},"parentUuid":3}\n{"type":"user","message":{"content":[7,null]}}\n',
    ],
    ['the name of a prototype', '{"type":"user","__proto__":{"x":1},"uuid":"__proto__","message":{"content":"hi"}}\n'],
    ['a line of the same uuid twice', `${lines[1]}${lines[1]}`],
  ])('%s: every byte is kept, and what follows is read', async (_, odd) => {
    const content = Buffer.concat([
      Buffer.from(text),
      Buffer.from(odd as string),
      Buffer.from('\n'),
      Buffer.from(lines[3]!),
    ])
    const session = await record(content)
    await expectRaw(session.id, content)
    expect(session.facts.rounds).toBeGreaterThanOrEqual(8)

    rmSync(path)
    await workspace.store.close()
    workspace = openRecord(':memory:')
    for (let at = 0; at < content.length; at = Math.min(content.length, at + 9973))
      await record(content.subarray(0, at))
    await record(content)
    await expectAsIfCapturedOnce()
  })
})

async function roundIds(session: string): Promise<readonly string[]> {
  const rows = await workspace.store.listRounds(session as never)
  return rows.filter((row) => row.round > 0).map((row) => row.roundId)
}
