import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { exportStream } from '../../src/read/export.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { inscribeStream } from '../../src/record/capture/inscribe-stream.ts'
import { roundBlocks } from '../../src/record/reading/round-blocks.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { search } from '../../src/search/search.ts'
import { openTestWorkspace } from '../workspace.ts'
import { type Box, DEFAULT_VERSION, openBox, run } from './claude-code.ts'
import { filesBelow, openCodexBox, runCodex, UNASKED } from './codex.ts'
import { CODEX_VERSION, findClaude, findCodex } from './install.mjs'
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
    await inscribe(workspace, await filesBelow(join(box.home, '.claude/projects')))
    await expectOneSession(workspace, session.replace('stream-', ''))
  } finally {
    await close()
  }
})

it('the live output of the real Codex is captured, and is one session with its rollout', async ({ skip }) => {
  if (!findCodex()) {
    if (process.env.CI === 'true') throw new Error(`Codex ${CODEX_VERSION} is not installed`)
    skip(`Codex ${CODEX_VERSION} is not installed: node tests/clients/install.mjs`)
  }
  const codexBox = await openCodexBox()
  const { workspace, close } = await openTestWorkspace()
  try {
    const { stdout, exitCode } = await runCodex(codexBox, [...UNASKED, '--json', 'Say one'], {
      script: [
        { text: 'I run it.', tools: [{ name: 'exec_command', input: { cmd: 'echo one' } }] },
        { text: 'It said one.' },
      ],
    })
    expect(exitCode).toBe(0)
    const { session, commits } = await inscribeStream(workspace, once(stdout))
    expect(commits).toBe(1)
    const [row] = (await workspace.store.listRounds(session)).filter(({ round }) => round > 0)
    expect(row).toMatchObject({ round: 1, agentPreview: 'I run it.', toolCount: 1 })
    const blocks = await roundBlocks(workspace, (await workspace.store.findSession(session))!, row!)
    expect(blocks.map(({ type, content }) => [type, content])).toEqual([
      ['assistant-text', 'I run it.'],
      ['tool_use', { command: expect.stringContaining('echo one') }],
      ['tool_result', 'one\n'],
      ['assistant-text', 'It said one.'],
    ])
    await inscribe(workspace, await filesBelow(codexBox.sessions))
    await expectOneSession(workspace, session.replace('stream-', ''))
  } finally {
    await close()
    await codexBox.remove()
  }
})

/** The run is in lists once, and what was said in it is found once. */
async function expectOneSession(workspace: Workspace, id: string): Promise<void> {
  expect((await listSessions(workspace, () => undefined)).map(({ session }) => session)).toEqual([id])
  expect((await search(workspace, 'said one')).hits.map(({ ref }) => ref)).toEqual([`${id}:1`])
}

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
