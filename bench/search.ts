import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitId, RoundId, SessionId } from '../src/model/id.ts'
import type { SearchIndex } from '../src/record/indexing/search-index.ts'
import { openSqliteSearch } from '../src/search/drivers/sqlite/open-sqlite-search.ts'
import { parseQuery } from '../src/search/query/parse-query.ts'
import { Database } from '../src/system/sqlite/database.ts'
import { hasTool, runTool } from './lib/tool.ts'

/**
 * Figure 9: a ranked search ÷ plain FTS5 `order by rank` of the same words over the same texts, at p95, in processor time.
 * Figure 2: the same texts into the index ÷ `sqlite3 .import`. STET_BENCH_ROWS says at how many rounds: 100 000, and a
 * million where there is time.
 */
const SIZES = (process.env.STET_BENCH_ROWS ?? '100000').split(',').map(Number)
const PER_SESSION = 50
const WORDS = 60
const VOCABULARY = 50_000
const QUERIES = 40
const COMPARED = 15

let state = 11
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
/** Few words are everywhere, most are rare, as in any language. The first 300 are in more than 2 % of the rounds. */
const word = (from = 1) => `w${Math.floor(from * (VOCABULARY / from) ** random())}x`
const text = () => `${Array.from({ length: WORDS }, () => word()).join(' ')}\n`
const to = { head: 'ctx-1' as CommitId, bytes: 1 }

async function main(): Promise<void> {
  for (const rows of SIZES) {
    const directory = mkdtempSync(join(process.env.STET_BENCH_WORK!, 'search-'))
    const index = openSqliteSearch({ directory })
    await fill(index, rows, directory)
    const began = performance.now()
    const rounds = [{ round: 1, roundId: 'last' as RoundId, text: 'findable at once\n' }]
    await index.add({ session: 'last' as SessionId, from: undefined, to, rounds })
    const found = await index.query(parseQuery('findable'), { limit: 1 })
    console.log(
      `  append → searchable ${(performance.now() - began).toFixed(1)} ms (goal 50), ${found.hits.length} hit`,
    )
    const plain = new Database(join(directory, 'search.db'), { readonly: true })
    const ranked = plain.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10')
    for (const [kind, words] of [
      ['two words', () => [word(), word()]],
      ['five words', () => Array.from({ length: 5 }, () => word())],
      ['one word that is not common', () => [word(300)]],
      ['one word', () => [word()]],
    ] as const) {
      const times = { stet: [] as number[], plain: [] as number[] }
      for (let query = 0; query < QUERIES; query++) {
        const asked = words()
        times.stet.push(await timed(() => index.query(parseQuery(asked.join(' ')), { limit: 10 })))
        times.plain.push(await timed(async () => ranked.all(asked.map((one) => `"${one}"`).join(' OR '))))
      }
      const [stet, reference] = [p95(times.stet), p95(times.plain)]
      console.log(
        `  ${kind.padEnd(28)} p95 ${stet.toFixed(1)} ms ÷ ${reference.toFixed(1)} ms = ${(stet / reference).toFixed(3)} (goal 0.25)`,
      )
    }
    console.log(`  overlap@10 with all rounds weighed: ${(await overlap(index)).toFixed(3)} (goal 0.95)`)
    const common = await timed(() => index.query(parseQuery('w1x'), { limit: 10 }))
    const beginning = await timed(() => index.query(parseQuery('w1*'), { limit: 10 }))
    console.log(`  a word that is everywhere: ${common.toFixed(1)} ms (goal 50); w1*: ${beginning.toFixed(1)} ms`)
    plain.close()
    await index.close()
  }
}

/** Puts the rounds into the index and, where it is installed, the same texts by `sqlite3` into a table of its own. */
async function fill(index: SearchIndex, rows: number, directory: string): Promise<void> {
  const file = openSync(join(directory, 'texts.csv'), 'w')
  let took = 0
  for (let session = 0; session < rows / PER_SESSION; session++) {
    const rounds = Array.from({ length: PER_SESSION }, (_, at) => ({
      round: at + 1,
      roundId: `${session}-${at}` as RoundId,
      text: text(),
    }))
    writeSync(file, rounds.map((round) => round.text).join(''))
    took += await timed(() => index.add({ session: `s${session}` as SessionId, from: undefined, to, rounds }))
  }
  closeSync(file)
  console.log(`search, ${rows} rounds`)
  if (!hasTool('sqlite3')) return console.log('  sqlite3 is not installed: no figure 2')
  const made = `CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = "porter unicode61 remove_diacritics 2", content = '')`
  const script = `TIMEFORMAT='%U %S'; time sqlite3 imported.db "PRAGMA journal_mode = off" '${made}' ".import texts.csv texts" 2>&1`
  const { stdout } = runTool('bash', ['-c', `{ ${script.replaceAll("''", `'"''"'`)}; } 2>&1`], { cwd: directory })
  const [user, system] = stdout.toString().trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number]
  const ratio = ((user + system) * 1000) / took
  console.log(
    `  into the index ÷ sqlite3 .import: ${ratio.toFixed(2)} (goal 0.9), ${(took / 1000).toFixed(1)} s, processor time`,
  )
}

/** How many of the first ten hits are those of a ranking that weighs every round. */
async function overlap(index: SearchIndex): Promise<number> {
  let same = 0
  let all = 0
  for (let query = 0; query < COMPARED; query++) {
    const asked = parseQuery(Array.from({ length: 2 + (query % 4) }, () => word(query % 2 === 0 ? 1 : 100)).join(' '))
    const whole = (await index.query(asked, { limit: 10, weighsAll: true })).hits.map(({ roundId }) => roundId)
    const hits = new Set((await index.query(asked, { limit: 10 })).hits.map(({ roundId }) => roundId))
    all += whole.length
    same += whole.filter((round) => hits.has(round)).length
  }
  return same / all
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const cpu = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1000
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!

void main()
