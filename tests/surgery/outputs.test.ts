import { appendFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inscribe } from '../../src/actions/inscribe.ts'
import { resolveSession } from '../../src/actions/resolve-session.ts'
import type { Operated } from '../../src/actions/surgery/operate.ts'
import { cutSession } from '../../src/actions/surgery/operations.ts'
import { undo } from '../../src/actions/surgery/undo.ts'
import type { Session } from '../../src/model/session.ts'
import { fixtureFiles } from '../corpus/files.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const FIXTURE = readFileSync(fixtureFiles()[0]!.path)
let bench: SurgeryBench
let session: Session

beforeEach(async () => {
  bench = openSurgeryBench()
  session = await bench.inscribe(FIXTURE)
})
afterEach(() => bench.close())

const exported = () => cutSession(bench.workspace, session, { kind: 'export' })

it('a new session that is not in the record yet is taken in when somebody asks for it', async () => {
  const { sessions } = await exported()
  const [made] = sessions
  expect(await bench.workspace.store.findSession(made!.session as Session['id'])).toBeUndefined()
  expect((await resolveSession(bench.workspace, made!.session.slice(0, 8))).id).toBe(made!.session)
})

it('one whose file is gone is not found', async () => {
  const { sessions } = await exported()
  rmSync(sessions[0]!.path)
  await expect(resolveSession(bench.workspace, sessions[0]!.session)).rejects.toMatchObject({
    code: 'session-not-found',
  })
})

it('what was only touched is undone, what somebody went on in is not', async () => {
  const touched = await exported()
  await inscribe(bench.workspace, [touched.sessions[0]!.path])
  utimesSync(touched.sessions[0]!.path, 1, 1)
  expect(await undo(bench.workspace, touched.operation)).toMatchObject({ removed: [touched.sessions[0]!.path] })
  const grown = await exported()
  appendFileSync(grown.sessions[0]!.path, '{}\n')
  await expect(undo(bench.workspace, grown.operation)).rejects.toMatchObject({ code: 'target-exists' })
})

it('lines come from the record where the file says something else by now, though it looks the same', async () => {
  const before = await exported()
  const file = readFileSync(session.source)
  const at = file.indexOf('"content":"') + 12
  file[at] = file[at]! ^ 1
  writeFileSync(session.source, file)
  utimesSync(session.source, new Date(0), new Date(0))
  const after = await exported()
  const linesOf = ({ sessions: [made] }: Operated) =>
    readFileSync(made!.path, 'utf8').replaceAll(made!.session, 'ID').split('\n').slice(1)
  expect(linesOf(after)).toEqual(linesOf(before))
})
