import type { RestoreResult } from '../../care/restore.ts'
import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { sessions } from '../kit/fields.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'

const MISSING = list(
  object({ session: string, path: string, bytes: number, title: orNull(string), ended: orNull(string) }),
)

export const restore = defineCommand({
  name: 'restore',
  topic: 'care',
  summary: 'Restore session files that the client has deleted, byte for byte',
  about: 'Without a session it lists the sessions whose file is missing. A restored file goes to its old place.',
  writes: true,
  arguments: { sessions: sessions({ optional: true }) },
  options: { all: flag('restore all missing files', { only: ['cli'] }) },
  examples: [
    { command: 'stet restore', does: 'lists the sessions whose file is missing' },
    { command: 'stet restore 40e785a0', does: 'restores the file of one session' },
  ],
  output: object({ missing: MISSING, restored: MISSING }),
  offer: { cli: true, http: true },
  async run(call) {
    const { restore } = await import('../../care/restore.ts')
    const { input, dryRun } = call
    const workspace = await call.workspace()
    const wanted = await call.sessions(input.sessions)
    const value = await restore(workspace, input.all ? 'all' : wanted, { dryRun })
    return { value, text: (screen, shown: typeof value) => restoreText(shown, screen, dryRun) }
  },
})

function restoreText({ missing, restored }: RestoreResult, screen: Screen, dryRun: boolean): string {
  const line = ({ session, path, bytes, title }: RestoreResult['missing'][number]) =>
    `  ${screen.cyan(shortId(session))}  ${bytesOf(bytes)}  ${plainLine(title ?? '').slice(0, 50)}\n    ${screen.dim(screen.path(path))}`
  if (missing.length + restored.length === 0) return 'No file of a recorded session is gone.'
  return [
    ...(restored.length > 0 ? [`${dryRun ? 'Would be restored' : 'Restored'}:`, ...restored.map(line)] : []),
    ...(missing.length > 0
      ? [`${count(missing.length, 'file')} gone; stet restore SESSION puts one back:`, ...missing.map(line)]
      : []),
  ].join('\n')
}
