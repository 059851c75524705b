import type { Operated } from '../../actions/surgery/operated.ts'
import type { Workspace } from '../../actions/workspace.ts'

/** The command that starts a new session, where the user set one of his own; else nothing. */
export async function launchCommand(
  { settings }: Workspace,
  { sessions }: Operated,
): Promise<{ readonly exec?: { readonly command: string; readonly cwd: string } }> {
  const command = (await settings?.())?.['context.launch_command']
  const [first] = sessions
  if (command === undefined || !first) return {}
  const filled = command
    .replaceAll('{session}', first.session)
    .replaceAll('{prompt_file}', first.path)
    .replaceAll('{cwd}', first.cwd)
  return { exec: { command: filled, cwd: first.cwd } }
}
