import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitId, RoundId, SessionId } from '../src/model/id.ts'
import { openSqliteSearch } from '../src/search/drivers/sqlite/open-sqlite-search.ts'
import { parseQuery } from '../src/search/query/parse-query.ts'
import { Database } from '../src/sqlite/database.ts'

/**
 * Figure 9: a ranked search ÷ plain FTS5 `order by rank` of the same words over the same texts, at p95. STET_BENCH_ROWS says
 * at how many rounds: 100 000, and a million where there is time.
 */
const SIZES = (process.env.STET_BENCH_ROWS ?? '100000').split(',').map(Number)
const PER_SESSION = 50
const WORDS = 60
const VOCABULARY = 50_000
const QUERIES = 60

let state = 11
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
/** Few words are everywhere, most are rare, as in any language. */
const word = () => `w${Math.floor(VOCABULARY ** random())}x`
const text = () => `${Array.from({ length: WORDS }, word).join(' ')}\n`

async function main(): Promise<void> {
  for (const rows of SIZES) {
    const directory = mkdtempSync(join(process.env.STET_BENCH_WORK!, 'search-'))
    const index = openSqliteSearch({ directory })
    for (let session = 0; session < rows / PER_SESSION; session++) {
      const rounds = Array.from({ length: PER_SESSION }, (_, at) => ({
        round: at + 1,
        roundId: `${session}-${at}` as RoundId,
        text: text(),
      }))
      const to = { head: 'ctx-1' as CommitId, bytes: 1 }
      await index.add({ session: `s${session}` as SessionId, from: undefined, to, rounds })
    }
    const began = performance.now()
    await index.add({
      session: 'last' as SessionId,
      from: undefined,
      to: { head: 'ctx-1' as CommitId, bytes: 1 },
      rounds: [{ round: 1, roundId: 'last' as RoundId, text: 'findable at once\n' }],
    })
    const found = await index.query(parseQuery('findable'), { limit: 1 })
    console.log(
      `search, ${rows} rounds: append → searchable ${(performance.now() - began).toFixed(1)} ms (goal 50), ${found.hits.length} hit`,
    )
    const plain = new Database(join(directory, 'search.db'), { readonly: true })
    const ranked = plain.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10')
    for (const [kind, many] of [
      ['two words', 2],
      ['five words', 5],
    ] as const) {
      const times = { stet: [] as number[], plain: [] as number[] }
      for (let query = 0; query < QUERIES; query++) {
        const words = Array.from({ length: many }, word)
        times.stet.push(await timed(() => index.query(parseQuery(words.join(' ')), { limit: 10 })))
        times.plain.push(await timed(async () => ranked.all(words.map((one) => `"${one}"`).join(' OR '))))
      }
      const [stet, reference] = [p95(times.stet), p95(times.plain)]
      console.log(
        `  ${kind.padEnd(12)} p95 ${stet.toFixed(1)} ms ÷ ${reference.toFixed(1)} ms = ${(stet / reference).toFixed(2)} (goal 0.25)`,
      )
    }
    const common = await timed(() => index.query(parseQuery('w1x'), { limit: 10 }))
    console.log(`  a word that is everywhere, newest first: ${common.toFixed(1)} ms (goal 50)`)
    plain.close()
    await index.close()
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!

void main()
