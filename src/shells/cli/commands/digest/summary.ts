import { join, resolve } from 'node:path'
import { defineCommand, SESSION } from '../../command.ts'

export const summaryCommand = defineCommand({
  name: 'summary',
  group: 'Digest',
  summary: 'what a session came to, on one page',
  about:
    'Task, files, decisions, the current error and next steps, without a model, as markdown in tmp/scratch of this folder, or where --out says. --json has every file that was created, changed or read, too.',
  writes: true,
  arguments: { session: SESSION },
  options: {
    out: { summary: 'the file to write', value: 'FILE', complete: 'file' },
    force: { summary: 'replace the file if it is there' },
  },
  examples: [{ command: 'stet summary latest', does: 'writes tmp/scratch/session-….md' }],
  json: '{session,path,summary,files:{created:[{path,rounds:[]}],modified:[],moved:[],deleted:[],undone:[],read:[]}}',
  async run({ args, options, dryRun, environment, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { digestSession } = await import('../../../../actions/digest/session-digest.ts')
    const { placeFile } = await import('../../../../actions/files/place-file.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const { summary, files } = await digestSession(opened, session)
    const stamp = opened
      .clock()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')
    const path = resolve(environment.cwd, options.out ?? join('tmp', 'scratch', `session-${stamp}.md`))
    if (!dryRun) await placeFile(path, [Buffer.from(summary)], { replaces: options.force })
    return { value: { session: session.id, path, summary, files }, text: (screen) => screen.path(path) }
  },
})
