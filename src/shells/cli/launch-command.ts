import { join } from 'node:path'
import { placeFile } from '../../actions/files/place-file.ts'
import type { RolledOver } from '../../actions/surgery/rollover-session.ts'
import type { Workspace } from '../../actions/workspace.ts'
import type { Exec } from './execute.ts'

/** A place of the command to be filled in, with the quotes that may be around it. */
const PLACE = /(["']?)\{(session|prompt_file|cwd)\}\1/g

/**
 * The command that starts a new session, where the user set one of his own; else nothing. What is filled in goes by
 * variables: a folder's name is never read as a part of the command.
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
  return {
    exec: {
      command: command.replaceAll(PLACE, (_, _quote, name) => `"$STET_LAUNCH_${name.toUpperCase()}"`),
      cwd: first.cwd,
      env: {
        STET_LAUNCH_SESSION: first.session,
        STET_LAUNCH_PROMPT_FILE: promptFile,
        STET_LAUNCH_CWD: first.cwd,
      },
    },
  }
}
