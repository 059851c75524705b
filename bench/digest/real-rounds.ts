import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENTS } from '../../src/clients/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { DigestRound, RoundEvent } from '../../src/digest/round.ts'

const CORPUS = join(process.env.STET_BENCH_ROOT ?? process.cwd(), '../shared/corpus')
const MOST = 5

/** Rounds of real sessions, where they are at hand; the longest ones. */
export function realRounds(): readonly (readonly DigestRound[])[] | undefined {
  return realFiles()?.map(roundsIn)
}

export function realFiles(): readonly string[] | undefined {
  if (!existsSync(CORPUS)) return undefined
  return readFileSync(join(CORPUS, 'INDEX.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([path]) => path?.startsWith('claude/'))
    .sort((a, b) => Number(b[7]) - Number(a[7]))
    .slice(0, MOST)
    .map(([path]) => join(CORPUS, path!))
}

export function roundsIn(path: string): readonly DigestRound[] {
  const client = CLIENTS[0]!
  const rounds: { round: number; at: null; events: RoundEvent[] }[] = []
  const results = new Map<string, { content: unknown; failed: boolean }>()
  const blocks = [...linesOf(readFileSync(path))].flatMap((line) => [...client.reader.blocks(line)])
  for (const block of blocks)
    if (block.type === 'tool_result')
      results.set(block.tool_use_id ?? '', { content: block.content, failed: block.is_error === true })
  for (const block of blocks) {
    if (block.sidechain) continue
    const text = typeof block.content === 'string' ? block.content : ''
    if (block.type === 'user-text' && text.trim() !== '')
      rounds.push({ round: rounds.length + 1, at: null, events: [{ kind: 'said', who: 'user', text }] })
    const last = rounds.at(-1)
    if (!last) continue
    if (block.type === 'assistant-text' && text.trim() !== '') last.events.push({ kind: 'said', who: 'agent', text })
    if (block.type === 'tool_use') {
      const result = results.get(block.tool_use_id ?? '')
      last.events.push({
        kind: 'did',
        act: client.tools.act(block.name, block.content),
        outcome: result ? client.tools.outcome(result.content, result.failed) : null,
      })
    }
  }
  return rounds
}
