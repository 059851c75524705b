import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeWorkspace, openWorkspace } from './open-workspace.ts'

it('closes the store whatever came of what was underway', async () => {
  const storeDir = mkdtempSync(join(tmpdir(), 'stet-workspace-'))
  const workspace = await openWorkspace({ storeDir, user: 'me', machine: 'here', cwd: '/', configDirs: {} })
  workspace.underway!.set('/file', Promise.reject(new Error('a mistake')))
  await expect(closeWorkspace(workspace)).rejects.toThrow('a mistake')
  await expect(workspace.store.findSession('s' as never)).rejects.toThrow()
  rmSync(storeDir, { recursive: true })
})
