import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRounds } from '../../src/read/rounds.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { SAMPLE } from '../api/bench.ts'
import { resume } from '../clients/claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from '../clients/install.mjs'
import { openViewing, type Viewing } from './viewing.ts'

const COMPACTED = 'c0c0c0c0-0000-4000-8000-000000000001'
const [VERSION] = CLAUDE_VERSIONS

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

/** Writes what an address of the page previews, and resumes each session in the real client: what the client then sends. */
async function written(query: string, sessions: number): Promise<readonly string[]> {
  const page = await viewing!.open(`/session/${SAMPLE}${query}`)
  await page.getByRole('button', { name: /^Write/ }).click()
  const lines = page.locator('.written code', { hasText: 'claude --resume' })
  await expect.poll(() => lines.count()).toBe(sessions)
  const ids = (await lines.allTextContents()).map((line) => line.split(' ').at(-1)!)
  await page.context().close()
  return Promise.all(
    ids.map(async (id) => {
      const made = await resolveSession(viewing!.workspace, id)
      expect((await listRounds(viewing!.workspace, made)).length).toBeGreaterThan(0)
      const { ok, stdout, stderr, messages } = await resume(made.source, { version: VERSION! })
      expect(ok, stdout + stderr).toBe(true)
      return JSON.stringify(messages)
    }),
  )
}

it.for([
  {
    name: 'a split: each has its own rounds, the other as rows',
    query: '?do=split&to=one%3D1-2;two%3D3-4',
    has: [['Write a plan and correct it.'], ['Let a helper count the steps.']],
  },
  {
    name: 'a merge: both are in it',
    query: `?do=merge&sessions=${COMPACTED}`,
    has: [['Write a plan and correct it.', 'Let a helper count the steps.']],
  },
])('$name, and the real client resumes them', async ({ query, has }, { skip }) => {
  if (!viewing) return skip('there is no browser')
  if (!findClaude(VERSION!)) {
    if (process.env.CI === 'true') throw new Error(`Claude Code ${VERSION} is not installed`)
    return skip(`Claude Code ${VERSION} is not installed: node tests/clients/install.mjs`)
  }
  const sent = await written(query, has.length)
  for (const [nth, texts] of has.entries()) for (const text of texts) expect(sent[nth]).toContain(text)
})
