import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressionsFolder } from '../../src/brief/compressions.ts'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { collectGarbage } from '../../src/care/collect.ts'
import { forget } from '../../src/care/forget.ts'
import { verify } from '../../src/care/verify.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { receive } from '../../src/record/capture/receive.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { search } from '../../src/search/search.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

/** Only said in the session that goes; no stemmer makes another of it. */
const WORD = 'zyxomma'
const GONE = '60e00000-0000-4000-8000-000000000001'
const STAYS = '57a15000-0000-4000-8000-000000000002'

let test: TestWorkspace
beforeEach(async () => {
  test = await openTestWorkspace()
})
afterEach(() => test.close())

const store = () => join(test.home, 'store')
const project = () => join(test.home, '.claude/projects/-project')

/** A session of as many rounds, captured round by round as a client writes it: rows grow, and move to other pages. */
async function record(id: string, word: string, rounds: number): Promise<void> {
  const path = join(project(), `${id}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  let parent: string | null = null
  let lines = ''
  for (let at = 0; at < rounds; at++) {
    const said = [
      human(`${id}-u${at}`, parent, `${word}${at} is a word that only this session has`),
      says(`${id}-a${at}`, `${id}-u${at}`, `It is ${word}${at}, and ${word}.`),
    ]
    parent = `${id}-a${at}`
    lines += fileOf(...said)
    writeFileSync(path, lines)
    await inscribe(test.workspace, [path])
  }
}

const filesWithWord = () =>
  (readdirSync(store(), { recursive: true, encoding: 'utf8' }) as string[])
    .filter((name) => statSync(join(store(), name)).isFile())
    .filter((name) => readFileSync(join(store(), name), 'latin1').toLowerCase().includes(WORD))
    .map((name) => name.replace(/-(wal|shm)$/, ''))

describe('after forget and gc', () => {
  it('no file of the record has a word of the session, and what stays is whole', async () => {
    const { workspace } = test
    for (let at = 0; at < 4; at++) await record(`${STAYS.slice(0, -1)}${at}`, 'kept', 12)
    await record(GONE, WORD, 40)
    const session = await resolveSession(workspace, GONE)
    const { tag } = await compress(workspace, session, DEFAULT_REQUEST, { out: compressionsFolder(store()) })
    const folder = join('compressions', tag)
    expect(filesWithWord()).toEqual(expect.arrayContaining(['sessions.db', 'search.db', `${folder}/prompt.md`]))

    const { forgotten } = await forget(workspace, [session])
    expect(forgotten).toMatchObject([{ session: GONE, files: [join(store(), folder)] }])
    expect(existsSync(join(store(), folder))).toBe(false)
    await collectGarbage(workspace)
    expect(filesWithWord()).toEqual([])
    expect((await search(workspace, 'kept5')).hits).not.toEqual([])
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [] })
    expect(await workspace.store.collect({ now: '2026-01-01T00:00:00.000Z', dryRun: true })).toMatchObject({
      leavesWords: false,
    })
  })

  it('nothing is left of a file that another machine sent, and none of it is kept when it is sent again', async () => {
    const { workspace } = test
    const bytes = Buffer.from(fileOf(human('u1', null, `${WORD} was sent`)))
    const sent = { user: 'bob', machine: 'desk', path: `/home/bob/${GONE}.jsonl`, offset: 0, bytes }
    await receive(workspace, sent)
    expect(filesWithWord().length).toBeGreaterThan(0)
    await forget(workspace, [await resolveSession(workspace, GONE)])
    await collectGarbage(workspace)
    await expect(receive(workspace, sent)).rejects.toMatchObject({ code: 'session-forgotten' })
    expect(filesWithWord()).toEqual([])
  })
})
