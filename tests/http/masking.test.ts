import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { openServing, type Serving } from './serving.ts'

const ID = '5ec2e750-0000-4000-8000-000000000001'
/** Put together here, so that no file of the project has one. */
const SECRET = `ghp_${'x7Kq2'.repeat(7)}a`
const PASSWORD = `nebel${'7Horn'.repeat(2)}`
const ASKED: readonly (readonly [string, object])[] = [
  ['rounds', { session: ID }],
  ['read', { session: ID, range: 'all' }],
  ['show', { session: ID }],
  ['inject', { ref: `${ID}:1` }],
  ['search', { words: 'deploy token', in: 'all' }],
  ['rollover', { session: ID, dry_run: true }],
  ['compress', { session: ID, dry_run: true }],
  ['ctx/materialize', { commit_id: ID, include_content: true }],
  ['ctx/materialize', { commit_id: ID, include_content: true, output_format: 'events-v1' }],
  ['ctx/materialize', { commit_id: ID, include_content: true, output_format: 'nobody-v9' }],
  ['export', { session: ID, to: 'markdown' }],
  ['export', { session: ID, to: 'html' }],
  ['sessions', {}],
  ['overview', {}],
]

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
  const path = join(serving.home, '.claude/projects/-project', `${ID}.jsonl`)
  const at = '2026-01-01T00:00:00.000Z'
  const about = { sessionId: ID, cwd: serving.home, version: '2.1.197', timestamp: at, isSidechain: false }
  const lines = [
    { type: 'agent-name', agentName: `deploy ${SECRET}` },
    {
      type: 'user',
      uuid: uuid(1),
      parentUuid: null,
      message: { role: 'user', content: `The deploy token is ${SECRET}, keep it.` },
    },
    {
      type: 'assistant',
      uuid: uuid(2),
      parentUuid: uuid(1),
      message: {
        id: 'm',
        role: 'assistant',
        model: 'x',
        content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: `deploy --token ${SECRET}` } }],
      },
    },
    {
      type: 'user',
      uuid: uuid(3),
      parentUuid: uuid(2),
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: `ok ${SECRET}\nDB_PASSWORD=\u001b[33m${PASSWORD}\u001b[0m`,
          },
        ],
      },
    },
  ]
  writeFileSync(path, lines.map((line) => `${JSON.stringify({ ...about, ...line })}\n`).join(''))
  await inscribe(serving.workspace, [path])
})
afterAll(() => serving.close())

describe('secrets', () => {
  it.each(ASKED)('are masked in what %s answers', async (action, input) => {
    const headers = { 'content-type': 'application/json' }
    const { status, body } = await serving.send(`/api/${action}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    expect(status, body).toBe(200)
    expect(body).not.toContain(SECRET)
    expect(body).not.toContain(PASSWORD)
    if (['rounds', 'read', 'show', 'inject'].includes(action)) expect(body).toContain('[masked: ')
  })
})

function uuid(nth: number): string {
  return `00000000-0000-4000-8000-00000000000${nth}`
}
