import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { Failure } from '../../src/model/errors.ts'
import { hashHex } from '../../src/model/id.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import { watch } from '../../src/record/capture/watch.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { readContext } from '../../src/surgery/read-context.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { openRecord, rawOf, sessionIds, sessionOf, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const MB = 1 << 20
/** Megabytes: CI shows that it does not grow with the file, the wide script that it goes on so. */
const LARGE = process.env.STET_WIDE ? 2000 : 100
let folder: string
let project: string
let workspace: Workspace
beforeEach(() => {
  folder = temporaryFolder('bad-entries')
  project = join(folder, 'config/projects/p')
  mkdirSync(project, { recursive: true })
  workspace = { ...openRecord(join(folder, 'store')), configDirs: { 'claude-code': join(folder, 'config') } }
})
afterEach(async () => {
  await closeWorkspace(workspace)
  rmSync(folder, { recursive: true, force: true })
})

function put(name: string, into = project): string {
  const id = uuidOf(name)
  const path = join(into, `${id}.jsonl`)
  writeFileSync(path, transcript({ sessionId: id, rounds: 2, roundBytes: 500 }).join(''))
  return path
}

/** Permissions do not bind root. */
async function unprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid!(65534)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
  }
}

const all = async (from = workspace) => inscribe(from, await findSessionFiles(from), { mayBeGone: () => true })

describe('one bad entry', () => {
  it('a folder that cannot be read is reported, the others are captured', async () => {
    put('good')
    const closed = join(folder, 'config/projects/closed')
    symlinkSync(closed, closed) // as one without permission is; those do not bind root
    const { sessions, failed } = await all()
    expect(sessions).toHaveLength(1)
    expect(failed).toMatchObject([{ path: closed, code: 'file-unreadable' }])
  })

  it('a folder without permission keeps nothing but itself from being found', async () => {
    const path = put('good')
    const closed = ['config/projects/closed', 'codex/sessions/2026/03/18', 'closed/projects'].map((name) =>
      join(folder, name),
    )
    for (const one of closed) mkdirSync(one, { recursive: true })
    const beside = path.slice(0, -'.jsonl'.length)
    for (const side of ['tool-results/open', 'tool-results/closed']) mkdirSync(join(beside, side), { recursive: true })
    writeFileSync(join(beside, 'tool-results/open/a.txt'), 'kept')
    const day = join(folder, 'codex/sessions/2026/03/19')
    mkdirSync(day)
    const rollout = join(day, `rollout-2026-03-19T10-00-00-${uuidOf('codex')}.jsonl`)
    writeFileSync(rollout, '{}\n')
    for (const one of [folder, join(beside, 'tool-results')]) chmodSync(one, 0o755)
    for (const one of [...closed, join(beside, 'tool-results/closed')]) chmodSync(one, 0)
    const found = await unprivileged(async () => ({
      claude: await findSessionFiles(workspace),
      codex: await findSessionFiles({ ...workspace, configDirs: { codex: join(folder, 'codex') } }),
      closed: await findSessionFiles({ ...workspace, configDirs: { 'claude-code': join(folder, 'closed') } }),
      beside: (await claudeCode.files.sideFiles!(path)).others.map(({ name }) => name),
    }))
    expect(found).toEqual({
      claude: [closed[0], path],
      codex: [closed[1], rollout],
      closed: [closed[2]],
      beside: ['tool-results/open/a.txt', 'tool-results/closed'],
    })
  })

  it('a file that vanished since it was found is nothing to report', async () => {
    const [one, two] = [put('one'), put('two')]
    const paths = await findSessionFiles(workspace)
    rmSync(one)
    const { sessions, failed } = await inscribe(workspace, paths, { mayBeGone: () => true })
    expect(failed).toEqual([])
    expect(sessions.map(({ path }) => path)).toEqual([two])
    expect((await inscribe(workspace, [one])).failed).toMatchObject([{ code: 'file-not-found' }])
  })

  it('a side file that is a pipe is reported, the session and the others are captured', async () => {
    const path = put('beside')
    const beside = join(path.slice(0, -'.jsonl'.length), 'tool-results')
    mkdirSync(beside, { recursive: true })
    execFileSync('mkfifo', [join(beside, 'a.txt')])
    writeFileSync(join(beside, 'b.txt'), 'kept')
    const { sessions } = await all()
    expect(sessions).toHaveLength(1)
    expect((await workspace.store.listSideFiles(sessions[0]!.session)).map((file) => file.path)).toEqual([
      'tool-results/b.txt',
    ])
  })

  it('watch lives on where a look fails', async () => {
    put('watched')
    const seen: string[] = []
    const stop = new AbortController()
    let looks = 0
    const store = {
      ...workspace.store,
      async findSource(path: string) {
        if (++looks === 1) throw new Failure('store-full', 'There is no space left.')
        if (looks > 3) stop.abort()
        return workspace.store.findSource(path)
      },
    }
    await watch(
      { ...workspace, store },
      {
        signal: stop.signal,
        intervalMs: 1,
        onInscribed: ({ sessions, failed }) => {
          seen.push(...sessions.map(() => 'captured'), ...failed.map(() => 'failed'))
        },
      },
    )
    expect(seen).toEqual(['failed', 'captured'])
  })
})

describe('lines and files of any size', () => {
  const memory = () => process.memoryUsage().rss

  it('a large side file is recorded with bounded memory', { timeout: 1_800_000 }, async () => {
    const path = put('large beside')
    const beside = join(path.slice(0, -'.jsonl'.length), 'tool-results')
    mkdirSync(beside, { recursive: true })
    const file = openSync(join(beside, 'large.txt'), 'w')
    for (let n = 0; n < LARGE; n++) writeSync(file, `${n} `.padEnd(MB, 'x'))
    closeSync(file)
    const before = memory()
    const { sessions, failed } = await all()
    expect(failed).toEqual([])
    expect(memory() - before).toBeLessThan(150 * MB)
    const [side] = await workspace.store.listSideFiles(sessions[0]!.session)
    let bytes = 0
    for await (const piece of workspace.store.artifacts.stream(side!.artifact)) bytes += piece.length
    expect(bytes).toBe(LARGE * MB)
    expect(await verify(workspace)).toMatchObject({ ok: true })
  })

  it('a line too long to be read is recorded as it is, and what follows it is read', {
    timeout: 1_800_000,
  }, async () => {
    const path = put('long line')
    const file = openSync(path, 'a')
    writeSync(file, '{"type":"user","x":"')
    for (let n = 0; n < 80; n++) writeSync(file, `${n} `.padEnd(MB, 'y'))
    writeSync(file, '"}\n')
    closeSync(file)
    appendFileSync(
      path,
      transcript({ sessionId: uuidOf('long line'), rounds: 3, roundBytes: 500 })
        .slice(-4)
        .join(''),
    )
    const before = memory()
    const { sessions, failed } = await all()
    expect(failed).toEqual([])
    expect(memory() - before).toBeLessThan(350 * MB)
    expect(sessions[0]?.problems).toHaveLength(1)
    const [id] = await sessionIds(workspace)
    const raw = await rawOf(workspace, id!)
    expect(hashHex(raw)).toBe(hashHex(readFileSync(path)))
    expect(await verify(workspace)).toMatchObject({ ok: true })
    const { parts } = await readContext(workspace, await sessionOf(workspace, id!))
    const lines = parts.flatMap((part) => part.lines)
    for (const { start, end, id } of lines) expect(raw.toString('utf8', start, end)).toContain(`"uuid":"${id}"`)
    expect(lines.at(-1)!.start).toBeGreaterThan(80 * MB)
    const checked = memory()
    expect(await check(workspace, id!)).toMatchObject({ byte_exact: true, rerender_exact: true })
    expect(memory() - checked).toBeLessThan(70 * MB) // less than the line
  })

  it('a line that is not finished is kept up to 64 MB, and the rest reported until it ends', {
    timeout: 1_800_000,
  }, async () => {
    const path = put('unfinished')
    const file = openSync(path, 'a')
    writeSync(file, '{"type":"user","x":"')
    ftruncateSync(file, 6 * LARGE * MB) // a hole costs no disk
    closeSync(file)
    const { sessions, failed } = await all()
    expect(sessions).toHaveLength(1)
    expect(failed).toMatchObject([{ path, code: 'line-unfinished' }])
    expect((await all()).failed).toHaveLength(1)
    appendFileSync(path, '"}\n')
    expect((await all()).failed).toEqual([])
    expect((await all()).sessions[0]?.bytes).toBe(6 * LARGE * MB + 3)
  })
})

describe('what was not asked for', () => {
  it('is not taken: another folder of that name, other files in it, links that lead out', async () => {
    const path = join(project, 'my.jsonl')
    writeFileSync(path, transcript({ sessionId: uuidOf('my'), rounds: 1 }).join(''))
    const mine = join(project, 'my')
    mkdirSync(join(mine, 'tool-results'), { recursive: true })
    mkdirSync(join(mine, 'private'))
    const secret = join(folder, 'secret')
    mkdirSync(secret)
    for (const file of [join(mine, 'keys.txt'), join(mine, 'private/a.txt'), join(secret, 'b.txt')])
      writeFileSync(file, 'secret')
    writeFileSync(join(mine, 'tool-results/result.txt'), 'a result')
    symlinkSync(join(secret, 'b.txt'), join(mine, 'tool-results/link.txt'))
    symlinkSync(secret, join(mine, 'tool-results/folder'))
    symlinkSync(secret, join(mine, 'subagents'))
    symlinkSync(secret, join(folder, 'config/projects/elsewhere'))
    put('not asked for', secret)
    const { sessions, failed } = await all()
    expect([sessions.length, failed]).toEqual([1, []])
    const files = await workspace.store.listSideFiles(sessions[0]!.session)
    expect(files.map((file) => file.path)).toEqual(['tool-results/result.txt'])
  })
})
