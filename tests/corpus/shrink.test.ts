import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from './files.ts'
import { shrinks } from './shrink.ts'

/** The whole corpus is in the wide run. */
const MOST = 4

const large = corpusFiles()
  .filter(({ isSubagent }) => !isSubagent)
  .sort((a, b) => statSync(b.path).size - statSync(a.path).size)
  .slice(0, MOST)
if (large.length === 0) console.log(`shrink: ${CORPUS_ABSENT}; only the fixtures are shrunk`)

describe('shrink gets to every size that can be reached, as gently as a trim', () => {
  it.each([...fixtureFiles(), ...large])('$name', { timeout: 120_000 }, async ({ path }) => {
    expect(await shrinks(path)).toBeGreaterThan(0)
  })
})
