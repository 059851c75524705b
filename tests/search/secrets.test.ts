import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { markdownDocument } from '../../src/read/export-documents.ts'
import { htmlDocument } from '../../src/read/html-document.ts'
import { inject } from '../../src/read/inject.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { search } from '../../src/search/search.ts'
import { callTool } from '../../src/shells/mcp/call-tool.ts'
import { calls, fileOf, human, says, answers as toolAnswers } from '../laws/lines.ts'
import { planted } from '../redaction/families.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const ID = '5e55f021-0000-4000-8000-000000000001'
const SECRETS = planted(1)

let home: string
let workspace: Workspace
let bench: TestWorkspace

beforeAll(async () => {
  bench = await openTestWorkspace()
  home = bench.home
  workspace = bench.workspace
  const lines = SECRETS.flatMap(({ text }, at) => [
    human(`u${at}`, at === 0 ? null : `b${at - 1}`, `Remember number${at}: ${text}`),
    calls(`c${at}`, `u${at}`, `toolu_${at}`),
    toolAnswers(`r${at}`, `c${at}`, `toolu_${at}`, `printed number${at} ${text}`),
    says(`b${at}`, `r${at}`, `Noted: ${text}`),
  ])
  const path = join(home, `${ID}.jsonl`)
  writeFileSync(path, fileOf(...lines))
  expect((await inscribe(workspace, [path])).failed).toEqual([])
})
afterAll(() => bench.close())

/** No part of a secret that is long enough to be told from words. */
const leaks = (text: string) => SECRETS.filter(({ secret }) => text.includes(secret.slice(4, -3))).map((s) => s.family)

it('none is in the index', async () => {
  const { text } = (await workspace.search!.listRounds((await resolveSession(workspace, ID)).id))
    .map((round) => round)
    .reduce((all, { text }) => ({ text: all.text + text }), { text: '' })
  expect(text).toContain('number0')
  expect(leaks(text)).toEqual([])
  const files = ['search.db', 'search.db-wal'].map((name) => readFileSync(join(home, 'store', name), 'latin1'))
  expect(leaks(files.join(''))).toEqual([])
})

it('none is in what a search shows, of tools neither', async () => {
  for (const at of SECRETS.keys()) {
    for (const where of ['text', 'tools', 'all'] as const) {
      const { hits, notes } = await search(workspace, `number${at}`, { where })
      expect(hits[0]?.ref).toBe(`${ID}:${at + 1}`)
      expect(leaks(JSON.stringify(hits).replaceAll('\\n', '\n'))).toEqual([])
      if (where === 'text') expect(notes.join()).toContain('stet inject')
    }
  }
})

it('none is in Markdown, which says what was masked and where it is', async () => {
  let text = ''
  for await (const piece of markdownDocument(workspace, await resolveSession(workspace, ID))) text += piece
  expect(leaks(text)).toEqual([])
  expect(text).toMatch(/Masked: .*github-pat \(\d+\).*stet export 5e55f021.* --to raw/)
})

it('none is in a page of HTML', async () => {
  let text = ''
  for await (const piece of htmlDocument(workspace, await resolveSession(workspace, ID))) text += piece
  expect(text).toContain('number0')
  expect(leaks(text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual([])
})

it('none is in what a tool answers an agent, on no page, not in halves', async () => {
  const { signal } = new AbortController()
  const ask = async (name: string, input: object) =>
    (await callTool(async () => workspace, { name, input }, signal)).content[0]!.text
  const answers: string[] = []
  for (const at of SECRETS.keys()) answers.push(await ask('search', { query: `number${at}`, in: 'all' }))
  for (const [name, input] of [
    ['search', { query: 'remember', limit: 50, response_format: 'json' }],
    ['rounds', { session: ID }],
    ['sessions', {}],
    ['status', {}],
  ] as const)
    answers.push(await ask(name, input))
  for (const [name, input] of [
    ['read', { path: ID }],
    ['inject', { ref: `${ID}:all` }],
  ] as const) {
    let pages = ''
    for (let page = 1; ; page++) {
      const text = await ask(name, { ...input, page })
      pages += text.replace(/\n\n\((?:page|masked)[^)]*\)/g, '')
      if (!text.includes(`call again with page ${page + 1}`)) break
    }
    expect(pages).toContain(`number${SECRETS.length - 1}`)
    answers.push(pages)
  }
  expect(answers.at(-1)).toContain('[masked: github-pat]')
  expect(leaks(answers.join('\n').replaceAll('\\n', '\n'))).toEqual([])
})

it('inject gives each back exactly', async () => {
  const { text } = await inject(workspace, await resolveRef(workspace, `${ID}:1`, undefined))
  expect(text).toContain(SECRETS[0]!.secret)
})

it('verify takes the index for what was said', async () => {
  expect(await verify(workspace)).toMatchObject({ ok: true })
})
