import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brief } from '../../src/brief/brief.ts'
import { briefRound } from '../../src/brief/brief-rounds.ts'
import type { BriefRound, RoundEvent } from '../../src/brief/round.ts'
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

/** The characters of what was said and done in rounds, and the last of them. */
export function sizeOf(rounds: readonly BriefRound[]): Pick<Brief, 'chars' | 'last'> {
  const events = rounds.flatMap((round) => round.events)
  return { chars: events.reduce((sum, event) => sum + charsOf(event), 0), last: rounds.at(-1)?.round ?? 0 }
}

function charsOf(event: RoundEvent): number {
  if (event.kind === 'said') return event.text.length
  const { act, outcome, input } = event
  return charsIn(input ?? [act.command, act.edits]) + (outcome?.output.length ?? 0)
}

function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let chars = 0
  for (const one of Object.values(value)) chars += charsIn(one)
  return chars
}
