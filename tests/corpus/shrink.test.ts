import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/claude')
const FIXTURES = resolve(import.meta.dirname, '../fixtures/claude-code')
/** The larger half of what is there, not more than a test may take. */
const MOST = 6

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  if (!existsSync(CORPUS)) console.log('shrink: no corpus here, only the fixtures')
})
afterAll(() => box.remove())

const files = [CORPUS, FIXTURES]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.jsonl') && !path.includes('subagents') && !path.includes('agent-'))
  .sort((a, b) => statSync(b).size - statSync(a).size)
  .slice(0, MOST)

interface Answer {
  readonly error?: { readonly code: string; readonly facts: { readonly least?: number } }
  readonly tokens_after: number
  readonly ways: readonly { readonly text_left_out: number; readonly chosen: boolean; readonly way: string }[]
}

describe('shrink', () => {
  it.each(files)(
    '%s',
    (path) => {
      const { tokens } = box.json('pressure', path) as { tokens?: number }
      if (tokens === undefined || tokens < 1000) return
      const trimmed = box.json('trim', path, '--dry-run') as Answer
      for (const share of [0.9, 0.6, 0.3]) {
        const target = Math.floor(tokens * share)
        const shrunk = box.json('shrink', path, '--to', String(target), '--dry-run') as Answer
        if (shrunk.error) {
          expect(shrunk.error.code).toBe('nothing-to-do')
          expect(shrunk.error.facts.least ?? Number.MAX_SAFE_INTEGER).toBeGreaterThan(target)
          if (!trimmed.error) expect(trimmed.tokens_after).toBeGreaterThan(target)
          continue
        }
        expect(shrunk.tokens_after).toBeLessThanOrEqual(target)
        const chosen = shrunk.ways.find((way) => way.chosen)!
        // Where a trim alone gets there, nothing that was said is left out, and nothing of the last rounds before the rest.
        if (!trimmed.error && trimmed.tokens_after <= target) expect(chosen).toMatchObject({ text_left_out: 0 })
      }
    },
    120_000,
  )
})
