import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const SHARED = resolve(ROOT, '../shared')

export interface CorpusFile {
  readonly path: string
  /** Short enough to print. */
  readonly name: string
  readonly isSubagent: boolean
  /** It is the beginning of another file of the corpus: a copy from before that went on. */
  readonly isBeginning: boolean
  /** What the corpus' own index counts, where the file is in it. */
  readonly counted?: { readonly userRounds: number; readonly toolUses: number }
}

/** The project's own fixtures: small sessions recorded with the real client. */
export function fixtureFiles(): readonly CorpusFile[] {
  return sessionsIn(join(ROOT, 'tests/fixtures/claude-code'))
}

/** Real transcripts from public repositories and further fixtures, where they lie next to the checkout; else none. */
export function corpusFiles(): readonly CorpusFile[] {
  const index = join(SHARED, 'corpus/INDEX.tsv')
  if (!existsSync(index)) return []
  const [header, ...rows] = readFileSync(index, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const column = (row: readonly string[], name: string) => row[header!.indexOf(name)] ?? ''
  const listed = rows
    .filter((row) => /^claude(-overlap)?\//.test(column(row, 'path')))
    .map((row) => ({
      path: join(SHARED, 'corpus', column(row, 'path')),
      name: column(row, 'path').slice(-60),
      isSubagent: column(row, 'note').includes('subagent file'),
      isBeginning: column(row, 'path').endsWith('.prefix.jsonl'),
      counted: { userRounds: Number(column(row, 'user_rounds')), toolUses: Number(column(row, 'tool_use')) },
    }))
  return [...listed, ...sessionsIn(join(SHARED, 'fixtures/claude-code'))]
}

/** Each third of them, for what takes long with each; the wide run takes all. */
export function someCorpusFiles(): readonly CorpusFile[] {
  return corpusFiles().filter((_, at) => process.env.STET_WIDE || at % 3 === 0)
}

/** Sessions of Codex among them. */
export function codexCorpusFiles(): readonly string[] {
  const folder = join(SHARED, 'corpus/codex')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
}

export const CORPUS_ABSENT = 'the corpus of real transcripts (../shared/corpus) is not beside this checkout'

function sessionsIn(folder: string): readonly CorpusFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ path: join(folder, name), name, isSubagent: false, isBeginning: false }))
}
