import { afterEach, expect, it } from 'vitest'
import { exportStream } from '../../src/read/export.ts'
import { inscribeStream } from '../../src/record/capture/inscribe-stream.ts'
import { openTestWorkspace } from '../workspace.ts'
import { type Box, DEFAULT_VERSION, openBox, run } from './claude-code.ts'
import { findClaude } from './install.mjs'
import type { Reply } from './mock-api.ts'

let box: Box | undefined
afterEach(() => box?.remove())

it('the live output of the real client is captured byte for byte', async ({ skip }) => {
  if (!findClaude(DEFAULT_VERSION)) {
    if (process.env.CI === 'true') throw new Error(`Claude Code ${DEFAULT_VERSION} is not installed`)
    skip(`Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)
  }
  box = await openBox()
  const script: readonly Reply[] = [
    { content: [{ type: 'tool_use', name: 'Bash', input: { command: 'echo one', description: 'say one' } }] },
    { content: ['It said one.'] },
  ]
  const { stdout, exitCode } = await run(box, ['-p', 'Say one', '--output-format', 'stream-json', '--verbose'], {
    script,
  })
  expect(exitCode).toBe(0)
  const { workspace, close } = await openTestWorkspace({ home: box.root })
  try {
    const { session, commits } = await inscribeStream(workspace, once(stdout))
    expect(commits).toBe(1)
    const recorded = (await workspace.store.findSession(session))!
    let bytes = ''
    for await (const piece of exportStream(workspace, recorded, 'raw')) bytes += piece.toString()
    expect(bytes).toBe(stdout)
    const rows = await workspace.store.listRounds(session)
    expect(rows.reduce((sum, row) => sum + row.toolCount, 0)).toBe(1)
  } finally {
    await close()
  }
})

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
