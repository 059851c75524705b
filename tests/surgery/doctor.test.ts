import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { examine, repair } from '../../src/care/doctor.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { Diagnosis } from '../../src/clients/client.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { SessionId } from '../../src/model/id.ts'
import { corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { openTestWorkspace } from '../workspace.ts'
import { DAMAGED, fileOf, type Line, SOUND, UNDAMAGED } from './damaged.ts'
import { fileFaults } from './file-faults.ts'

const bench = await openTestWorkspace()
const { home, workspace } = bench
afterAll(() => bench.close())

let files = 0
function put(lines: readonly Line[]): string {
  const path = join(home, `d0c70000-0000-4000-8000-${String(++files).padStart(12, '0')}.jsonl`)
  writeFileSync(path, fileOf(lines))
  utimesSync(path, 0, 0)
  return path
}

const conversation = (path: string) => claudeCode.context.conversation(readFileSync(path))
const NOTHING = { all: false }

describe('a damaged session', () => {
  it.each(DAMAGED)('$name: is found', async ({ lines, problems, before, after }) => {
    const path = put(lines)
    const found = await examine(workspace, [path], NOTHING)
    expect(found.sessions).toMatchObject([{ path, messages_before: before, messages_after: after }])
    expect(found.sessions[0]!.problems.map(({ where, what }) => [where, what])).toEqual(
      problems.map(([line, what]) => [`line ${line}`, expect.stringContaining(what)]),
    )
    expect(found.problems).toHaveLength(problems.length)
    expect(found.problems[0]!.where).toBe(`${found.sessions[0]!.session} line ${problems[0]![0]}`)
  })

  it.each(DAMAGED)('$name: is repaired', async ({ lines, after, isWhole }) => {
    const path = put(lines)
    const shown = conversation(path)
    const repaired = await repair(workspace, [path], NOTHING)
    expect(readFileSync(path).equals(fileOf(lines)), 'the source was changed').toBe(true)
    const [session] = repaired.sessions
    expect(repaired).toMatchObject({ operation: expect.stringMatching(/^op-/), kind: 'repair' })
    expect(session).toMatchObject({ messages_after: after, resume: `claude --resume ${session!.session}` })

    expect(fileFaults(readFileSync(session!.path), session!.session)).toEqual([])
    const said = conversation(session!.path).map(withoutIds)
    expect(said).toEqual(expect.arrayContaining(shown.map(withoutIds)))
    if (isWhole) expect(said).toEqual(claudeCode.context.conversation(fileOf(SOUND)).map(withoutIds))

    const again = await examine(workspace, [session!.path], NOTHING)
    expect(again).toMatchObject({ problems: [], sessions: [{ messages_before: after, messages_after: after }] })
    await expect(repair(workspace, [session!.session], NOTHING)).rejects.toMatchObject({ code: 'nothing-to-do' })
  })
})

it('rounds keep their numbers and what they come from, and the operation can be undone', async () => {
  const { lines } = DAMAGED[0]!
  const path = put(lines)
  const repaired = await repair(workspace, [path], NOTHING)
  const { operation, sessions, from } = repaired
  const source = await workspace.store.listRounds(from[0] as SessionId)
  const rounds = await workspace.store.listRounds(sessions[0]!.session as SessionId)
  const identity = ({ round, roundId }: { round: number; roundId: string }) => [round, roundId]
  expect(rounds.filter((row) => row.round > 0).map(identity)).toEqual(
    source.filter((row) => row.round > 0).map(identity),
  )
  expect(rounds.filter((row) => row.round > 0).every((row) => row.active)).toBe(true)
  const session = await workspace.store.findSession(sessions[0]!.session as SessionId)
  expect(session!.facts.surgery).toMatchObject({ kind: 'repair', parents: from, origins: [{ session: from[0] }] })
  const recorded = (await workspace.store.listOperations()).find(({ id }) => id === operation)
  expect(recorded).toMatchObject({
    kind: 'repair',
    sources: from,
    undoneAt: null,
    outputs: [{ path: sessions[0]!.path }],
  })
})

it('several sessions are one operation, and those that are whole are left alone', async () => {
  const [one, two, sound] = [put(DAMAGED[0]!.lines), put(DAMAGED[2]!.lines), put(SOUND)]
  const out = join(home, 'several')
  const { sessions, operation } = await repair(workspace, [one, sound, two], { ...NOTHING, out })
  expect(operation).toBeDefined()
  expect(sessions.map((session) => session.path.startsWith(out))).toEqual([true, true])
  expect(sessions.map((session) => session.messages_after)).toEqual([10, 10])
})

it('a dry run writes nothing', async () => {
  const value = await repair(workspace, [put(DAMAGED[0]!.lines)], { ...NOTHING, dryRun: true })
  expect(value.operation).toBeUndefined()
  expect(() => readFileSync(value.sessions[0]!.path)).toThrow('ENOENT')
})

function diagnose(file: Buffer): Diagnosis {
  const examiner = claudeCode.repair.examiner()
  for (const line of linesOf(file)) examiner.add(line)
  return examiner.diagnose()
}

describe('not damaged', () => {
  it.each(UNDAMAGED)('$name', ({ lines }) => {
    const { problems, messagesBefore, messagesAfter } = diagnose(fileOf(lines))
    expect(problems).toEqual([])
    expect(messagesAfter).toBe(messagesBefore)
  })

  it.each(fixtureFiles())('$name', ({ path }) => {
    expect(diagnose(readFileSync(path)).problems).toEqual([])
  })
})

/** Transcripts of the corpus in which something is wrong, each looked at by hand: how often, and what. */
const TRULY_DAMAGED: Readonly<Record<string, readonly [problems: number, why: string]>> = {
  'claude_code_auth_fix.jsonl': [10, 'made by hand: answers as lines of a type of their own'],
  'representative_messages.jsonl': [10, 'made by hand: no line has a parent'],
  '0a93878f-dc30-4a5d-882f-3cd81cd3d499.jsonl': [1, 'a reply that was never written, twelve seconds'],
  'edit-tool-variants.jsonl': [2, 'comments above the lines'],
  'read-tool-variants.jsonl': [2, 'comments above the lines'],
  'images-in-user-messages.jsonl': [2, 'comments above the lines'],
  'general-tool-calls.jsonl': [2, 'comments above the lines'],
}

it('tells damage in real transcripts, and nothing that is none', () => {
  const files = corpusFiles()
  const found = files.flatMap(({ path }) => {
    const { problems, messagesBefore, messagesAfter } = diagnose(readFileSync(path))
    return problems.length === 0 && messagesBefore === messagesAfter ? [] : [{ path, problems: problems.length }]
  })
  const known = ({ path }: { path: string }) => Object.entries(TRULY_DAMAGED).find(([name]) => path.endsWith(name))
  expect(found.filter((file) => !known(file))).toEqual([])
  for (const file of found) expect(file.problems, file.path).toBe(known(file)![1][0])
  const problems = found.reduce((sum, file) => sum + file.problems, 0)
  console.log(`doctor: ${files.length} real transcripts, ${found.length} damaged, ${problems} problems, 0 false alarms`)
})

/** Ids of calls may be new in a repaired session. */
function withoutIds(block: string): string {
  const { role, content } = JSON.parse(block)
  return JSON.stringify({ role, ...content, id: undefined, tool_use_id: undefined })
}
