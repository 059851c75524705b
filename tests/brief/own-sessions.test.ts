import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSummarizer } from '../../src/brief/open-summarizer.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace } from '../workspace.ts'

it('captures every session but those that the summarizer ran', async () => {
  const { home: root, workspace, close } = await openTestWorkspace()
  const folder = join(root, '.claude', 'projects', '-w')
  mkdirSync(folder, { recursive: true })
  /** A client that writes a session of what it is asked, as one in print mode does. */
  const client = join(root, 'client.sh')
  const own = join(folder, '7e57d000-0000-4000-8000-00000000000a.jsonl')
  writeFileSync(
    client,
    `node -e '
      const asked = require("fs").readFileSync(0, "utf8")
      process.stdout.write(JSON.stringify({ type: "user", uuid: "u1", parentUuid: null, sessionId: "7e57d000-0000-4000-8000-00000000000a", cwd: "/w", timestamp: "2031-01-01T00:00:00.000Z", version: "2.1.0", message: { role: "user", content: asked } }) + "\\n")
    ' > ${own}; echo answered\n`,
  )
  const settings = async () => ({ 'summarizer.kind': 'command', 'summarizer.command': `sh ${client}` }) as const
  const summarizer = await openSummarizer({ ...workspace, cwd: root, settings } as unknown as Workspace)
  expect(await summarizer!.write('Sum it up.', 'A long text.')).toBe('answered\n')

  const other = join(folder, '7e57d000-0000-4000-8000-00000000000b.jsonl')
  writeFileSync(
    other,
    `${JSON.stringify({ type: 'user', uuid: 'u2', parentUuid: null, sessionId: '7e57d000-0000-4000-8000-00000000000b', cwd: '/w', timestamp: '2031-01-01T00:00:00.000Z', version: '2.1.0', message: { role: 'user', content: '[stet-summarizer] is how a text begins that a person typed' } })}\n`,
  )
  try {
    const found = await findSessionFiles(workspace)
    expect(found).toEqual(expect.arrayContaining([own, other]))
    const { sessions, failed } = await inscribe(workspace, found)
    expect([sessions.map(({ path }) => path), failed]).toEqual([[other], []])
    const named = await inscribe(workspace, [own], { named: [own] })
    expect([named.sessions, named.warnings]).toEqual([[], [`${own} is of Stet's own summarizer and is not captured.`]])
  } finally {
    await close()
  }
})
