import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, WORDS } from './box.ts'

/** What V8 says of the functions of a bundle: how often each was called. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { count: number }[] }[]
  }[]
}

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  expect(box.stet('inscribe', '--all').status).toBe(0)
}, 60_000)
afterAll(() => box.remove())

/** How often functions of these names were called in what `stet` ran. */
function callsOf(line: string, ...names: readonly string[]): Readonly<Record<string, number>> {
  const folder = mkdtempSync(join(box.root, 'coverage-'))
  box.shell(`export NODE_V8_COVERAGE=${folder}; ${line}`)
  const reports = readdirSync(folder).map((name): Coverage => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const ours = reports.flatMap(({ result }) => result).filter(({ url }) => url.includes('/dist/'))
  expect(ours.length).toBeGreaterThan(0)
  const functions = ours.flatMap((script) => script.functions)
  const callsTo = (name: string) =>
    functions.reduce((sum, one) => sum + (one.functionName === name ? one.ranges[0]!.count : 0), 0)
  return Object.fromEntries(names.map((name) => [name, callsTo(name)]))
}

it('the rules are not loaded where nothing recorded is shown', () => {
  for (const line of ['$STET --version', '$STET --help', '$STET completion bash'])
    expect(callsOf(line, 'keywordScan'), line).toEqual({ keywordScan: 0 })
  const event = JSON.stringify({ session_id: WORDS, cwd: box.cwd })
  expect(callsOf(`echo '${event}' | $STET hook PostToolUse`, 'keywordScan')).toEqual({ keywordScan: 0 })
})

it('the rules are loaded where a command needs them, and nothing that only a search needs', () => {
  expect(callsOf('$STET sessions', 'keywordScan', 'unspaced')).toEqual({ keywordScan: 1, unspaced: 0 })
})

it('a form to write entries in is given without looking names up in the record', () => {
  expect(callsOf('$STET handoff', 'roundRecord', 'joinedTexts')).toEqual({ roundRecord: 1, joinedTexts: 0 })
})
