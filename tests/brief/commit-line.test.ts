import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commitLine, commitParts } from '../../src/brief/commit-line.ts'
import { history } from '../../src/brief/history.ts'
import type { Did, RoundEvent } from '../../src/brief/round.ts'
import { briefSession } from '../../src/brief/session-brief.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { seenRounds } from '../../src/live/pressure-of.ts'
import { blocksIn } from '../../src/record/chain/blocks-in.ts'
import { plainSummary } from '../../src/record/chain/compact.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { openTestWorkspace } from '../workspace.ts'
import { saidTranscript } from './said-transcript.ts'

const asked = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const ran = (command: string, failed = false, output = ''): Did => ({
  kind: 'did',
  act: { role: 'run', files: [], command },
  outcome: { failed, exit: failed ? 1 : 0, output },
})
const lineOf = (...events: readonly RoundEvent[]) => commitLine(commitParts([{ round: 1, at: null, events }]))

it('tells of the last command that did something, and of it alone whether it failed', () => {
  const request = asked('Push the branch to the server.')
  expect(lineOf(request, ran('make lint', true), ran('git push origin main'))).toBe('Push the branch to the server.')
  expect(lineOf(request, ran('make lint'), ran('cd /w && git push origin main', true), ran('ls', true))).toBe(
    'Push the branch to the server. · git push failed',
  )
})

it('says how tests ended only where that is known', () => {
  const request = asked('Run the tests of the parser.')
  const cut: Did = { kind: 'did', act: { role: 'run', files: [], command: 'npm test' }, outcome: null }
  expect(lineOf(request, cut)).toBe('Run the tests of the parser.')
  expect(lineOf(request, ran('npm test', true, '3 failed'), ran('npm test', false, '3 passed'))).toBe(
    'Run the tests of the parser. · tests passed',
  )
})

it('has the title of a plan that was handed over', () => {
  const plan = 'Implement the following plan:\n\n# Plan: One reader for all rows\n\n## Context\n\nRows are read twice.'
  expect(lineOf(asked(plan))).toBe('Plan: One reader for all rows')
})

it('names a folder by its own name, and says how many requests follow', () => {
  expect(lineOf(asked('Remove the old components.'), ran('rm -r src/components/'), asked('And the docs.'))).toBe(
    'Remove the old components. (+ 1 more) · components',
  )
})

it('takes what a subagent was asked in its own file for its conversation, wherever that is read', async () => {
  const { home, workspace, close } = await openTestWorkspace()
  const talk = saidTranscript('7e57d000-0000-4000-8000-000000000001', [
    ['user', 'Look for every caller of parseLedger. Do not touch config/billing.yml.'],
    ['assistant', 'There are two callers, both in src/ledger.ts.'],
  ])
  const lines = talk.replaceAll('"type":', '"isSidechain":true,"agentId":"a11ce0001","type":')
  const file = join(home, 'agent-a11ce0001.jsonl')
  try {
    writeFileSync(file, lines)
    const session = await resolveSession(workspace, file)
    const { commits } = await history(workspace, session.head!)
    expect(commits[0]!.summary).toContain('Look for every caller of parseLedger')
    const { words } = await briefSession(workspace, session)
    expect(words.map(({ who, text }) => [who, text.slice(0, 8)])).toEqual([
      ['user', 'Look for'],
      ['agent', 'There ar'],
    ])
    expect((await seenRounds(workspace, session))[0]).toMatchObject({
      asked: expect.stringContaining('parseLedger'),
      said: [expect.stringContaining('two callers')],
    })
    expect(plainSummary(blocksIn(claudeCode.format, Buffer.from(lines)))).toContain('→ There are two callers')
  } finally {
    await close()
  }
})
