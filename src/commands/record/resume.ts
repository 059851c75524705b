import { existsSync } from 'node:fs'
import type { Resumed } from '../../care/resume-session.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { flag, folder } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { insideClient } from '../kit/operation.ts'
import { object, oneOf, orNull, string } from '../kit/shape.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import { type Around, typedIn, typedWhere } from '../kit/text/resumable-text.ts'

export const resume = defineTerminalCommand({
  name: 'resume',
  topic: 'record',
  summary: 'Continue a session in its client, in its folder',
  about:
    "Starts the session's client in the folder of the session. Inside an agent, or without a terminal, it starts nothing and prints the line that does: the one to type into the running client, else the command. A session of another machine is first written where the client of this one looks for it, in the checkout of the same repository; so is what another machine added to a session of this one. With --ensure it first restores a file that the client has deleted, and writes a damaged session as a new one.",
  writes: true,
  arguments: {
    session: session({
      summary:
        'the start of its id, its title, its path, or latest: the newest of this folder; inside an agent, never its own',
    }),
  },
  options: {
    ensure: flag('restore or repair the file first, where that is needed'),
    cwd: folder('the folder to go on in', {
      standard: 'that of the session; for one of another machine, the checkout of its repository here',
    }),
  },
  examples: [
    { command: 'stet resume 40e785a0', does: 'starts the client of the session in its folder' },
    { command: 'stet resume 40e785a0 --cwd ~/src/app', does: 'goes on in a folder of this machine' },
    { command: 'stet resume latest --ensure', does: 'restores or repairs the newest session of this folder first' },
  ],
  output: object({
    session: string,
    client: string,
    title: orNull(string),
    path: string,
    resume: string,
    resume_inside: orNull(string),
    cwd: string,
    ensured: orNull(oneOf(['restored', 'repaired', 'written'])),
  }),
  async run({ input, dryRun, environment, json, workspace }) {
    const { resumeSession } = await import('../../care/resume-session.ts')
    const opened = await workspace()
    const isInside = (await opened.inside?.()) !== undefined
    const inside = await insideClient(opened)
    const value = await resumeSession(opened, input.session, {
      ensure: input.ensure,
      cwd: input.cwd,
      dryRun,
    })
    const starts = !isInside && environment.isAtTerminal && !json && !dryRun
    return {
      value,
      text: (_, shown: typeof value) => (starts ? '' : lineFor(shown, { inside, here: environment.cwd })),
      ...(starts && { exec: { command: value.resume, cwd: value.cwd } }),
    }
  },
})

/** The one line that goes on with it from here. */
function lineFor(
  value: Resumed,
  { inside, here }: { readonly inside: Around | undefined; readonly here: string },
): string {
  const { resume, cwd, title, session } = value
  const typed = typedIn(value, inside)
  if (typed?.includes(session)) return typed
  if (typed !== undefined) return `${typed}\n${typedWhere(value, plainLine(title ?? session))}`
  return cwd === here || !existsSync(cwd) ? resume : `cd ${quoted(cwd)} && ${resume}`
}

function quoted(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
