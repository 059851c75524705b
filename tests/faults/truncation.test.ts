import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { inscribed, openRecord, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('truncation')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a passing truncation leaves the bare id with what the file is, while it lasts and afterwards', async () => {
  const workspace = openRecord(':memory:')
  const id = uuidOf('session')
  const path = join(folder, `${id}.jsonl`)
  const lines = transcript({ sessionId: id, rounds: 6 })
  const half = lines.slice(0, lines.length >> 1).join('')
  writeFileSync(path, lines.join(''))
  await inscribed(workspace, path)
  truncateSync(path, half.length)
  expect((await inscribed(workspace, path)).id).toBe(`${id}~1`)
  expect((await resolveSession(workspace, id)).id).toBe(`${id}~1`)
  writeFileSync(path, lines.join(''))
  expect((await inscribed(workspace, path)).id).toBe(id)
  expect((await resolveSession(workspace, id)).id).toBe(id)
  expect((await resolveSession(workspace, `${id}~1`)).id).toBe(`${id}~1`)
  expect(await check(workspace, id)).toMatchObject({ session: id, byte_exact: true, differences: [] })
  writeFileSync(path, `${lines.join('').slice(0, -20)}`)
  expect(await check(workspace, id)).toMatchObject({ session: id, byte_exact: false })
  await workspace.store.close()
})
