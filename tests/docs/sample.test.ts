import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resume } from '../clients/claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from '../clients/install.mjs'
import { openTestWorkspace } from '../workspace.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')
const file = join(SAMPLE, readdirSync(SAMPLE).find((name) => name.endsWith('.jsonl'))!)
const beside = file.replace(/\.jsonl$/, '')

describe('the sample', () => {
  it('is a session with a title, rounds and a subagent, and comes back exactly', async () => {
    const { workspace, close } = await openTestWorkspace()
    try {
      const { sessions, failed } = await inscribe(workspace, [file])
      expect(failed).toEqual([])
      expect(sessions.map(({ rounds, problems }) => ({ rounds, problems }))).toEqual([
        { rounds: 4, problems: [] },
        { rounds: 1, problems: [] },
      ])
      const session = await workspace.store.findSession(sessions[0]!.session)
      expect(session!.facts.title).toBe('A plan, a helper, a long list')
      expect(await check(workspace, file)).toMatchObject({ byte_exact: true, rerender_exact: true })
    } finally {
      await close()
    }
  })

  it('names nobody, no machine and no key', () => {
    const text = [file, ...filesBelow(beside)].map((path) => readFileSync(path, 'utf8')).join('\n')
    expect(text.match(/sk-ant-|\/root\/|\/Users\/|(?<!\w)\/home\/(?!user\/)/g)).toBeNull()
  })

  it('resumes in the real client', async ({ skip }) => {
    const version = CLAUDE_VERSIONS[0]!
    if (!findClaude(version)) {
      if (process.env.CI === 'true') throw new Error(`Claude Code ${version} is not installed`)
      skip(`Claude Code ${version} is not installed: node tests/clients/install.mjs`)
    }
    const resumed = await resume(file, { version, ...(existsSync(beside) && { sideFiles: beside }) })
    expect(resumed.ok, resumed.stdout + resumed.stderr).toBe(true)
    expect(JSON.stringify(resumed.messages)).toContain('Let a helper count the steps.')
  })
})

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
