import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const FILE = readFileSync(join(import.meta.dirname, '../golden/surgery/input.jsonl'))

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it('an index says which lines of the file its rounds are, for those who have no stet', async () => {
  const session = await bench.inscribe(FILE)
  const made = await bench.operate(session, { kind: 'compress-before', before: 'round:3' })
  const text = readFileSync(made.sessions[0]!.path, 'utf8')
  const [, from, to, path] =
    /Where `stet` is not found, they are lines (\d+)–(\d+) of (\S+): search there for words of the row/.exec(text)!
  expect(path).toBe(session.source)
  const lines = FILE.toString('utf8').split('\n')
  const { rounds } = await roundsIn(session.id)
  const first = lines.findIndex((line) => line.includes(JSON.stringify(rounds[0]!.roundId))) + 1
  const third = lines.findIndex((line) => line.includes(`"uuid":${JSON.stringify(rounds[2]!.roundId)}`)) + 1
  expect(Number(from)).toBe(first)
  expect(Number(to)).toBeLessThan(third)
  expect(Number(to)).toBeGreaterThan(Number(from))
})

it('an index after two operations says for each row which file has it', async () => {
  const session = await bench.inscribe(FILE)
  const first = await bench.operate(session, { kind: 'compress-before', before: 'round:3' })
  const middle = await bench.made(first)
  const second = await bench.operate(middle, { kind: 'compress-before', before: 'round:4' })
  const text = readFileSync(second.sessions[0]!.path, 'utf8')
  const [, places] = /Where `stet` is not found, search for words of the row: (.*?)\.\\n/.exec(text)!
  expect(places).toMatch(/^001–002 in (\S+); 003 in lines \d+–\d+ of (\S+)$/)
  const [old, new_] = places!.split('; ')
  expect(old).toContain(session.source)
  expect(new_).toContain(middle.source)
})

async function roundsIn(id: string) {
  const session = await bench.session(id)
  return { rounds: (await bench.workspace.store.listRounds(session.id)).filter(({ round }) => round > 0) }
}
