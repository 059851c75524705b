import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { clientOf } from '../../src/clients/client-of.ts'
import type { Block } from '../../src/model/block.ts'
import type { Session } from '../../src/model/session.ts'
import { show } from '../../src/read/show.ts'
import type { RowForm } from '../../src/surgery/index-row.ts'
import { readIndex } from '../../src/surgery/index-table.ts'
import { CORPUS_ABSENT, corpusFiles } from '../corpus/files.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const ROWS = 100
const ROUNDS = 3
/** Words that tell nothing of a subject. */
const COMMON = 4

it('rows of an index name the file or the subject that their round was about', { timeout: 300_000 }, async () => {
  const files = corpusFiles().filter(({ isSubagent, counted }) => !isSubagent && (counted?.userRounds ?? 0) >= ROUNDS)
  if (files.length === 0) {
    console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
    return
  }
  const named = { full: 0, short: 0 }
  let rows = 0
  for (const { path } of files) {
    if (rows >= ROWS) break
    const bench = openSurgeryBench()
    try {
      const session = await bench.inscribe(readFileSync(path))
      const full = await rowsOf(bench, session, 'full')
      const short = await rowsOf(bench, session, 'short')
      for (const [number, row] of full) {
        const about = await aboutRound(bench, session, number)
        if (about.length === 0 || rows >= ROWS) continue
        rows++
        if (tells(row, about)) named.full++
        if (tells(short.get(number) ?? '', about)) named.short++
      }
    } finally {
      await bench.close()
    }
  }
  console.log(`${rows} rows: ${named.short} named it in the short form (before), ${named.full} now`)
  expect(rows).toBe(ROWS)
  expect(named.full).toBeGreaterThanOrEqual(85)
  expect(named.full).toBeGreaterThan(named.short)
})

async function rowsOf(bench: SurgeryBench, session: Session, rows: RowForm): Promise<ReadonlyMap<number, string>> {
  const before = `round:${session.facts.highestRound}`
  const operated = await bench.operate(session, { kind: 'compress-before', before }, { rows }).catch(() => undefined)
  if (!operated) return new Map()
  const text = readFileSync(operated.sessions[0]!.path, 'utf8')
  const found = text.split('\n').flatMap((line) => {
    if (!line.includes('stet:index')) return []
    const { message } = JSON.parse(line)
    const content = typeof message?.content === 'string' ? message.content : (message?.content?.[0]?.text ?? '')
    return readIndex(content)
  })
  return new Map(found.map(({ number, row }) => [number, row]))
}

/** The file a round changed most, else read most, by its last part; else the words of the request that tell something. */
async function aboutRound(bench: SurgeryBench, session: Session, round: number): Promise<readonly string[]> {
  const [shown] = (await show(bench.workspace, session, { range: String(round) })).rounds
  const blocks = shown?.blocks ?? []
  const { tools } = clientOf(session)
  const files = new Map<string, number>()
  for (const { type, name, content } of blocks as readonly Block[]) {
    if (type !== 'tool_use') continue
    for (const { path, change } of tools.act(name, content).files) {
      const file = basename(path)
      files.set(file, (files.get(file) ?? 0) + (change === null ? 1 : 10))
    }
  }
  const [most] = [...files].sort((a, b) => b[1] - a[1])
  if (most) return [most[0]]
  const asked = blocks.find((block) => block.type === 'user-text')?.content
  const words = typeof asked === 'string' ? (asked.match(/[\p{L}\d_-]{5,}/gu) ?? []) : []
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, COMMON)
}

/** A file by its name; of words at least half. */
function tells(row: string, about: readonly string[]): boolean {
  const found = about.filter((word) => row.toLowerCase().includes(word.toLowerCase()))
  return found.length * 2 >= about.length
}
