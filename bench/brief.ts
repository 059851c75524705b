import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { briefRound } from '../src/actions/brief/brief-rounds.ts'
import { briefOf } from '../src/brief/brief-of.ts'
import type { BriefRound } from '../src/brief/round.ts'
import { CLIENTS } from '../src/clients/index.ts'
import { linesOf } from '../src/clients/lines.ts'
import type { Block } from '../src/model/block.ts'

const CORPUS = join(process.env.STET_BENCH_ROOT ?? process.cwd(), '../shared/corpus')
const SESSIONS = 8
const TRIES = 15
const GOAL = 0.4
const NO_ENTRIES = { current: [], over: [], refused: [] }

/** How fast facts and words are built of parsed rounds, against JSON.parse of their lines: processor time, the best of some tries. */
function throughput(): string {
  if (!existsSync(CORPUS)) return 'throughput: ../shared/corpus is absent'
  const files = longest()
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{')),
  )
  const sessions = files.map(roundsIn)
  const parse = best(() => {
    for (const line of lines) JSON.parse(line)
  })
  const brief = best(() => {
    for (const rounds of sessions) briefOf(rounds, NO_ENTRIES)
  })
  const size = lines.reduce((sum, line) => sum + line.length, 0) / 1e6
  const speed = (ms: number) => `${((1000 * size) / ms).toFixed(0)} MB/s`
  return `facts and words of ${size.toFixed(1)} MB: ${speed(brief)}, JSON.parse ${speed(parse)}, ratio ${(parse / brief).toFixed(2)} (goal ${GOAL})`
}

/** The longest sessions, by rounds. */
function longest(): readonly string[] {
  return readFileSync(join(CORPUS, 'INDEX.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([path]) => path?.startsWith('claude/'))
    .sort((a, b) => Number(b[7]) - Number(a[7]))
    .slice(0, SESSIONS)
    .map(([path]) => join(CORPUS, path!))
}

function roundsIn(path: string): readonly BriefRound[] {
  const client = CLIENTS[0]!
  const rounds: Block[][] = []
  for (const line of linesOf(readFileSync(path))) {
    for (const { aside: _, bare: __, ...draft } of client.reader.blocks(line)) {
      if (draft.type === 'user-text' || rounds.length === 0) rounds.push([])
      rounds.at(-1)!.push({ block_id: '', session_id: '', round_seq: rounds.length, ...draft })
    }
  }
  return rounds.map((blocks, at) => briefRound({ round: at + 1, started: null }, blocks, client.tools))
}

function best(run: () => void): number {
  return Math.min(
    ...Array.from({ length: TRIES }, () => {
      const before = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}

console.log(throughput())
