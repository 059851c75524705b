import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { briefRound } from '../../src/actions/brief/brief-rounds.ts'
import type { BriefRound } from '../../src/brief/round.ts'
import { CLIENTS } from '../../src/clients/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Block } from '../../src/model/block.ts'

const CORPUS = join(process.env.STET_BENCH_ROOT ?? process.cwd(), '../shared/corpus')
const SESSIONS = 8

/** The longest real sessions, by rounds; undefined where they are not at hand. */
export function realFiles(): readonly string[] | undefined {
  if (!existsSync(CORPUS)) return undefined
  return readFileSync(join(CORPUS, 'INDEX.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([path]) => path?.startsWith('claude/'))
    .sort((a, b) => Number(b[7]) - Number(a[7]))
    .slice(0, SESSIONS)
    .map(([path]) => join(CORPUS, path!))
}

export function roundsIn(path: string): readonly BriefRound[] {
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
