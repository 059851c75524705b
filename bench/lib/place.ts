import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeLongSession } from '../data/long-session.ts'

/** Where the benches work: given by scripts/bench.mjs, removed by it afterwards. */
const WORK = given('STET_BENCH_WORK')
export const ROOT = given('STET_BENCH_ROOT')
/** The folder of the built bench/children. */
export const CHILDREN = given('STET_BENCH_CHILDREN')
export const STET = join(ROOT, 'bin', 'stet')

const CORPUS = join(ROOT, '..', 'shared', 'corpus', 'claude')
const FIXTURES = join(ROOT, 'tests', 'fixtures', 'claude-code')

export const SIZES = { '100 MB': 100e6, '1 GB': 1000e6 } as const
export type Size = keyof typeof SIZES
const SMALLER = { '1 MB': 1e6, '13 MB': 13e6, '89 MB': 89e6 } as const
export type SmallerSize = keyof typeof SMALLER

/** Real transcripts where they are next to the checkout, else the fixtures; always in the same order. */
export function transcripts(): readonly string[] {
  const folder = existsSync(CORPUS) ? CORPUS : FIXTURES
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name))
}

/** What the figures were measured on, for the head of the report. */
export function dataNote(): string {
  const files = transcripts()
  const megabytes = (files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6).toFixed(1)
  return existsSync(CORPUS)
    ? `Data: ${files.length} real transcripts, ${megabytes} MB.`
    : `Data: no real transcripts beside the checkout (${relative(ROOT, CORPUS)}); ${files.length} fixtures instead, ${megabytes} MB.`
}

/** A session of this size made of the transcripts, written when first asked for. */
export function longSession(size: Size | SmallerSize): string {
  const path = join(WORK, `long-${size.replace(' ', '')}.jsonl`)
  if (!existsSync(path)) writeLongSession(path, transcripts(), { ...SIZES, ...SMALLER }[size])
  return path
}

/** Runs `work` with a fresh folder and removes that. */
export async function withFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(WORK, 'run-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function given(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run the benches with npm run bench`)
  return value
}
