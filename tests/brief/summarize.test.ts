import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBox } from '../cli/box.ts'
import { saidTranscript } from './said-transcript.ts'

it('gives every commit a line, so many at a time, and says of a compaction that it is one', () => {
  const box = openBox({ sessions: false })
  const fixture = join(import.meta.dirname, '../fixtures/claude-code/auto-compact-2.1.325.jsonl')
  const path = box.put('elsewhere/auto-compact.jsonl', readFileSync(fixture, 'utf8'))
  const [session] = (box.json('inscribe', path) as { sessions: { session: string }[] }).sessions
  const lines: string[] = []
  for (let left = 1; left > 0; ) {
    const run = box.json('ctx', 'summarize', session!.session, '--limit', '1') as {
      summarized: { summary: string }[]
      left: number
    }
    expect(run.summarized).toHaveLength(1)
    lines.push(run.summarized[0]!.summary)
    left = run.left
  }
  expect(lines).toContainEqual(expect.stringMatching(/^what came before was compacted to \d+ tokens$/))
  expect(lines).not.toContain('0 messages')
  box.remove()
})

it('shows commits without a message that follow one another as one', () => {
  const box = openBox({ sessions: false })
  const path = 'home/.claude/projects/-project/7e57d000-0000-4000-8000-00000000000d.jsonl'
  let text = saidTranscript('7e57d000-0000-4000-8000-00000000000d', [['user', 'Begin.']])
  const capture = () => box.stet('inscribe', box.put(path, text))
  capture()
  for (const title of ['one', 'two', 'three']) {
    text += `${JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId: '7e57d000-0000-4000-8000-00000000000d' })}\n`
    capture()
  }
  expect(box.stet('ctx', 'history', '7e57d000').stdout.replaceAll(/ctx-\w+ {2}\S+ \S+ {2}/g, '')).toBe(
    '* delta  3 commits with side records only\n* delta  Begin.\n',
  )
  expect((box.json('ctx', 'history', '7e57d000') as { commits: unknown[] }).commits).toHaveLength(4)
  box.remove()
})
