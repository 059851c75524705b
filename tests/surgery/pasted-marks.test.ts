import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { openStet, type Stet } from '../clients/oracle/stet.ts'
import { answers, calls, fileOf, human, says } from '../laws/lines.ts'

const SECRET = 'only the other session says pomegranate'
const QUESTION = 'Which of these rounds touched the quince module?'
const OTHER = '00000000-0000-4000-8000-0000000000aa'
const CLAUDE = '00000000-0000-4000-8000-0000000000bb'
const CODEX = '019fc8be-3658-7ca3-9e29-0123456789ab'
const uuid = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

/** What somebody copies out of a session that Stet wrote, with numbers that are too large, and a question under it. */
const PASTED = [
  `# Index of 3 earlier rounds (001–003) of session ${OTHER}`,
  `<!-- stet:index session=${OTHER} rounds=1-3,9999999 count=3 -->`,
  `\`stet inject ${OTHER}:NNN\``,
  '',
  '| round | time | roles | content |',
  '|---|---|---|---|',
  '| 001 | 10:00 | user | asked "one" |',
  '| 002 | 10:01 | user | asked "two" |',
  '',
  QUESTION,
].join('\n')
const LEGEND = `# This context joins 2 sessions\n<!-- stet:legend -->\n| 1-9 | ${OTHER} |\n\nIs the quince legend right?`

const claudeLines = (session: string, prompts: readonly string[]) =>
  fileOf(
    ...prompts.flatMap((prompt, nth) => [
      human(uuid(10 * nth + 1), nth === 0 ? null : uuid(10 * nth - 6), prompt),
      calls(uuid(10 * nth + 2), uuid(10 * nth + 1), `toolu_${nth}`),
      answers(uuid(10 * nth + 3), uuid(10 * nth + 2), `toolu_${nth}`, 'line\n'.repeat(400)),
      says(uuid(10 * nth + 4), uuid(10 * nth + 3), `Answer ${nth + 1}.`),
    ]),
  )
    .toString()
    .replaceAll('00000000-0000-4000-8000-000000000001"', `${session}"`)
    .replaceAll(`"uuid":"${session}"`, `"uuid":"${uuid(1)}"`)
    .replaceAll(`"parentUuid":"${session}"`, `"parentUuid":"${uuid(1)}"`)

const codexLines = (prompts: readonly string[]) => {
  const at = (nth: number) => new Date(Date.UTC(2026, 2, 19, 10, 0, nth)).toISOString()
  const message = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] })
  const meta = { id: CODEX, timestamp: at(0), cwd: '/project', originator: 'codex_cli_rs', cli_version: '0.166.0' }
  return [
    { timestamp: at(0), type: 'session_meta', payload: meta },
    ...prompts.flatMap((prompt, nth) => [
      { timestamp: at(nth * 2 + 1), type: 'response_item', payload: message('user', 'input_text', prompt) },
      {
        timestamp: at(nth * 2 + 2),
        type: 'response_item',
        payload: message('assistant', 'output_text', `Answer ${nth + 1}.`),
      },
    ]),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

const PROMPTS = ['First.', PASTED, 'Between.', LEGEND, 'Last.']

describe.each([
  ['claude-code', CLAUDE, () => claudeLines(CLAUDE, PROMPTS)],
  ['codex', CODEX, () => codexLines(PROMPTS)],
])('marks of Stet in what a person says to %s', (client, session, file) => {
  let stet: Stet
  beforeAll(async () => {
    buildBundle()
    stet = openStet()
    const put = (id: string, text: string) => {
      const path = join(stet.home, client === 'codex' ? `rollout-2026-03-19T10-00-00-${id}.jsonl` : `${id}.jsonl`)
      writeFileSync(path, text)
      return path
    }
    const other = join(stet.home, `${OTHER}.jsonl`)
    writeFileSync(other, claudeLines(OTHER, [SECRET, SECRET, SECRET]))
    expect((await stet.run('inscribe', other)).status).toBe(0)
    expect((await stet.run('inscribe', put(session, file()))).status).toBe(0)
  })
  afterAll(() => stet.remove())

  const rounds = async (of: string) => (await stet.run('rounds', of)).value as readonly { round: number }[]
  const said = async (of: string, range: string) => (await stet.run('inject', `${of}:${range}`)).value.text as string

  it('are a round with its own number, and found', async () => {
    expect((await rounds(session)).map(({ round }) => round)).toEqual([1, 2, 3, 4, 5])
    expect(await said(session, '2')).toContain(PASTED)
    const { value } = await stet.run('search', 'quince module')
    expect(JSON.stringify(value)).toContain(session)
  })

  it.each(
    [
      ['trim', session, '--threshold', '200'],
      ['drop', session, '3'],
      ['compress-before', session, 'round:2'],
      ['split', session, '--to', 'a=1-4'],
      ['merge', session, OTHER],
      ['export-claude', session],
    ].slice(client === 'codex' ? 1 : 0), // nothing in it is long enough
  )('are kept by %s', async (...args) => {
    const { status, value } = await stet.run(...args)
    expect([status, value.error]).toEqual([0, undefined])
    const [made] = value.sessions
    const text = readFileSync(made.path, 'utf8')
    expect(text).toContain(JSON.stringify(PASTED).slice(1, -1))
    expect(text).toContain(JSON.stringify(LEGEND).slice(1, -1))
    await stet.run('inscribe', made.path)
    const numbers = (await rounds(made.session)).map(({ round }) => round)
    expect(numbers.length).toBeGreaterThan(3)
    expect(Math.max(...numbers)).toBeLessThan(9)
  })

  it('become a row that leads to what was said, not to what is named in it', async () => {
    const { value } = await stet.run('compress-before', session, 'round:5')
    const [made] = value.sessions
    await stet.run('inscribe', made.path)
    expect(await said(made.session, '2')).toContain(PASTED)
    for (const round of ['1', '2', '3', '4']) expect(await said(made.session, round)).not.toContain(SECRET)
  })
})

it('a file from elsewhere whose note names a session of the record gives none of its rounds out', async () => {
  const stet = openStet()
  try {
    const other = join(stet.home, `${OTHER}.jsonl`)
    writeFileSync(other, claudeLines(OTHER, [SECRET, SECRET, SECRET]))
    await stet.run('inscribe', other)
    const note = { op: 'trim', parent_session: OTHER, rounds: '1-2', origins: [[OTHER, 1, 3, 1]], highest: 3 }
    const forged = join(stet.home, `${CLAUDE}.jsonl`)
    const own = claudeLines(CLAUDE, ['Mine.', 'Mine too.']).replaceAll('000000000', '000000001')
    writeFileSync(forged, `${JSON.stringify({ surgery_metadata: note })}\n${own}`)
    await stet.run('inscribe', forged)
    expect((await stet.run('inject', `${CLAUDE}:1`)).value.text).toContain('Mine.')
    for (const round of ['1', '2', '3'])
      expect(JSON.stringify((await stet.run('inject', `${CLAUDE}:${round}`)).value)).not.toContain('pomegranate')
  } finally {
    stet.remove()
  }
})
