import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Session } from '../../src/model/session.ts'
import { inject } from '../../src/read/inject.ts'
import { listRounds } from '../../src/read/rounds.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { conversation, DEFAULT_VERSION, resume } from '../clients/claude-code.ts'
import { findClaude } from '../clients/install.mjs'
import { fixtureFiles } from '../corpus/files.ts'
import { answers, calls, fileOf, human, says } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'
import { faultsOf } from './output.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

/** The rounds whose lines are in the session, and not only a row of an index. */
async function heldBy(session: Session): Promise<readonly number[]> {
  const rounds = await listRounds(bench.workspace, session)
  return rounds.filter(({ indexed }) => !indexed).map(({ round }) => round)
}

it('work that goes on in a new session gets new numbers, and old ones keep their meaning', {
  timeout: 120_000,
}, async ({ skip }) => {
  if (!findClaude(DEFAULT_VERSION)) {
    if (process.env.CI === 'true') throw new Error(`Claude Code ${DEFAULT_VERSION} is not installed`)
    skip(`Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)
  }
  const fixture = fixtureFiles().find((file) => file.name.startsWith(`subagent-large-output-${DEFAULT_VERSION}`))!
  const original = await bench.inscribeFile(fixture.path)
  const cut = await bench.made(await bench.operate(original, { kind: 'compress-before', before: 'round:3' }))
  const went = await resume(cut.source, { prompt: 'And now?', script: [{ content: ['Now we go on.'] }] })
  expect(went.ok, went.stdout + went.stderr).toBe(true)
  writeFileSync(cut.source, went.after!)

  const grown = await bench.inscribeFile(cut.source)
  expect(grown.id).toBe(cut.id)
  expect(await heldBy(grown)).toEqual([3, 4, 5])
  expect(await textOf(`${grown.id}:1`)).toBe(await textOf(`${original.id}:1`))
  expect(await textOf(`${grown.id}:5`)).toContain('Now we go on.')

  const again = await bench.made(await bench.operate(grown, { kind: 'compress-before', before: 'round:5' }))
  expect(faultsOf(again.source)).toEqual([])
  expect(await heldBy(again)).toEqual([5])
  for (const number of [1, 2, 3, 4])
    expect(await textOf(`${again.id}:${number}`)).toBe(await textOf(`${original.id}:${number}`))
  expect(
    (await inject(bench.workspace, await resolveRef(bench.workspace, `${again.id}:5`, undefined))).origins,
  ).toEqual([`${grown.id}:5`])

  const last = await resume(again.source)
  const said = conversation(last.messages!, last.prompt).map((block) => block.text ?? '')
  expect(said.filter((text) => text.includes('<!-- stet:index'))).toHaveLength(1)
  expect(said).toContain('And now?')
})

it('a fork by the client, which drops our first line, keeps the numbers of an index and where they lead', async () => {
  const fixture = fixtureFiles().find((file) => file.name.startsWith('subagent-large-output'))!
  const original = await bench.inscribeFile(fixture.path)
  const cut = await bench.made(await bench.operate(original, { kind: 'compress-before', before: 'round:3' }))
  const id = '00000000-0000-4000-8000-0000000000fc'
  const forked = readFileSync(cut.source, 'utf8').replaceAll(cut.id, id).split('\n').slice(1).join('\n')
  const fork = await bench.inscribe(Buffer.from(forked.replaceAll(`session=${id}`, `session=${cut.id}`)), id)
  expect((await listRounds(bench.workspace, fork)).map((round) => round.round)).toEqual([3, 4])
  const made = await bench.made(await bench.operate(fork, { kind: 'export' }))
  for (const number of [1, 2])
    expect(await textOf(`${made.id}:${number}`)).toBe(await textOf(`${original.id}:${number}`))
})

it('a session that ends with the index can be continued', async () => {
  const rounds = [1, 2, 3].flatMap((nth) => [
    human(`h${nth}`, nth === 1 ? null : `s${nth - 1}`, `Prompt ${nth}.`),
    says(`s${nth}`, `h${nth}`, `Answer ${nth}.`),
  ])
  const cut = await bench.made(
    await bench.operate(await bench.inscribe(fileOf(...rounds)), { kind: 'drop', range: '2-3', kinds: [] }),
  )
  const id = '00000000-0000-4000-8000-0000000000fd'
  const fork = await bench.inscribe(Buffer.from(readFileSync(cut.source, 'utf8').split('\n').slice(1).join('\n')), id)
  const made = await bench.made(await bench.operate(fork, { kind: 'drop', range: '1', kinds: [] }))
  for (const number of [1, 2, 3]) expect(await textOf(`${made.id}:${number}`)).toContain(`Answer ${number}.`)
})

it('what was done in a round after its origin is read, too', async () => {
  const session = await bench.inscribe(fileOf(human('a', null, 'Do it.'), says('b', 'a', 'Done.')))
  const made = await bench.made(await bench.operate(session, { kind: 'export' }))
  const { timestamp: _, ...line } = says('c', 'b', 'And more.')
  appendFileSync(made.source, fileOf({ ...line, timestamp: '2026-02-01T00:00:00.000Z' }))
  const grown = await bench.inscribeFile(made.source)
  expect(await textOf(`${grown.id}:1`)).toContain('And more.')
})

it('a notice leads to what was recorded, also when the file was rewritten since', async () => {
  const file = (text: string) =>
    fileOf(human('a', null, 'Do it.'), calls('b', 'a', 'toolu_1'), answers('c', 'b', 'toolu_1', text.repeat(500)))
  const session = await bench.inscribe(file('as it was '))
  const made = await bench.made(await bench.operate(session, { kind: 'trim' }))
  const [ref] = /[^ ]+:1:\d+(?=\])/.exec(readFileSync(made.source, 'utf8'))!
  await bench.inscribe(file('rewritten since '))
  expect((await bench.session(`${session.id}~1`)).generation).toBe(1)
  expect(await textOf(ref)).toContain('as it was')
})

async function textOf(ref: string): Promise<string> {
  return (await inject(bench.workspace, await resolveRef(bench.workspace, ref, undefined))).text
}

it('a row whose session is not in the record names that session', async () => {
  const fixture = fixtureFiles().find((file) => file.name.startsWith('subagent-large-output'))!
  const original = await bench.inscribeFile(fixture.path)
  const { sessions } = await bench.operate(original, { kind: 'compress-before', before: 'round:3' })
  const elsewhere = openSurgeryBench()
  const alone = await elsewhere.inscribeFile(sessions[0]!.path)
  await expect(
    resolveRef(elsewhere.workspace, `${alone.id}:1`, undefined).then((ref) => inject(elsewhere.workspace, ref)),
  ).rejects.toMatchObject({ code: 'round-not-found', facts: { missing: [original.id] } })
  await elsewhere.close()
})
