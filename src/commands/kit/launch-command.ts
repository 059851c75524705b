import { join } from 'node:path'
import type { Workspace } from '../../record/workspace.ts'
import type { RolledOver } from '../../surgery/rollover-session.ts'
import { placeFile } from '../../system/place-file.ts'
import type { Exec } from './call.ts'

/** A place of the command to be filled in, with the quotes that may be around it. */
const PLACE = /(["']?)\{(session|prompt_file|cwd)\}\1/g
/** What means nothing else to a shell, in quotes or not. */
const PLAIN = /^[\w./@:+-]+$/

/**
 * The command that starts a new session, where the user set one of his own; else nothing. What a shell could misread goes
 * by a variable: a folder's name is never taken for a part of the command.
 */
export async function launchCommand(
  { settings }: Workspace,
  { sessions, prompt }: RolledOver,
  storeDir: string,
): Promise<{ readonly exec?: Exec }> {
  const command = (await settings?.())?.['context.launch_command']
  const [first] = sessions
  if (command === undefined || !first) return {}
  const promptFile = join(storeDir, 'prompts', `${first.session}.md`)
  if (command.includes('{prompt_file}')) await placeFile(promptFile, [Buffer.from(prompt)], { replaces: true })
  const values: Readonly<Record<string, string>> = {
    session: first.session,
    prompt_file: promptFile,
    cwd: first.cwd,
  }
  const variable = (name: string) => `STET_LAUNCH_${name.toUpperCase()}`
  return {
    exec: {
      command: command.replaceAll(PLACE, (_, quote, name) =>
        PLAIN.test(values[name]!) ? `${quote}${values[name]}${quote}` : `"$${variable(name)}"`,
      ),
      cwd: first.cwd,
      env: Object.fromEntries(Object.entries(values).map(([name, value]) => [variable(name), value])),
    },
  }
}
