import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { openTestWorkspace } from '../workspace.ts'
import { saidTranscript } from './said-transcript.ts'

const ID = '7e57d000-0000-4000-8000-0000000000a1'

it('reads the rounds that a cut session has as rows where they are recorded whole', async () => {
  const root = mkdtempSync(join(tmpdir(), 'stet-originals-'))
  const { workspace } = await openTestWorkspace({ home: root })
  const file = join(root, `${ID}.jsonl`)
  writeFileSync(
    file,
    saidTranscript(ID, [
      ['user', 'Never touch config/billing.yml.'],
      ['assistant', 'Understood.'],
      ['user', 'The staging host is kepler-7.'],
      ['assistant', 'Noted.'],
      ['user', 'Go on with the parser.'],
      ['assistant', 'I do.'],
    ]),
  )
  const whole = await resolveSession(workspace, file)
  const { sessions } = await cutSession(workspace, whole, { kind: 'compress-before', before: 'round:3' })
  const cut = await resolveSession(workspace, sessions[0]!.session)
  for (const mode of ['lossy', 'lossless'] as const) {
    const made = await compress(workspace, cut, { ...DEFAULT_REQUEST, mode }, { out: join(root, mode), again: true })
    expect(made.prompt).toContain('- r1 user: Never touch config/billing.yml.')
    expect(made.prompt).toContain('- r2 user: The staging host is kepler-7.')
    if (made.files.archive) expect(readFileSync(made.files.archive, 'utf8')).toContain('The staging host is kepler-7.')
  }
  await closeWorkspace(workspace)
})
