import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../../src/system/sqlite/database.ts'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe')
})
afterAll(() => box.remove())

const change = (sql: string) => {
  const database = new Database(join(box.home, '.stet/sessions.db'))
  database.pragma('foreign_keys = OFF')
  database.exec(sql)
  database.close()
}

it('counts commits of no session too', () => {
  const { context_id } = box.json('ctx', 'current', '--session', WORDS) as { context_id: string }
  expect(box.json('verify')).toMatchObject({ ok: true, counts: { commits: 3 } })
  box.json('ctx', 'snapshot', context_id)
  expect(box.json('verify')).toMatchObject({ ok: true, counts: { commits: 4 } })
})

it('says what it would rebuild, and rebuilds', () => {
  change(`UPDATE rounds SET chars = chars + 1 WHERE session_id = '${WORDS}'`)
  const broken = [{ where: `session ${WORDS}`, what: expect.stringContaining('its rounds are not those') }]
  expect(box.json('verify')).toMatchObject({ ok: false, damaged: broken, rebuilt: 0 })
  expect(box.json('verify', '--quick')).toMatchObject({ ok: true, compared: 0, rebuilt: 0 })
  expect(seen(box.stet('verify', '--quick'))).toContain(': nothing recorded is damaged.')
  expect(box.json('verify', '--rebuild', '--dry-run')).toMatchObject({ ok: false, damaged: broken, rebuilt: 1 })
  expect(seen(box.stet('verify', '--rebuild', '--dry-run'))).toContain('of 1 session would be computed again.')
  expect(box.json('verify')).toMatchObject({ ok: false, rebuilt: 0 })
  expect(seen(box.stet('verify', '--rebuild'))).toContain('of 1 session was computed again.')
  expect(box.json('verify')).toMatchObject({ ok: true, compared: 3, rebuilt: 0 })
})

it('names what leads to nothing', () => {
  change("DELETE FROM commits WHERE commit_type = 'delta' AND commit_id IN (SELECT parent FROM commits)")
  const { ok, damaged } = box.json('verify') as { ok: boolean; damaged: { where: string; what: string }[] }
  expect(ok).toBe(false)
  expect(damaged).toContainEqual({
    where: expect.stringMatching(/^commit ctx-/),
    what: expect.stringMatching(/^its parent ctx-\w+ is missing$/),
  })
})
