import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HandedOver, WhatToWrite } from '../../src/brief/hand-over.ts'
import { buildBundle } from '../cli/box.ts'
import { type Box, openBox } from './box.ts'
import { DEFAULT_VERSION, run } from './claude-code.ts'
import { findClaude } from './install.mjs'
import type { MockApi, Reply } from './mock-api.ts'
import { runProcess } from './run-process.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const timeout = 600_000

/** What the user asks for in a round; each names a file and a number that no other round has, and some ask for more. */
const asked = (round: number) =>
  `Set limit_${round} to ${round * 37 + 1000} in src/part${round}.ts, for host kepler-${round}.${round % 5 === 0 ? MORE : ''}`
const MORE = ' Tell the others before Friday evening.'
const built = (round: number) => `limit_${round} is ${round * 37 + 1000} now.`
const entryOf = (round: number) => ({
  id: `e${round}`,
  kind: 'fact',
  text: `\`limit_${round}\` in src/part${round}.ts is ${round * 37 + 1000}, for host kepler-${round}.`,
  rounds: [round],
  by: 'user',
  quotes: [`r${round}: Set limit_${round} to ${round * 37 + 1000}`],
})

beforeAll(buildBundle)

async function stet<T>({ home, project }: Box, ...args: readonly string[]): Promise<T> {
  const env = { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') }
  const options = { cwd: project, env, timeoutMs: 120_000 }
  const ran = await runProcess(process.execPath, [STET, ...args, '--json'], options)
  expect(ran.exitCode, ran.stderr + ran.stdout).toBe(0)
  return JSON.parse(ran.stdout) as T
}

/** Rounds one after the other in one run of the client: the next message comes when the last was answered. */
async function talk(box: Box, from: number, to: number, resumed: readonly string[]): Promise<void> {
  const rounds = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const script = rounds.flatMap((round): readonly Reply[] => {
    const command = `mkdir -p src; echo "export const limit_${round} = ${round * 37 + 1000}" > src/part${round}.ts`
    const input = { command, description: 'a step' }
    return [{ content: [{ type: 'tool_use', name: 'Bash', input }] }, { content: [built(round)] }]
  })
  async function* input(mock: MockApi) {
    for (const [nth, round] of rounds.entries()) {
      const answered = () => mock.requests.filter(({ kind }) => kind === 'main').length >= nth * 2
      while (!answered()) await new Promise((wait) => setTimeout(wait, 50))
      await new Promise((wait) => setTimeout(wait, 300))
      yield `${JSON.stringify({ type: 'user', message: { role: 'user', content: asked(round) } })}\n`
    }
  }
  const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const { exitCode, stderr } = await run(box, ['-p', ...stream, ...resumed], { script, input, timeoutMs: timeout })
  expect(exitCode, stderr).toBe(0)
}

async function compact(box: Box, id: string): Promise<void> {
  const content = ['<summary>Limits were set.</summary>']
  const script = [{ content }, { content, side: true }]
  const { exitCode, stderr } = await run(box, ['-p', '/compact', '--resume', id], { script, timeoutMs: 120_000 })
  expect(exitCode, stderr).toBe(0)
}

function idIn({ store }: Box): string {
  return readdirSync(store)
    .find((name) => name.endsWith('.jsonl'))!
    .slice(0, -6)
}

/** Writes the entries of all rounds that it is given, until none are left; adds to what was asked. */
async function handOver(box: Box, id: string, asks: string[], kept: string[]): Promise<readonly WhatToWrite[]> {
  const steps: WhatToWrite[] = []
  for (;;) {
    await stet(box, 'inscribe', '--all')
    const step = await stet<WhatToWrite>(box, 'handoff', id)
    expect(step.current.slice(0, kept.length), 'what was accepted is not written again').toEqual(kept)
    if (step.from > step.to) return steps
    steps.push(step)
    const rounds = Array.from({ length: step.to - step.from + 1 }, (_, at) => step.from + at)
    const words = step.words.join('\n')
    for (const round of rounds) expect(words, 'from the originals').toContain(asked(round))
    const file = join(box.root, 'entries.json')
    writeFileSync(file, JSON.stringify({ entries: rounds.map(entryOf) }))
    const { accepted, refused, questions, through } = await stet<HandedOver>(box, 'handoff', id, '--file', file)
    expect(refused).toEqual([])
    expect(accepted).toEqual(rounds.map((round) => `e${round}`))
    expect(through).toBe(step.to)
    asks.push(...questions.map((question) => question.id))
    const { current } = await stet<WhatToWrite>(box, 'handoff', id)
    kept.splice(0, kept.length, ...current)
  }
}

describe.skipIf(!findClaude(DEFAULT_VERSION))('a session that was compacted twice', () => {
  it('is handed over in steps while it grows', { timeout }, async () => {
    const box = await openBox()
    try {
      const asks: string[] = []
      const kept: string[] = []
      await talk(box, 1, 10, [])
      const id = idIn(box)
      await handOver(box, id, asks, kept)
      await compact(box, id)
      await talk(box, 11, 20, ['--resume', id])
      await handOver(box, id, asks, kept)
      await compact(box, id)
      await talk(box, 21, 30, ['--resume', id])
      const [last] = await handOver(box, id, asks, kept)
      expect([last!.from, last!.to]).toEqual([21, 30])
      await expectKept(box, id, asks, kept, 30)
    } finally {
      await box.remove()
    }
  })

  it('is handed over at its end, from what was said before the first compaction on', { timeout }, async () => {
    const box = await openBox()
    try {
      await talk(box, 1, 10, [])
      const id = idIn(box)
      await compact(box, id)
      await talk(box, 11, 24, ['--resume', id])
      await compact(box, id)
      await talk(box, 25, 36, ['--resume', id])
      const asks: string[] = []
      const kept: string[] = []
      const steps = await handOver(box, id, asks, kept)
      expect(steps.map(({ from, to }) => [from, to])).toEqual([
        [1, 20],
        [21, 36],
      ])
      await expectKept(box, id, asks, kept, 36)
    } finally {
      await box.remove()
    }
  })
})

/** All entries stand, no question came twice, and what is told of the files is what their commands wrote. */
async function expectKept(box: Box, id: string, asks: readonly string[], kept: readonly string[], last: number) {
  const boundaries = readFileSync(join(box.store, `${id}.jsonl`), 'utf8').match(/"subtype":"compact_boundary"/g)
  expect(boundaries).toHaveLength(2)
  const fifths = Array.from({ length: Math.floor(last / 5) }, (_, at) => `said:r${(at + 1) * 5}.2`)
  expect(asks).toEqual(fifths)
  for (let round = 1; round <= last; round++) expect(kept.join('\n')).toContain(entryOf(round).text)
  const file = join(box.root, 'none.json')
  writeFileSync(file, JSON.stringify({ entries: [] }))
  const again = await stet<HandedOver>(box, 'handoff', id, '--file', file)
  expect(again).toMatchObject({ accepted: [], refused: [], questions: [], through: last, last })
}
