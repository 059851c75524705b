import { describe, expect, it } from 'vitest'
import { CORPUS_ABSENT, corpusFiles } from './files.ts'
import { shrinks } from './shrink.ts'

const files = corpusFiles().filter(({ isSubagent }) => !isSubagent)
if (files.length === 0) console.log(`shrink: ${CORPUS_ABSENT}`)

describe.skipIf(files.length === 0)('shrink, over the whole corpus', () => {
  it.each(files)('$name', { timeout: 600_000 }, async ({ path }) => {
    expect(await shrinks(path)).toBeGreaterThan(0)
  })
})
