import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { type GeminiBox, openGeminiBox, PROMPT, runGemini } from './gemini.ts'
import { findGemini, GEMINI_VERSION } from './install.mjs'
import { runProcess } from './run-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FIXTURE = join(ROOT, `tests/fixtures/gemini/one-round-${GEMINI_VERSION}.jsonl`)
const SAID = 'Read the file and the list.'

beforeAll(buildBundle)

it('a written session is found where it was put, gone on with, and recorded as it went on', {
  timeout: 120_000,
}, async ({ skip }) => {
  requireGemini(skip)
  await inBox(async (box, stet) => {
    await runGemini(box, ['-p', SAID], { script: [{ text: 'Two words.' }] })
    const [source] = (await stet('inscribe', '--all')).sessions
    const [written] = (await stet('drop', source.session, '1')).sessions
    expect(written.resume).toBe(`gemini --resume ${written.session}`)
    expect((await runGemini(box, ['--list-sessions'])).stdout).toContain(`drop of ${SAID}`)
    const { exitCode, requests } = await runGemini(box, ['--resume', written.session, '-p', PROMPT])
    expect(exitCode).toBe(0)
    const sent = JSON.stringify(requests[0]!.body.contents)
    expect(sent).toContain('# Index of 1 earlier round (001)')
    expect(sent).not.toContain('"Two words."')
    await stet('inscribe', '--all')
    const rounds = await stet('rounds', written.session)
    expect(rounds).toMatchObject([
      { round: 1, indexed: true },
      { round: 2, indexed: false },
    ])
    expect(await stet('check', written.session)).toMatchObject({ byte_exact: true, differences: [] })
    expect((await stet('inject', `${written.session}:1`)).blocks[0]).toMatchObject({ content: SAID })
  })
})

it('a session for a folder that the client does not know is found too', { timeout: 120_000 }, async ({ skip }) => {
  requireGemini(skip)
  await inBox(async (box, stet) => {
    rmSync(join(box.home, '.gemini'), { recursive: true })
    const file = join(box.root, 'foreign.jsonl')
    writeFileSync(file, readFileSync(FIXTURE, 'utf8').replaceAll(/\/home\/user\/[\w-]*\/project/g, box.project))
    const [written] = (await stet('export', file, '--to', 'gemini-cli')).sessions
    const { exitCode, requests } = await runGemini(box, ['--resume', written.session, '-p', PROMPT])
    expect(exitCode).toBe(0)
    expect(JSON.stringify(requests[0]!.body.contents)).toContain(SAID)
  })
})

it('a session that was written elsewhere is taken in by its path', { timeout: 120_000 }, async ({ skip }) => {
  requireGemini(skip)
  await inBox(async (box, stet) => {
    const out = join(box.root, 'elsewhere.jsonl')
    const [written] = (await stet('export', FIXTURE, '--to', 'gemini-cli', '--out', out)).sessions
    expect(written.resume).toBe(`gemini --session-file ${out}`)
    const { requests } = await runGemini(box, ['--session-file', out, '-p', PROMPT])
    expect(JSON.stringify(requests[0]!.body.contents)).toContain(SAID)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: the value is whatever the command prints
type Stet = (...args: readonly string[]) => Promise<any>

/** Stet and the client in the same home and folder. */
async function inBox(run: (box: GeminiBox, stet: Stet) => Promise<void>): Promise<void> {
  const box = await openGeminiBox()
  try {
    await run(box, async (...args) => {
      const env = { PATH: process.env.PATH ?? '', HOME: box.home, USER: 'ada', STET_HOME: join(box.root, 'stet') }
      const given = [join(ROOT, 'bin/stet'), ...args, '--json']
      const { exitCode, stdout, stderr } = await runProcess(process.execPath, given, {
        cwd: box.project,
        env,
        timeoutMs: 60_000,
      })
      expect(exitCode, stdout + stderr).toBe(0)
      return JSON.parse(stdout)
    })
  } finally {
    await box.remove()
  }
}

function requireGemini(skip: (note: string) => void): void {
  if (findGemini()) return
  if (process.env.CI === 'true') throw new Error(`Gemini CLI ${GEMINI_VERSION} is not installed`)
  skip(`Gemini CLI ${GEMINI_VERSION} is not installed: node tests/clients/install.mjs`)
}
