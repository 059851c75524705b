import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tag } from '../../../src/actions/engagements/tag.ts'
import type { Session } from '../../../src/model/session.ts'
import { openSurgeryBench, type Step, type SurgeryBench } from '../../surgery/bench.ts'

const HERE = import.meta.dirname
const OTHER = '00000000-0000-4000-8000-000000000002'

/** Each operation on `input.jsonl`, and for a merge on `other.jsonl` too; the folder holds what it makes. */
const CASES: Readonly<Record<string, (other: Session) => Step>> = {
  trim: () => ({ kind: 'trim', options: { threshold: 60 } }),
  'trim-everything': () => ({
    kind: 'trim',
    options: { threshold: 40, tools: 'all', toolInputs: true, assistant: -1, images: true, duplicates: true, superseded: true },
  }),
  'compress-before': () => ({ kind: 'compress-before', before: 'round:4' }),
  'compress-engagement': () => ({ kind: 'compress-engagement', engagement: 'word-work' }),
  'extract-engagement': () => ({ kind: 'extract-engagement', engagement: 'word-work' }),
  'drop-rounds': () => ({ kind: 'drop', range: '2-3', kinds: [] }),
  'drop-kinds': () => ({ kind: 'drop', range: 'all', kinds: ['image', 'thinking', 'tool_result'] }),
  split: () => ({
    kind: 'split',
    children: [
      { id: 'word-work', ranges: ['2-3'] },
      { id: 'pictures', ranges: ['5'] },
    ],
  }),
  merge: (other) => ({ kind: 'merge', others: [other] }),
  export: () => ({ kind: 'export' }),
  revive: () => ({ kind: 'revive', keepRecent: 2 }),
  rollover: () => ({ kind: 'rollover', issue: 'issue #12' }),
}

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it.each(Object.keys(CASES))('%s', async (name) => {
  const session = await bench.inscribe(readFileSync(join(HERE, 'input.jsonl')))
  const other = await bench.inscribe(readFileSync(join(HERE, 'other.jsonl')), OTHER)
  await tag(bench.workspace, session, { range: '2-3', engagement: 'word-work' })
  const done = await bench.operate(session, CASES[name]!(other))
  const [operation] = await bench.workspace.store.listOperations()
  const neutral = (text: string) => withNumberedUuids(text.replaceAll(bench.folder, '<folder>'))
  await expect(neutral(`${JSON.stringify(done, null, 2)}\n`)).toMatchFileSnapshot(join(HERE, name, 'answer.json'))
  await expect(neutral(`${JSON.stringify(operation!.plans, null, 2)}\n`)).toMatchFileSnapshot(join(HERE, name, 'plans.json'))
  for (const [at, { path }] of done.sessions.entries()) {
    await expect(neutral(readFileSync(path, 'utf8'))).toMatchFileSnapshot(join(HERE, name, `session-${at + 1}.jsonl`))
  }
})

/** Uuids that Stet made itself depend on the folder a message names: they are numbered in the order they appear. */
function withNumberedUuids(text: string): string {
  const given = ['input.jsonl', 'other.jsonl'].map((name) => readFileSync(join(HERE, name), 'utf8')).join('')
  const made = new Map<string, string>()
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
    if (uuid.startsWith('00000000-') || given.includes(uuid)) return uuid
    if (!made.has(uuid)) made.set(uuid, `<made-${made.size + 1}>`)
    return made.get(uuid)!
  })
}
