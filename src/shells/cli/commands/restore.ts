import type { RestoreResult } from '../../../actions/maintain/restore.ts'
import { shortId } from '../../../model/id.ts'
import { defineCommand, SESSION } from '../command.ts'
import { bytesOf, count } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  group: 'Maintain',
  summary: 'put back the files of sessions that the client has deleted',
  about:
    'Lists the sessions whose file is gone; with sessions, or with --all, puts the files back where they were, to the byte.',
  writes: true,
  arguments: { sessions: { ...SESSION, optional: true, many: true } },
  options: { all: { summary: 'put all of them back' } },
  examples: [
    { command: 'stet restore', does: 'lists what is gone' },
    { command: 'stet restore 40e785a0', does: 'puts one back' },
  ],
  json: '{missing:[{session,path,bytes,title,ended}],restored:[…]}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { restore } = await import('../../../actions/maintain/restore.ts')
    const opened = await workspace()
    const wanted = []
    for (const reference of args.sessions) wanted.push(await resolveSession(opened, reference))
    const value = await restore(opened, options.all ? 'all' : wanted, { dryRun })
    return { value, text: (screen) => restoreText(value, screen, dryRun) }
  },
})

function restoreText({ missing, restored }: RestoreResult, screen: Screen, dryRun: boolean): string {
  const line = ({ session, path, bytes, title }: RestoreResult['missing'][number]) =>
    `  ${screen.cyan(shortId(session))}  ${bytesOf(bytes)}  ${plainLine(title ?? '').slice(0, 50)}\n    ${screen.dim(screen.path(path))}`
  if (missing.length + restored.length === 0) return 'No file of a recorded session is gone.'
  return [
    ...(restored.length > 0 ? [`${dryRun ? 'Would be put back' : 'Put back'}:`, ...restored.map(line)] : []),
    ...(missing.length > 0
      ? [`${count(missing.length, 'file')} gone; stet restore SESSION puts one back:`, ...missing.map(line)]
      : []),
  ].join('\n')
}
