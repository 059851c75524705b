import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sessionFilesAt, sizeOf } from './session-files.ts'

it('a link to itself and a name too long are files, which whoever opens them refuses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-files-'))
  try {
    const loop = join(folder, 'loop.jsonl')
    symlinkSync(loop, loop)
    const long = join(folder, 'x'.repeat(300))
    expect(sessionFilesAt([loop, long], folder, () => true)).toEqual([loop, long])
    expect([sizeOf(loop), sizeOf(long)]).toEqual([undefined, undefined])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
