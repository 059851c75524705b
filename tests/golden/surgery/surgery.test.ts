import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tag } from '../../../src/work/tag.ts'
import type { Operated } from '../../../src/surgery/operated.ts'
import { COMMANDS } from '../../../src/commands/all.ts'
import type { Call } from '../../../src/commands/kit/call.ts'
import { readFields } from '../../../src/commands/kit/read-fields.ts'
import { faultsIn, frozen, openSurgeryBench, type SurgeryBench } from '../../surgery/bench.ts'
import { GOLDEN_CASES, type GoldenCase } from './cases.ts'

const HERE = import.meta.dirname
const OTHER = '00000000-0000-4000-8000-000000000002'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

/** Each folder is a case: what `case.json` asks for, done to `input.jsonl`, with `other.jsonl` in the record too. */
it.each(GOLDEN_CASES)('$name', async (golden) => {
  const sources = ['input.jsonl', 'other.jsonl'].map((name) => readFileSync(join(HERE, name)))
  const session = await bench.inscribe(sources[0]!)
  const other = await bench.inscribe(sources[1]!, OTHER)
  await tag(bench.workspace, session, { range: '2-3', engagement: 'word-work' })
  const before = await frozen(bench, [session.source, other.source])
  const done = await run(golden)
  const [operation] = await bench.workspace.store.listOperations()
  const neutral = (text: string) => withNumberedUuids(text.replaceAll(bench.folder, '<folder>'))
  await expect(neutral(`${JSON.stringify(done, null, 2)}\n`)).toMatchFileSnapshot(join(HERE, golden.name, 'answer.json'))
  await expect(neutral(`${JSON.stringify(operation!.plans, null, 2)}\n`)).toMatchFileSnapshot(
    join(HERE, golden.name, 'plans.json'),
  )
  for (const [at, made] of done.sessions.entries()) {
    expect(faultsIn(made, sources)).toEqual([]) // the client resumes it
    await expect(neutral(readFileSync(made.path, 'utf8'))).toMatchFileSnapshot(
      join(HERE, golden.name, `session-${at + 1}.jsonl`),
    )
  }
  expect(await frozen(bench, [session.source, other.source])).toEqual(expect.arrayContaining([...before]))
})

/** What the command answers at the bench, when the record has what it wrote. */
async function run({ command: name, input: given }: GoldenCase): Promise<Operated> {
  const command = COMMANDS.find((one) => one.name === name)!
  const read = readFields({ ...command.arguments, ...command.options }, given, (field) => field)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const call: Partial<Call<unknown>> = {
    input: read.input,
    dryRun: false,
    signal: new AbortController().signal,
    workspace: async () => bench.workspace,
    session: (id) => bench.session(id),
    sessions: (ids) => Promise.all(ids.map((id) => bench.session(id))),
    heard: () => undefined,
  }
  const answer = await command.run(call as never)
  if (!('value' in answer)) throw new Error(`${name} is no operation`)
  await answer.afterwards?.()
  return answer.value as Operated
}

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
