import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { openStet, type Stet } from '../clients/oracle/stet.ts'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/codex/compaction-0.166.0.jsonl')

let stet: Stet
let head: string
let session: string
beforeAll(async () => {
  buildBundle()
  stet = openStet()
  const { value } = await stet.run('inscribe', FIXTURE)
  head = value.sessions[0].head
  session = value.sessions[0].session
})
afterAll(() => stet.remove())

/** The first lines of a session that was written, as they are. */
function linesOf(path: string): readonly { readonly type: string; readonly payload: Record<string, unknown> }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

it('a context is written as a session, its own first line before the note', async () => {
  const { value } = await stet.run('ctx', 'materialize', head, '--to', 'codex')
  const [first, note, ...rest] = linesOf(value.path)
  expect(first).toMatchObject({ type: 'session_meta', payload: { id: value.session } })
  expect(note).toMatchObject({ type: 'surgery_metadata', payload: { op: 'materialize', context_id: head } })
  expect(rest.filter(({ type }) => type === 'compacted')).toHaveLength(1)
  const { value: captured } = await stet.run('inscribe', value.path)
  expect(captured.sessions).toMatchObject([{ client: 'codex', session: value.session, rounds: 1 }])
})

it('a summary takes the place of everything before it', async () => {
  const summary = join(stet.home, 'summary.txt')
  writeFileSync(summary, 'It was read and patched.')
  const compacted = await stet.run('ctx', 'compact', head, '--summary-file', summary)
  const { value } = await stet.run('ctx', 'materialize', compacted.value.id, '--to', 'codex')
  const [, , compaction] = linesOf(value.path)
  expect(compaction).toMatchObject({ type: 'compacted', payload: { message: 'It was read and patched.' } })
})

it('a sound session needs no doctor, and one without its first line is repaired', async () => {
  expect((await stet.run('doctor', session)).value.problems).toEqual([])
  const broken = join(stet.home, '01a1e26b-0000-7000-8000-000000000001.jsonl')
  const text = readFileSync(FIXTURE, 'utf8')
  writeFileSync(broken, text.slice(text.indexOf('\n') + 1))
  const { value } = await stet.run('doctor', broken)
  expect(value.problems[0].what).toContain('the client refuses the file')
  const repaired = await stet.run('doctor', broken, '--repair')
  const [made] = repaired.value.repaired ?? repaired.value.sessions
  const [first] = linesOf(made.path)
  expect(first).toMatchObject({ type: 'session_meta' })
})

it('an operation is told by lineage and can be undone', async () => {
  const { value } = await stet.run('compress-before', session, 'round:5')
  const [made] = value.sessions
  expect(made).toMatchObject({ client: 'codex', tier: 'native', lost: [] })
  expect(JSON.stringify((await stet.run('lineage', session)).value)).toContain(made.session)
  await stet.run('undo', value.operation)
  expect(existsSync(made.path)).toBe(false)
})
