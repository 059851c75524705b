import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMANDS } from '../../src/commands/all.ts'
import { BY_WORD } from '../../src/commands/by-word.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Everything that could say a sentence a second time: all sources but tests, and those of the page. */
const SOURCES = ['src', 'viewer/src', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs|svelte)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').replaceAll("\\'", "'")),
)

/** How often a text is written as a whole string. */
function written(text: string): number {
  const spelled = ["'", '"', '`'].map((quote) => `${quote}${text}${quote}`)
  return SOURCES.flatMap((source) => spelled.map((one) => source.split(one).length - 1)).reduce((a, b) => a + b, 0)
}

it('the summary of every command is written once', () => {
  const summaries = COMMANDS.map(({ summary }) => summary)
  expect(new Set(summaries).size).toBe(COMMANDS.length)
  expect(summaries.filter((summary) => written(summary) !== 1)).toEqual([])
})

it('the text below the summary of a command is written once', () => {
  const said = COMMANDS.flatMap(({ about, offer }) => [about, offer.mcp?.about, offer.viewer?.title])
  expect(said.filter((text) => text !== undefined && written(text) !== 1)).toEqual([])
})

it('every sentence about a field is written once', () => {
  const sentences = COMMANDS.flatMap((command) =>
    Object.values({ ...command.arguments, ...command.options }).map(({ summary }) => summary),
  )
  const whole = [...new Set(sentences)].filter((sentence) => sentence.split(' ').length >= 5)
  expect(whole.length).toBeGreaterThan(150)
  expect(whole.filter((sentence) => written(sentence) > 1)).toEqual([])
})

it('each command is loaded by the word that its name begins with', async () => {
  const loaded = await Promise.all(BY_WORD.map(async ([word, load]) => [word, await load()] as const))
  expect(loaded).toEqual(COMMANDS.map((command) => [command.name.split(' ')[0], command]))
})
