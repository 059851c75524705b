import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { Failure } from '../../src/model/errors.ts'
import { inject } from '../../src/read/inject.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { SearchIndex } from '../../src/record/indexing/search-index.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { parseQuery } from '../../src/search/query/parse-query.ts'
import { search } from '../../src/search/search.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { answers, calls, fileOf, human, type Line, meta, says, summary, thinks } from '../laws/lines.ts'
import { openTestWorkspace } from '../workspace.ts'

const ONE = '5e55f001-0000-4000-8000-000000000001'
const TWO = '5e55f002-0000-4000-8000-000000000002'

let home: string
let workspace: Workspace

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'stet-find-'))
  workspace = await open()
})
afterEach(async () => {
  await closeWorkspace(workspace)
  rmSync(home, { recursive: true, force: true })
})

const open = async (storeDir = join(home, 'store')) => (await openTestWorkspace({ home, storeDir })).workspace

const TALK = [human('u1', null, 'plant apples'), says('a1', 'u1', 'planted'), human('u2', 'a1', 'now pears')]

async function put(id: string, ...lines: readonly Line[]): Promise<string> {
  const path = join(home, `${id}.jsonl`)
  writeFileSync(path, fileOf(...lines))
  await capture(path)
  return path
}

async function capture(path: string): Promise<void> {
  expect((await inscribe(workspace, [path])).failed).toEqual([])
}

async function refs(words: string): Promise<readonly string[]> {
  return (await search(workspace, words)).hits.map((hit) => hit.ref)
}

/** What the index finds by itself, without being caught up. */
async function indexed(words: string): Promise<readonly number[]> {
  return (await workspace.search!.query(parseQuery(words), { limit: 50 })).hits.map((hit) => hit.round)
}

/** Throws the index away as a person would. */
async function deleteIndex(): Promise<void> {
  await closeWorkspace(workspace)
  rmSync(join(home, 'store/search.db'))
  workspace = await open()
}

it('gives rounds that inject takes', async () => {
  await put(ONE, ...TALK)
  const [hit, ...others] = (await search(workspace, 'apples')).hits
  expect(others).toEqual([])
  expect(hit).toMatchObject({ rank: 1, ref: `${ONE}:1`, round: 1, round_id: 'u1', snippet: 'plant apples planted' })
  const round = await inject(workspace, await resolveRef(workspace, hit!.ref, undefined))
  expect(round.text).toContain('plant apples')
})

it('looks at what people and agents said only', async () => {
  await put(
    ONE,
    human('u1', null, [
      { type: 'text', text: 'spoken' },
      { type: 'text', text: '<system-reminder>reminded</system-reminder>' },
    ]),
    thinks('t1', 'u1', 'pondered'),
    calls('c1', 't1', 'toolu_1'),
    answers('r1', 'c1', 'toolu_1', 'printed'),
    meta('m1', 'r1', 'injected'),
    summary('s1', 'm1'),
    says('a1', 's1', 'answered'),
  )
  expect(await refs('spoken answered')).toEqual([`${ONE}:1`])
  for (const word of ['pondered', 'ls', 'printed', 'injected', 'reminded', 'continued']) {
    expect([word, await refs(word)]).toEqual([word, []])
  }
})

it('finds what was typed while a tool ran, which comes with its result', async () => {
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'printed' }
  const typed = [result, { type: 'text', text: 'meanwhile' }]
  await put(ONE, human('u1', null, 'spoken'), calls('c1', 'u1', 'toolu_1'), human('r1', 'c1', typed))
  expect(await refs('meanwhile')).toEqual([`${ONE}:1`])
  expect(await refs('printed')).toEqual([])
})

it('finds what a round goes on to say, with what it said before', async () => {
  const path = await put(ONE, ...TALK)
  appendFileSync(path, fileOf(says('a2', 'u2', 'harvested')))
  await capture(path)
  expect(await indexed('pears harvested')).toEqual([2])
  expect(await indexed('apples')).toEqual([1])
})

it('finds what a fork shares once, and what only it says in it', async () => {
  await put(ONE, ...TALK)
  await put(TWO, ...TALK, says('b2', 'u2', 'otherwise'))
  expect(await refs('apples')).toEqual([`${ONE}:1`])
  expect(await refs('otherwise')).toEqual([`${TWO}:2`])
  const second = await resolveSession(workspace, TWO)
  const inSecond = await search(workspace, 'apples', { session: second })
  expect(inSecond.hits.map((hit) => hit.ref)).toEqual([`${TWO}:1`])
})

it('names the generation of a session that was rewritten', async () => {
  const path = await put(ONE, ...TALK)
  writeFileSync(path, fileOf(human('x1', null, 'plums'), says('y1', 'x1', 'of course')))
  await capture(path)
  expect([await refs('apples'), await refs('plums')]).toEqual([[`${ONE}~0:1`], [`${ONE}~1:1`]])
  const round = await inject(workspace, await resolveRef(workspace, `${ONE}~0:1`, undefined))
  expect(round.text).toContain('apples')
})

it('follows a line that goes on and is read again', async () => {
  const path = join(home, `${ONE}.jsonl`)
  writeFileSync(path, fileOf(...TALK).subarray(0, -1))
  await capture(path)
  appendFileSync(path, fileOf(says('a2', 'u2', 'unseen'), says('a3', 'u2', 'harvested')))
  await capture(path)
  expect(await indexed('harvested')).toEqual([2])
  expect(await verify(workspace)).toMatchObject({ ok: true })
})

it('refuses a limit nobody can mean', async () => {
  for (const limit of [0, 51]) {
    await expect(search(workspace, 'x', { limit })).rejects.toMatchObject({ code: 'usage' })
  }
})

it('what many files say goes into the index together, what another process indexed meanwhile too', async () => {
  const paths = Array.from({ length: 70 }, (_, nth) => {
    const path = join(home, `5e55f003-0000-4000-8000-0000000000${10 + nth}.jsonl`)
    writeFileSync(path, fileOf(human(`u${nth}`, null, `plant tree${nth}`)))
    return path
  })
  const index = workspace.search!
  let writes = 0
  const watched: SearchIndex = {
    ...index,
    async addAll(entries) {
      if (writes++ > 0) return index.addAll(entries)
      await index.add({ ...entries[0]!, rounds: [] }) // one that was first, and of which nothing is found
      await index.add({ ...entries[1]!, to: { ...entries[1]!.to, bytes: 1 } }) // one that did not come as far
      return index.addAll(entries)
    },
  }
  await inscribe({ ...workspace, search: watched }, paths)
  expect(writes).toBe(2)
  expect(await Promise.all([1, 2, 63, 64, 69].map((nth) => indexed(`tree${nth}`)))).toEqual(Array(5).fill([1]))
  expect([...(await index.listMarks()).keys()]).toHaveLength(70)
})

it('a capture succeeds even if the index fails', async () => {
  const path = await put(ONE, ...TALK)
  const fails = () => Promise.reject(new Failure('search-unavailable', 'No index.'))
  appendFileSync(path, fileOf(says('a2', 'u2', 'harvested')))
  const without = { ...workspace, search: { ...workspace.search!, add: fails, addAll: fails, findMark: fails } }
  expect((await inscribe(without, [path])).failed).toEqual([])
  expect(await refs('harvested')).toEqual([`${ONE}:2`])
})

describe('an index that was deleted', () => {
  beforeEach(async () => {
    await put(ONE, ...TALK)
    await deleteIndex()
  })

  it('is made again by the next capture, of a file that did not change too', async () => {
    await capture(join(home, `${ONE}.jsonl`))
    expect(await indexed('apples')).toEqual([1])
  })

  it('is made again by the next capture of a file that grew', async () => {
    appendFileSync(join(home, `${ONE}.jsonl`), fileOf(says('a2', 'u2', 'harvested')))
    await capture(join(home, `${ONE}.jsonl`))
    expect([await indexed('apples'), await indexed('pears harvested')]).toEqual([[1], [2]])
  })

  it('is made again by the next search', async () => {
    expect(await refs('apples')).toEqual([`${ONE}:1`])
  })

  it('is made again by a rebuild, and is no damage', async () => {
    expect(await verify(workspace)).toMatchObject({ ok: true, rebuilt: 0 })
    expect(existsSync(join(home, 'store/search.db'))).toBe(false)
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, rebuilt: 0 })
    expect(await indexed('apples')).toEqual([1])
  })
})

describe('an index that is wrong', () => {
  it('is found by verify and made right by a rebuild', async () => {
    await put(ONE, ...TALK)
    const before = await rows()
    const session = await resolveSession(workspace, ONE)
    const mark = await workspace.search!.findMark(session.id)
    await workspace.search!.forget(session.id)
    const rounds = [{ round: 1, roundId: 'u1' as never, text: 'never said\n' }]
    await workspace.search!.add({ session: session.id, from: undefined, to: mark!, rounds })
    const { damaged } = await verify(workspace)
    expect(damaged.map(({ what }) => what)).toEqual([
      'its search rows are not what its bytes say; run `stet verify --rebuild`',
    ])
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, rebuilt: 1 })
    expect(await rows()).toEqual(before)
    expect([await indexed('never'), await indexed('apples')]).toEqual([[], [1]])
  })

  it('because it is of another record is made right by the next search', async () => {
    await put(ONE, ...TALK)
    await put(TWO, human('x1', null, 'plums'))
    await closeWorkspace(workspace)
    workspace = await open(join(home, 'other'))
    await put(ONE, human('z1', null, 'cherries'))
    await closeWorkspace(workspace)
    cpSync(join(home, 'store/search.db'), join(home, 'other/search.db'))
    workspace = await open(join(home, 'other'))
    expect([await refs('apples'), await refs('plums'), await refs('cherries')]).toEqual([[], [], [`${ONE}:1`]])
  })

  const rows = async () => workspace.search!.listRounds((await resolveSession(workspace, ONE)).id)
})

describe('an index that fails', () => {
  it.each(['findMark', 'add', 'forget'] as const)('in %s does not keep the record from being written', async (verb) => {
    const { search: index } = workspace
    const broken: SearchIndex = {
      ...index!,
      [verb]: async () => {
        throw new Failure('search-unavailable', 'It cannot be used.')
      },
    }
    const path = join(home, `${ONE}.jsonl`)
    writeFileSync(path, fileOf(...TALK))
    const { sessions, failed } = await inscribe({ ...workspace, search: broken }, [path])
    expect([sessions.length, failed]).toEqual([1, []])
    expect(await refs('apples')).toEqual([`${ONE}:1`])
  })
})

it('a file that is only checked is not indexed', async () => {
  const path = join(home, `${ONE}.jsonl`)
  writeFileSync(path, fileOf(...TALK))
  await check(workspace, path)
  expect(await workspace.search!.listMarks()).toEqual(new Map())
})
